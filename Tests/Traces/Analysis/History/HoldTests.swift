import TraceAnalysis
import NavigationSimulator
import NavigationTraces
import TestSupport
import Testing

/// The sentences about a held component whose window and scene change (EX-001).
@Suite(.watched)
struct HoldTests {
    @Test(
        "The sentence about a moving hold names its scenes and its changes",
        arguments: [
            (
                "0 create h page=h scene=a\n0 didAppear h\n0 sceneBackground b\n0 create x page=x scene=a attached=false\n1 didAppear x\n2 attach x scene=b\n4 sceneClose b",
                "uncounted x: x was reported as shown at 1 in the scene a without a window (AP-002), from 2 on in the scene b in the background (AP-002), ended with its scene at 4 without having been visible, so it does not count (AP-002)"
            ),
            (
                "0 create h page=h\n0 didAppear h\n0 sceneBackground b\n0 create x page=x scene=b\n4 didAppear x\n5 create x scene=c attached=false\n6 sceneClose b\n7 sceneClose c",
                "uncounted x: x was reported as shown at 4 in the scene b in the background (AP-002), from 5 on in the scene c without a window (AP-002), ended with its scene at 7 without having been visible, so it does not count (AP-002)"
            ),
            (
                "0 create a page=a scene=two attached=false\n1 didAppear a\n2 attach a scene=main",
                "counted a/1: a was reported as shown at 1 in the scene two without a window (AP-002), moved to the window of main at 2 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of the scene main (PV-003), is live at the end of the trace"
            ),
            (
                "0 create y page=y attached=false\n0 sceneBackground\n1 didAppear y\n2 attach y\n3 detach y\n4 sceneForeground",
                "waiting y: y was reported as shown at 1 without a window and in the background (AP-002), from 2 on in the background (AP-002), from 3 on without a window and in the background (AP-002), from 4 on without a window (AP-002), waits to be visible at the end of the trace (AP-002)"
            ),
            (
                "0 create y page=y attached=false\n0 sceneBackground\n1 didAppear y\n2 attach y\n3 detach y\n4 sceneForeground\n5 sceneBackground\n6 attach y\n7 sceneForeground",
                "counted y/1: y was reported as shown at 1 without a window and in the background (AP-002), which changed 5 times from 2 to 6, and was then in the background (AP-002), came to the foreground at 7 and so appeared (AP-002), was ready and was counted at once as page view 1 (RD-002), as the first of its scene (PV-003), is live at the end of the trace"
            ),
        ])
    func changes(trace: String, sentence: String) throws {
        let sentences = try explainedSentences(trace)
        #expect(sentences.contains(sentence), "\(sentences.joined(separator: "\n"))")
    }

    @Test("A sentence names the scene of a hold that moved, and of an appearance that began again")
    func scenesAreNamed() throws {
        let held = try explainedSentences("0 create x page=x scene=a attached=false\n1 didAppear x\n2 attach x scene=b")
        #expect(held.contains { $0.contains("was reported as shown at 1 in the scene a without a window") })
        let again = try explainedSentences(
            "trace policy.cancelledDisappearance=counts\n0 create x page=x scene=b\n0 didAppear x\n0 didAppear z\n1 willDisappear x\n2 didAppear x"
        )
        #expect(
            again.contains {
                $0.contains(
                    "appeared again at 2 in the scene b after a cancelled transition, which this policy counts (POL-002)"
                )
            }, "\(again.joined(separator: "\n"))")
    }

    @Test("The last change of a hold states the last missing condition")
    func lastChange() throws {
        var generator = SplitMix(seed: 11)
        for _ in 0..<200 {
            var text = "0 create x page=x attached=false\n0 sceneBackground\n1 didAppear x\n"
            var (hasWindow, isForeground, changes) = (false, false, 0)
            var last = "at 1"
            for time in 2..<Int.random(in: 3..<12, using: &generator) {
                let changesWindow = Bool.random(using: &generator)
                // Skip a change that would make the component visible.
                if changesWindow ? isForeground && !hasWindow : !isForeground && hasWindow { continue }
                if changesWindow {
                    text += "\(time) \(hasWindow ? "detach" : "attach") x\n"
                    hasWindow.toggle()
                } else {
                    text += "\(time) \(isForeground ? "sceneBackground" : "sceneForeground")\n"
                    isForeground.toggle()
                }
                changes += 1
                last = "\(time)"
            }
            let story = try #require(try history(text).appearances.first)
            #expect(story.holdChanges.count == changes, "\(text)")
            #expect(story.holdChanges.first.count == min(changes, 3), "\(text)")
            guard changes > 0 else { continue }
            #expect(story.holdChanges.last?.time.seconds == last, "\(text)")
            #expect(story.holdChanges.last?.missing.window == !hasWindow, "\(text)")
            #expect(story.holdChanges.last?.missing.foreground == !isForeground, "\(text)")
        }
    }
}
