import PageViewDelivery
import NavigationSimulator
import NavigationTraces
import PageViewTracking
import TestSupport
import Testing

/// The checksum of records (JR-001).
@Suite(.watched)
struct CRC32CTests {
    @Test(
        "Checksums equal published values",
        arguments: [
            ([], 0), (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0...31), 0x46DD_794E),
            (Array((0...31).reversed()), 0x113F_DB5C), (Array("a".utf8), 0xC1D0_4330),
        ] as [([UInt8], UInt32)])
    func published(bytes: [UInt8], checksum: UInt32) {
        let bytes = bytes[...]
        #expect(CRC32C.checksum(bytes.span) == checksum)
    }

    @Test("Checksums of eight bytes at a time equal bitwise checksums at every length")
    func bitwise() {
        var numbers = SplitMix(seed: 3)
        for count in 0..<200 {
            let bytes = ContiguousArray((0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
            var crc = ~UInt32(0)
            for byte in bytes {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
            }
            #expect(CRC32C.checksum(bytes.span) == ~crc)
        }
    }
}
