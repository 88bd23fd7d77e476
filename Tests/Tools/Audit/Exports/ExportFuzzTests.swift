@testable import PageViewAudit
import NavigationSimulator
import TestSupport
import Testing

@Suite(.watched)
struct ExportFuzzTests {
    private static let formats: [ExportFormat?] = [nil] + ExportFormat.allCases
    /// Bytes that begin or end something in some format.
    private static let marks =
        Array("{}[]\",:\\u0.eE-+TZ\n\r\t /#=n".utf8) + [0x00, 0x1F, 0x8B, 0xEF, 0xBB, 0xBF, 0xFF, 0xC3]

    private func check(_ bytes: [UInt8], _ numbers: inout SplitMix, session: String?) {
        for format in Self.formats {
            let whole = ExportReading(bytes, format, session: session)
            let pieces = ExportReading(
                bytes, format, session: session,
                inPiecesOf: [1, 1 + numbers.below(40), 1 + numbers.below(400)])
            #expect(whole == pieces)
            let lineCount = bytes.count { $0 == 0x0A } + 1
            #expect(whole.lines.allSatisfy { (1...lineCount).contains($0) })
            #expect(whole.lines == whole.lines.sorted())
            #expect(whole.errors.count <= lineCount + whole.events.count + bytes.count { $0 == 0x7B })
        }
    }

    @Test(
        "Random bytes never trap, and the pieces in which they arrive change nothing",
        arguments: 1...UInt64(TestDepth.number(2, proof: 5)))
    func randomBytes(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<numbers.below(600) {
            let isMark = numbers.below(3) > 0
            bytes.append(isMark ? Self.marks[numbers.below(Self.marks.count)] : UInt8(numbers.below(256)))
        }
        check(bytes, &numbers, session: seed % 2 == 0 ? "a.b/c" : nil)
    }

    @Test(
        "Samples with random changes never trap, and the pieces in which they arrive change nothing",
        arguments: 1...UInt64(TestDepth.number(4, proof: 15)))
    func changedSamples(seed: UInt64) {
        var numbers = SplitMix(seed: seed &* 7_919)
        var text = ""
        for _ in 0...numbers.below(3) {
            let line = Sample.all[numbers.below(Sample.all.count)].line
            let wrapped = [
                "\(line)\n", "[\(line),\n\(line)]\n", "{\"batch\":[\(line)],\"sent_at\":5}\n", "{\"data\":[\(line),\n",
            ]
            text += wrapped[numbers.below(wrapped.count)]
        }
        var bytes = Array(text.utf8)
        for _ in 0..<numbers.below(6) {
            let at = numbers.below(bytes.count)
            switch numbers.below(4) {
            case 0: bytes[at] = UInt8(numbers.below(256))
            case 1: bytes[at] = Self.marks[numbers.below(Self.marks.count)]
            case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.below(30)))
            default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + numbers.below(60))], at: at)
            }
            if bytes.isEmpty { bytes = [0x0A] }
        }
        check(bytes, &numbers, session: seed % 3 == 0 ? "view.id/0" : nil)
    }

    @Test("Random maps and session keys never trap", arguments: 1...40)
    func mapsAndPaths(seed: UInt64) {
        var numbers = SplitMix(seed: seed &* 104_729)
        let marks = Array("a*= #\n\\./é".utf8) + [0xFF, 0x00]
        var bytes: [UInt8] = []
        for _ in 0..<numbers.below(200) { bytes.append(marks[numbers.below(marks.count)]) }
        let names = ["", "a", "a*a", "é a"]
        if let map = try? NameMap(bytes) { for name in names { _ = map.pageName(of: name) } }
        let text = String(decoding: bytes, as: UTF8.self)
        if let path = SessionPath(text) {
            var reader = ExportReader(sessionKey: path)
            reader.append(Sample.segment.utf8)
            reader.finish()
            #expect((try? reader.next())?.pageView?.name == "Account")
        }
    }
}
