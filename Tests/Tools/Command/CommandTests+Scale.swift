import Foundation
import TestSupport
import Testing

extension CommandTests {
    @Test("Parts of a trace in separate processes print the same lines as the whole trace")
    func partsMakeTheWhole() async throws {
        let simulated = try await Run.pageview(
            [
                "simulate", "--events", "\(TestDepth.number(1_200, proof: 3_000))", "--sessions", "30", "--to", "jsonl",
                "--seed", "5",
            ])
        let header = #"{"trace":1,"policy":"literal"}"#
        let lines = simulated.lines.dropFirst()
        let whole = try await Run.pageview(
            ["replay", "--all"], input: ([header] + lines).joined(separator: "\n"))
        var together: [String] = []
        let sessions = lines.map { (session: Self.session($0), line: $0) }
        for digit in 0...9 {
            let own = sessions.filter { $0.session.hasSuffix("\(digit)") }.map(\.line)
            let run = try await Run.pageview(["replay", "--all"], input: ([header] + own).joined(separator: "\n"))
            #expect(run.status == 0)
            together += run.lines
        }
        // The sort is stable to keep the order within a session.
        func sorted(_ lines: [String]) -> [String] {
            lines.enumerated().map { (Self.session($0.1), $0.0, $0.1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }
        #expect(whole.lines.count > TestDepth.number(400, proof: 1_000))
        #expect(sorted(together) == sorted(whole.lines))
        let bare = try await Run.pageview(["replay", "--all"], input: lines.joined(separator: "\n"))
        #expect(bare.lines != whole.lines)
    }

    private static func session(_ line: String) -> Substring {
        line.split(separator: #""session":""#).dropFirst().first?.prefix { $0 != "\"" } ?? ""
    }
}
