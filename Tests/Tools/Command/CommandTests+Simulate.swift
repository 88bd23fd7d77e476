import NavigationSimulator
import Foundation
import NavigationTraces
import TestSupport
import Testing

extension CommandTests {
    /// Returns the lines of a trace without the header of the line notation.
    private func events(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("trace") }
    }

    @Test("Simulate writes the same trace for a seed, and another trace for another seed (SIM-006)")
    func simulateIsReproducible() async throws {
        let first = try await Run.pageview(["simulate", "--seed", "7", "--events", "300"])
        #expect(first.status == 0 && first.errors.isEmpty)
        #expect(first.text.hasPrefix("trace title=\"Simulated: UIKit, seed 7\"\n"))
        #expect(events(first.text).count == 300)
        #expect(try await Run.pageview(["simulate", "--events=300", "--seed=7"]).text == first.text)
        #expect(try await Run.pageview(["simulate", "--seed", "8", "--events", "300"]).text != first.text)
    }

    /// Every sixth framework; the tests of the simulator try all of them.
    private static let someFrameworks = UIFramework.all.enumerated().filter { $0.offset % 6 == 0 }.map(\.element)

    @Test(
        "Simulate writes the same trace in both notations, and the trace replays",
        arguments: TestDepth.sample(3, of: someFrameworks))
    func simulateReplays(framework: UIFramework) async throws {
        let options = [
            "simulate", "--seed", "5", "--events", "\(TestDepth.number(200, proof: 400))", "--framework",
            framework.identifier,
        ]
        let words = try await Run.pageview(options)
        let json = try await Run.pageview(options + ["--to", "jsonl"])
        #expect(words.status == 0 && json.status == 0)
        #expect(try await Run.pageview(["convert", "--to", "trace"], input: json.text).text == words.text)
        let replay = try await Run.pageview(["replay"], input: words.text)
        #expect(replay.status == 0)
        #expect(replay.text.contains("\"event\":\"pageView\""))
        #expect(try await Run.pageview(["replay"], input: json.text).text == replay.text)
    }

    @Test("The option --sessions distributes the events, and each session ends (SIM-007)", arguments: [1, 3, 40, 200])
    func simulateSessions(count: Int) async throws {
        let run = try await Run.pageview(["simulate", "--events", "200", "--sessions", "\(count)", "--to", "jsonl"])
        let lines = events(run.text).dropFirst()
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.contains("\"session\":\"s") })
        let ends = lines.filter { $0.contains("sessionEnd") }.count
        #expect(ends == count)
    }
}
