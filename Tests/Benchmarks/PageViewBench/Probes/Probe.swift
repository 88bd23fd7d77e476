import PageViewAutomation

/// Something that runs in a process of its own for so many rounds, to have its instructions counted.
struct Probe: Sendable {
    let name: String
    /// How many rounds the shorter of two runs has; the longer one has three times as many.
    let rounds: Int
    let run: @Sendable (_ rounds: Int) -> Void

    static let all: [Probe] =
        [
            .appearance("appearance.engine", EngineSubject.self),
            .appearance("appearance.own-clock", OwnClockSubject.self),
            .appearance("appearance.foundation-lock", LockedTable<FoundationLock<LockedState>>.self),
            .appearance("appearance.standard-lock", LockedTable<StandardLock<LockedState>>.self),
            .appearance("appearance.observables", ObservablePages.self),
            .appearanceAgain("appearance-and-pending.engine", EngineSubject.self),
            // Long enough that the recorder is full in the shorter run too.
            .appearanceAgain("recording.ring", RecordedSubject.self),
            .currentPage, .tracker,
        ] + Burden.probes
}

extension Probe {
    /// One appearance of a page that is pending: three calls.
    static func appearance<Subject: PageViewSubject>(_ name: String, _ type: Subject.Type) -> Probe {
        let rounds = 200
        return Probe(name: name, rounds: rounds) { count in
            // The same for every number of rounds.
            var population = Population(type, pages: 3 * rounds)
            population.appear(min(count, 3 * rounds))
        }
    }

    /// The same page again and again, made pending in between: four calls.
    static func appearanceAgain<Subject: PageViewSubject>(_ name: String, _ type: Subject.Type) -> Probe {
        Probe(name: name, rounds: 500) { count in
            var population = Population(type, pages: 1)
            population.appearAgain(count)
        }
    }

    /// The current page of a scene.
    static let currentPage = Probe(name: "queries.current-page", rounds: 1_000) { count in
        let subject = EngineSubject(Tally())
        let page = subject.makePage("page-name")
        subject.didAppear(page, at: 0)
        let scene = subject.engine.mainScene
        var found = 0
        for _ in 0..<count where subject.engine.currentPage(in: scene) != nil { found += 1 }
        precondition(found == count, "expected a current page")
    }
}
