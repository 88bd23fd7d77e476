import PageViewAutomation
import TestSupport
import Testing

/// Sequences for which the engine and the reference model once differed.
@Suite(.watched)
struct FoundDifferenceTests {
    struct Found: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: EnginePolicy
        let lines: String
    }

    static let foundDifferences = [
        Found(
            testDescription:
                "A page that is ready in the background and counted by hand counts once at the foreground",
            policy: EnginePolicy(foreground: .counts),
            lines: """
                create home page=home state=pending
                didAppear home
                sceneBackground
                ready home
                record home
                sceneForeground
                """),
        Found(
            testDescription: "A page that waited for the foreground in two scenes counts once",
            policy: EnginePolicy(foreground: .counts),
            lines: """
                create home scene=left page=home state=pending
                didAppear home
                sceneBackground left
                ready home
                attach home scene=right
                pending home
                didAppear home
                sceneBackground right
                ready home
                sceneForeground left
                pending home
                ready home
                sceneForeground right
                """),
        Found(
            testDescription: "An appearance that began by a return leaves the link, although it is counted by hand",
            policy: .standard,
            lines: """
                sceneBackground
                create home page=home state=pending
                didAppear home
                sceneForeground
                deepLink app://one
                record home
                """),
    ]

    @Test("The engine agrees with the reference model on sequences that once differed", arguments: foundDifferences)
    func staysAway(found: Found) throws {
        var pair = Pair(policy: found.policy)
        for step in try Step.lines(found.lines) {
            if let difference = pair.take(step) {
                Issue.record("after \(step):\n\(difference)")
                return
            }
        }
    }

    @Test("A page view by hand mentions its component in a stopped engine too")
    func mentionedWhileStopped() throws {
        var pair = Pair(policy: .standard)
        // A session exists from its first event.
        let steps =
            try Step.lines("sceneActive") + [.stop] + Step.lines("record c scene=second page=home\nsceneClose second")
            + [.start(countingVisible: false)] + Step.lines("create c page=home\ndidAppear c")
        for step in steps {
            if let difference = pair.take(step) {
                Issue.record("after \(step):\n\(difference)")
                return
            }
        }
    }
}
