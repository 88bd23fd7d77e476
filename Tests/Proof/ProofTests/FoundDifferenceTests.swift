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

        init(_ title: String, _ lines: String, _ policy: EnginePolicy = .standard) {
            (testDescription, self.policy, self.lines) = (title, policy, lines)
        }
    }

    static let foundDifferences = [
        Found(
            "A page that is ready in the background and counted by hand counts once at the foreground",
            """
            create home page=home state=pending
            didAppear home
            sceneBackground
            ready home
            record home
            sceneForeground
            """, EnginePolicy(foreground: .counts)),
        Found(
            "A page that waited for the foreground in two scenes counts once",
            """
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
            """, EnginePolicy(foreground: .counts)),
        Found(
            "An appearance that began by a return carries the link if it is counted by hand",
            """
            sceneBackground
            create home page=home state=pending
            didAppear home
            sceneForeground
            deepLink app://one
            record home
            """),
        Found(
            "A container that moves brings its content at every depth above another page",
            """
            didAppear c
            create a page=item
            didAppear a
            create c page=home parent=b
            create b parent=a
            """),
        Found(
            "Content has the level of the container that its own container leaves it to",
            """
            create d level=-1
            create f page=list parent=d
            create h page=item
            didAppear h
            didAppear f
            destroy d
            """),
        Found(
            "A page that a policy counts again stays the current page of a list",
            """
            show [b page=list state=pending parent=h] [c page=list level=0] [f page=item] [h page=home]
            didDisappear f
            """, EnginePolicy(reveal: .counts)),
        Found(
            "A transition that is cancelled within an update is answered",
            """
            create b page=list
            didAppear b
            willDisappear b
            begin
            didDisappear b
            didAppear b
            commit
            didAppear b
            """, .literal),
        Found(
            "A page that is current only within a report is not the last page",
            """
            didAppear b
            create a page=item
            didAppear a
            record b page=home
            didDisappear a
            """, EnginePolicy(reveal: .counts)),
        Found(
            "One page view drops two links that waited too long",
            """
            deepLink app://one scene=second
            deepLink app://two
            50 record page=home scene=second
            """),
        Found(
            "What began again by a policy keeps the order of its first report",
            """
            create a
            create b page=home parent=a
            create c page=item parent=a level=-1
            create d page=list
            didAppear b
            didAppear c
            didAppear d
            didDisappear d
            detach a
            attach a
            """, EnginePolicy(reveal: .counts)),
        Found(
            "Of several lists in an update, the last one orders",
            """
            begin
            show [a page=list]
            focus c
            show [c page=list] [d page=list] [a]
            focus a
            show [a page=list] [b page=list] [c page=list] [d page=home]
            didDisappear a
            didAppear a
            commit
            """),
    ]

    @Test("The engine agrees with the reference model on sequences that once differed", arguments: foundDifferences)
    func staysAway(found: Found) throws {
        expectAgreement(try Step.lines(found.lines), found.policy)
    }

    private func expectAgreement(_ steps: [Step], _ policy: EnginePolicy = .standard) {
        var pair = Pair(policy: policy)
        for step in steps {
            if let difference = pair.take(step) {
                Issue.record("after \(step):\n\(difference)")
                return
            }
        }
    }

    @Test("A page view by hand mentions its component in a stopped engine too")
    func mentionedWhileStopped() throws {
        // A session exists from its first event.
        let steps =
            try Step.lines("sceneActive") + [.stop] + Step.lines("record c scene=second page=home\nsceneClose second")
            + [.start(countingVisible: false)] + Step.lines("create c page=home\ndidAppear c")
        expectAgreement(steps)
    }

    @Test("A close ends a passed-over page that its container detached in the update")
    func passedOverInClosedScene() throws {
        let steps =
            try Step.lines("didAppear c\ncreate b scene=second page=home attached=false\nwillDisappear c scene=main")
            + [.stop, .start(countingVisible: false)]
            + Step.lines("begin\ncreate c scene=main parent=b\ncreate c attached=false")
            + Step.lines("sceneClose second\nwillDisappear c")
        expectAgreement(steps)
    }
}
