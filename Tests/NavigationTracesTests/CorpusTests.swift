import Foundation
import TestSupport
import TestWatch
import Testing
import TraceProperties

/// Checks the fuzzer's corpus, which includes all inputs it has found. `.scripts/fuzz` searches for more.
@Suite(.watched)
struct CorpusTests {
    private static let corpus = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzzing/Corpus")

    @Test("Each input of the corpus satisfies the properties of its target", arguments: FuzzTarget.allCases)
    func propertiesHold(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count >= 20)
        // The properties are slow in a build that is not optimized. A proof and `.scripts/fuzz` check all inputs.
        let step = TestDepth.number(5, proof: 1)
        for name in stride(from: 0, to: names.count, by: step).map({ names[$0] }) {
            let bytes = try [UInt8](Data(contentsOf: folder.appending(path: name)))
            #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.check(bytes) }
        }
    }
}
