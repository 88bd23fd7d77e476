import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing
import TraceAnalysis

/// The sentences about what a container, an update or a mistake of the adapter causes (EX-001, EX-007).
@Suite(.watched)
struct HeldByTests {
    private static let tabs =
        "0 create tabs\n0 didAppear tabs\n0 create feed page=feed parent=tabs\n0 didAppear feed\n0 create item page=item parent=tabs\n0 select feed\n1 didAppear item\n"

    @Test(
        "The line of a held component names the container that hides it, or the update that is open",
        arguments: [
            (
                tabs,
                "item: item was reported as shown at 1 (AP-002), is not in front at the end of the trace: its container tabs shows feed (AP-014)"
            ),
            (
                tabs + "2 select item\n3 didDisappear item",
                "item/1: item was reported as shown at 1 hidden by its container tabs, which shows feed (AP-014), was shown by its container tabs at 2 and so appeared (AP-014), was ready and was counted at once as page view 2 (RD-002), after feed/1 (PV-003), disappeared at 3 (AP-006), after 1 s in front of the user (PV-007)"
            ),
            (
                tabs + "2 select item",
                "feed: feed was still reported as shown at 2 (AP-002), is not in front at the end of the trace: its container tabs shows item (AP-014)"
            ),
            (
                tabs + "2 destroy feed",
                "item: item was reported as shown at 1 hidden by its container tabs, which shows feed (AP-014), from 2 on hidden by its container tabs, which shows none of its parts (AP-014), waits to be visible at the end of the trace (AP-002)"
            ),
            (
                tabs + "2 detach tabs",
                "feed/1: feed appeared at 0 (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), was hidden at 2 by its container tabs, which is in no window (AP-006), after 2 s in front of the user (PV-007)"
            ),
            (
                "0 create box\n0 didAppear box\n1 didDisappear box\n1 create a page=a parent=box attached=false\n2 didAppear a\n3 sceneBackground",
                "a: a was reported as shown at 2 without a window and hidden by its container box, which has disappeared (AP-002) (AP-017), from 3 on without a window and in the background and hidden by its container box, which has disappeared (AP-002) (AP-017), waits to be visible at the end of the trace (AP-002)"
            ),
            (
                "0 create box\n0 didAppear box\n0 create view parent=box\n0 didAppear view\n1 didDisappear box\n2 didAppear box",
                "view/1: appeared at 0 (AP-002), is not a page, so it does not count (AP-001), was hidden at 1 by its container box, which has disappeared (AP-006)"
            ),
            (
                "0 create a page=a\n1 begin\n1 didAppear a",
                "a: a was reported as shown at 1 in an update (AP-015), waits for the commit of an update at the end of the trace (AP-015)"
            ),
            (
                "0 create a page=a state=pending\n0 didAppear a\n1 begin\n1 ready a",
                "a/1: a appeared at 0 (AP-002), waits for the commit of an update at the end of the trace (AP-015)"
            ),
            (
                "0 create a page=a\n1 begin\n1 didAppear a\n1 commit",
                "a/1: a appeared at 1 with the commit of an update (AP-015), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace"
            ),
            (
                "0 create a page=a\n1 begin\n1 didAppear a\n2 didDisappear a\n3 commit",
                "a: a was reported as shown at 1 in an update (AP-015), disappeared at 3 without having been visible, so it does not count (AP-002)"
            ),
            (
                "1 begin\n1 didAppear view\n2 commit\n3 begin\n3 didDisappear view\n4 commit",
                "view/1: was reported as shown at 1 in an update (AP-015), appeared at 2 with the commit of an update (AP-015), is not a page, so it does not count (AP-001), disappeared at 4 (AP-006)"
            ),
            (
                "0 show [a page=a]",
                "a/1: a appeared at 0 with a list of its scene (AP-016), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace"
            ),
        ])
    func reasons(trace: String, sentence: String) throws {
        let sentences = try explained(trace).map { "\($0.subject): \($0.text)" }
        #expect(sentences.contains(sentence), "\(sentences.joined(separator: "\n"))")
    }

    private static let oneTurn = "report both in one update"
    private static let background = "reports the background as a disappearance"

    @Test(
        "A stay in one turn, and a background that is reported as a disappearance, have a hint (EX-007)",
        arguments: [
            ("0 create a page=a\n0 create b page=b\n1 didAppear a\n1 didAppear b\n1.008 didDisappear a", oneTurn),
            ("0 create a page=a\n0 create b page=b\n1 didAppear a\n1 didDisappear a\n1.001 didAppear b", oneTurn),
            ("0 create a page=a\n0 create b page=b\n1 didAppear a\n1 didAppear b\n1.011 didDisappear a", nil),
            ("0 create a page=a\n0 create b page=b\n1 didAppear a\n1 didDisappear a\n2 didAppear b", nil),
            (
                "0 create a page=a\n0 create b page=b\n1 didAppear a\n1 didDisappear a\n1 interaction x\n1 didAppear b",
                nil
            ),
            ("0 create a page=a\n0 create b page=b scene=x\n1 didAppear a\n1 didDisappear a\n1 didAppear b", nil),
            ("0 create a page=a state=pending\n0 create b page=b\n1 didAppear a\n1 didAppear b\n1 didDisappear a", nil),
            (
                "0 create a page=a\n0 create b page=b\n0 begin\n1 didAppear a\n1 didAppear b\n1 didDisappear a\n1 commit",
                nil
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n2.001 didDisappear a\n5 sceneForeground\n5.01 didAppear a",
                background
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n2.001 didDisappear a\n4.9 didAppear a\n5 sceneForeground",
                background
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n3 didDisappear a\n5 sceneForeground\n5.01 didAppear a",
                nil
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n2.001 didDisappear a\n5 sceneForeground\n6 didAppear a",
                nil
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n2.001 didDisappear a\n3 didAppear b\n5 sceneForeground\n5.01 didAppear a",
                nil
            ),
            (
                "0 create a page=a\n0 didAppear a\n2 sceneBackground\n2.001 didDisappear a\n5 sceneForeground\n5 deepLink x\n5.01 didAppear a",
                nil
            ),
        ] as [(String, String?)])
    func hints(trace: String, hint: String?) throws {
        let sentences = try explained(trace).map(\.text).filter {
            $0.contains(Self.oneTurn) || $0.contains(Self.background)
        }
        #expect(sentences.count == (hint == nil ? 0 : 1), "\(sentences)")
        if let hint { #expect(sentences.allSatisfy { $0.contains(hint) }, "\(sentences)") }
    }

    @Test("No journey of the specification has a hint, and those of random journeys are about times of 0 s (EX-007)")
    func noFalseHint() throws {
        for (name, reading) in try journeys() {
            for story in history(reading).appearances { #expect(story.hint == nil, "\(name): \(story.label)") }
        }
        for history in randomHistories(TestDepth.number(45, proof: 300), events: 200) {
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
