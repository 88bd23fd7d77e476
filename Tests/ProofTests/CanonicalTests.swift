import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The canonical form of a state omits only the facts that no rule reads.
@Suite(.watched)
struct CanonicalTests {
    /// Sets of reports, each around facts that the canonical form might confuse.
    static let themes = [
        // Orders.
        """
        didAppear a
        didAppear b
        didDisappear a
        detach a
        attach a
        attach b scene=second
        sceneActive main
        sceneActive second
        sceneBackground main
        sceneBackground second
        sceneForeground second
        """,
        // Deep links, and the page views that carry them.
        """
        create a state=pending
        ready a
        didAppear a
        didAppear b
        didDisappear b
        deepLink app://link
        sceneBackground
        sceneForeground
        record page=note
        """,
        // Transitions, and their remains.
        """
        willAppear a
        didAppear a
        willDisappear a
        didDisappear a
        detach a
        attach a
        sceneClose
        create a page=list
        record a
        """,
        // Lifetimes and containers.
        """
        create a parent=b
        create b parent=a
        create a page=list
        didAppear a
        didAppear b
        destroy a
        destroy b
        interaction tap
        sceneClose
        """,
    ]

    @Test("States with equal canonical forms produce equal records and answers, except for numbers", arguments: themes)
    func equalStatesGoOnAlike(theme: String) throws {
        let steps = try Step.lines(theme) + [.stop, .start(countingVisible: true), .start(countingVisible: false)]
        let policy = EnginePolicy(cancelledDisappearance: .counts, reveal: .counts, foreground: .counts)
        var states = [ReferenceModel(policy: policy)]
        for step in try Step.lines("create a page=home\ncreate b page=home") { _ = states[0].take(step) }
        var known = [states[0].canonical: 0]
        var numbers = SeededNumbers(state: 1)
        var next = 0
        // Every step is applied to every state. If a step leads to a known canonical form, the state with that form
        // becomes the twin, and both take the same random steps.
        while next < states.count, next < (Proof.isAsked ? 5_000 : 100) {
            for step in steps {
                var model = states[next]
                _ = model.take(step)
                if let place = known[model.canonical] {
                    var twin = states[place]
                    try #require(answers(model) == answers(twin), "after \(step)")
                    for _ in 0..<4 {
                        let then = steps[Int.random(in: 0..<steps.count, using: &numbers)]
                        let records = model.take(then).map(\.withoutNumbers)
                        try #require(records == twin.take(then).map(\.withoutNumbers), "after \(step), \(then)")
                        try #require(model.canonical == twin.canonical, "after \(step), \(then)")
                    }
                } else {
                    known[model.canonical] = states.count
                    states.append(model)
                }
            }
            next += 1
        }
    }

    @Test("A few names and values lead to a bounded number of states")
    func statesAreFinite() throws {
        var lines = "create a page=home state=pending\nready a\n"
        if Proof.isAsked { lines += "record a\nrecord page=note\ndeepLink app://link\n" }
        for report in ["willAppear", "didAppear", "willDisappear", "didDisappear", "attach", "detach", "destroy"] {
            lines += "\(report) a\n"
        }
        lines += "sceneForeground\nsceneBackground\nsceneActive\nsceneClose\n"
        let steps = try Step.lines(lines) + [.stop, .start(countingVisible: true)]
        var waiting = [ReferenceModel(policy: .session)]
        var known: Set<Canonical> = [waiting[0].canonical]
        while let model = waiting.popLast(), known.count < 20_000 {
            for step in steps {
                var next = model
                _ = next.take(step)
                if known.insert(next.canonical).inserted { waiting.append(next) }
            }
        }
        #expect(waiting.isEmpty, "expected a bounded number of states, found \(known.count)")
        #expect(known.count > 100)
    }

    /// Returns the answers to the queries, without numbers.
    private func answers(_ model: ReferenceModel) -> [ReferenceRecord] {
        func answer(_ page: ReferencePage?) -> ReferenceRecord {
            ReferenceRecord.currentPage(scene: "", page: page, time: .zero).withoutNumbers
        }
        let scenes = ["main", "second"]
        return ([nil] + scenes).flatMap { [answer(model.currentPage(in: $0)), answer(model.lastPage(in: $0))] }
            + scenes.flatMap { model.livePages(in: $0).map(answer) }
    }
}
