import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing
import TraceAnalysis

/// The sentences about a likely mistake of the adapter (EX-007).
@Suite(.watched)
struct HintTests {
    private static let oneTurn = "report both in one update"
    private static let background = "reports the background as a disappearance"
    private static let pages = "0 create a page=a\n0 create b page=b\n"
    private static let left = "0 create a page=a\n0 didAppear a\n2 sceneBackground\n"

    @Test(
        "A stay in one turn, and a background that is reported as a disappearance, have a hint (EX-007)",
        arguments: [
            (pages + "1 didAppear a\n1 didAppear b\n1.008 didDisappear a", oneTurn),
            (pages + "1 didAppear a\n1 didDisappear a\n1.001 didAppear b", oneTurn),
            (pages + "1 didAppear a\n1 didAppear b\n1.011 didDisappear a", nil),
            (pages + "1 didAppear a\n1 didDisappear a\n2 didAppear b", nil),
            (pages + "1 didAppear a\n1 didDisappear a\n1 interaction x\n1 didAppear b", nil),
            ("0 create a page=a\n0 create b page=b scene=x\n1 didAppear a\n1 didDisappear a\n1 didAppear b", nil),
            ("0 create a page=a state=pending\n0 create b page=b\n1 didAppear a\n1 didAppear b\n1 didDisappear a", nil),
            (pages + "0 begin\n1 didAppear a\n1 didAppear b\n1 didDisappear a\n1 commit", nil),
            (left + "2.001 didDisappear a\n5 sceneForeground\n5.01 didAppear a", background),
            (left + "2.001 didDisappear a\n4.9 didAppear a\n5 sceneForeground", background),
            (left + "3 didDisappear a\n5 sceneForeground\n5.01 didAppear a", nil),
            (left + "2.001 didDisappear a\n5 sceneForeground\n6 didAppear a", nil),
            (left + "2.001 didDisappear a\n3 didAppear b\n5 sceneForeground\n5.01 didAppear a", nil),
            (left + "2.001 didDisappear a\n5 sceneForeground\n5 deepLink x\n5.01 didAppear a", nil),
        ] as [(String, String?)])
    func hints(trace: String, hint: String?) throws {
        let sentences = try explained(trace).map(\.text)
        let hints = sentences.flatMap { text in [Self.oneTurn, Self.background].filter { text.contains($0) } }
        #expect(hints == [hint].compactMap(\.self), "\(sentences)")
    }

    @Test("No journey of the specification has a hint, and those of random journeys are about times of 0 s (EX-007)")
    func noFalseHint() throws {
        for (name, reading) in try journeys() {
            for story in history(reading).appearances { #expect(story.hint == nil, "\(name): \(story.label)") }
        }
        for history in randomHistories(TestDepth.number(30, proof: 300), events: 200) {
            for story in history.appearances {
                switch story.hint {
                case .oneTurn(let other):
                    #expect(story.endedAt == story.beganAt, "\(story.label)")
                    #expect(history.appearances.contains { $0.label == other && $0.beganAt == story.beganAt })
                case .backgroundAsDisappearance(let end, let beginning):
                    #expect(end == 0 && beginning == 0, "\(story.label)")
                case nil: break
                }
            }
        }
    }

    @Test("Each appearance of each journey has one line, and no identity has two")
    func oneLine() throws {
        for history in try journeys().map({ history($0.reading) }) + randomHistories(15, events: 200) {
            var lines: [String: Int] = [:]
            for story in history.appearances where story.beganAt != nil {
                // A session name can occur again (TR-002).
                let session = history.sessions.last { $0.name == story.session && $0.line <= story.line }
                lines["\(session?.line ?? 0) \(story.label)", default: 0] += 1
            }
            #expect(lines.values.allSatisfy { $0 == 1 }, "\(lines.filter { $0.value > 1 })")
            #expect(explained(history).count == history.items.count)
        }
    }
}
