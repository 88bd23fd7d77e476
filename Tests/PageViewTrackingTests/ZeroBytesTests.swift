import AnalyticsJSON
import TestSupport
import TestWatch
import Testing

/// Where a byte of nothing is looked for in words of several bytes (TK-009).
@Suite(.watched)
struct ZeroBytesTests {
    private func hasZero(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes[...]
        return bytes.span.hasZeroByte
    }

    @Test("A byte that is 0 is found wherever it stands, and no other is taken for one", arguments: 0...40)
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
