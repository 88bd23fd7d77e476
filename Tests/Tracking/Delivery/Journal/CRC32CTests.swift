import PageViewDelivery
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
        #expect(CRC32C.checksum(bytes[...]) == checksum)
    }
}
