import TraceAnalysis
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The analysis of a trace takes linear time (SC-007). Only the depth of containers multiplies the time of a report.
@Suite(.serialized, .watched)
struct LinearTimeTests {
    /// A kind of trace whose length is a parameter.
    enum Shape: String, CaseIterable, Sendable {
        case pages, sessions, discardedLinks

        func lines(_ count: Int) -> [TraceLine] {
            var text = ""
            switch self {
            case .pages:
                for number in 0..<count { text += "0 create c\(number) page=p\(number % 9)\n0 didAppear c\(number)\n" }
                for number in (0..<count).reversed() { text += "3 didDisappear c\(number)\n" }
            case .sessions:
                for number in 0..<count {
                    text += "0 create a page=p session=s\(number)\n0 didAppear a session=s\(number)\n"
                }
            case .discardedLinks:
                for number in 0..<count { text += "0 deepLink app://x scene=s\(number % 9)\n" }
                for _ in 0..<count { text += "1 deepLink app://x\n1 discardDeepLink\n" }
            }
            return Reading(text, .lines).lines
        }
    }

    @Test("A history takes time in proportion to the trace", arguments: Shape.allCases)
    func historyTimeIsLinear(shape: Shape) { expectLinearTime(shape) { _ = history($0) } }

    @Test("A timeline takes time in proportion to the trace", arguments: [Shape.pages])
    func timelineTimeIsLinear(shape: Shape) { expectLinearTime(shape) { _ = svg(history($0)) } }

    @Test("Statistics take time in proportion to the trace", arguments: Shape.allCases)
    func statisticsTimeIsLinear(shape: Shape) { expectLinearTime(shape) { _ = statistics($0) } }

    @Test("A replay takes time in proportion to the trace", arguments: Shape.allCases)
    func replayTimeIsLinear(shape: Shape) {
        expectLinearTime(shape) { lines in
            var replay = TraceReplay()
            var writer = ReplayWriter(writesAll: true)
            for case .event(let event) in lines { for record in replay.apply(event) { writer.write(record) } }
        }
    }

    private func expectLinearTime(_ shape: Shape, _ work: @escaping ([TraceLine]) -> Void) {
        let (few, many) = (
            shape.lines(TestDepth.number(60, proof: 150)), shape.lines(TestDepth.number(240, proof: 600))
        )
        // Other work on the machine only increases a ratio, so one good measurement is enough.
        let ratios = (1...4).lazy.map { _ in
            Self.time { work(many) } / max(Self.time { work(few) }, .milliseconds(1))
        }
        // Four times the length: linear time gives a ratio of 4, quadratic time 16.
        #expect(ratios.contains { $0 < 9 }, "\(shape)")
    }

    private static func time(_ body: () -> Void) -> Duration { ContinuousClock().measure(body) }
}
