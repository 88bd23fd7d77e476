import AnalyticsJSON
import TestSupport
import Testing

/// The search for a zero byte, several bytes at a time (TK-009).
@Suite(.watched)
struct ZeroBytesTests {
    private func hasZero(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes[...]
        return bytes.span.hasZeroByte
    }

    @Test("The search finds a zero byte at every index and reports no other byte", arguments: 0...40)
    func everyPlace(count: Int) {
        for filling in [UInt8(1), 0x20, 0x7F, 0x80, 0x81, 0xFF] {
            var bytes = [UInt8](repeating: filling, count: count)
            #expect(!hasZero(bytes))
            for place in bytes.indices {
                bytes[place] = 0
                #expect(hasZero(bytes))
                bytes[place] = filling
            }
        }
    }
}
