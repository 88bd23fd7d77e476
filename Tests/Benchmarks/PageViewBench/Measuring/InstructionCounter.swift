import PageViewAutomation

/// An exact counter of a probe's instructions, which runs it in a simulated processor.
///
/// It subtracts two runs with different numbers of rounds, so that the work before and after the rounds cancels out.
struct InstructionCounter {
    /// A copy of this program without debug information, which some simulators cannot read.
    private let program: String

    /// Creates a copy of this program in a folder; throws an error if valgrind is not installed.
    init(in folder: TemporaryFolder) throws {
        guard try ChildProcess.run(["valgrind", "--version"]).status == 0 else {
            throw ChildProcess.Failure(description: "valgrind cannot be run")
        }
        program = folder.file("probe")
        guard try ChildProcess.run(["strip", "-g", "-o", program, Program.path]).status == 0 else {
            throw ChildProcess.Failure(description: "strip cannot be run")
        }
    }

    /// Returns the instructions of one round of a probe.
    func instructions(of probe: Probe) throws -> Double {
        let few = probe.rounds
        let many = 3 * few
        return Double(try total(probe, many) - total(probe, few)) / Double(many - few)
    }

    private func total(_ probe: Probe, _ rounds: Int) throws -> Int {
        let log = program + ".log"
        let run = try ChildProcess.run(
            [
                "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
                "--probe", probe.name, "--rounds", "\(rounds)",
            ],
            streams: .init(errors: log),
            // Random hash seeds would make the numbers differ between runs.
            environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
        let text = TextFile.read(log) ?? ""
        guard run.status == 0, let total = Self.collected(in: text) else {
            throw ChildProcess.Failure(description: "valgrind failed: \(text.suffix(300))")
        }
        return total
    }

    /// Returns the number in callgrind's line `==7== Collected : 1234`.
    static func collected(in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 4, words[1] == "Collected", words[2] == ":" { return Int(words[3]) }
        }
        return nil
    }
}

/// Code that runs in its own process for a number of rounds, for counting its instructions.
struct Probe: Sendable {
    let name: String
    /// The number of rounds of the shorter run; the longer run has three times as many.
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
            // The recorder must be full even in the shorter run.
            .appearanceAgain("recording.ring", RecordedSubject.self),
            .currentPage, .tracker,
        ] + LoadScenario.probes
}

extension Probe {
    /// Returns a probe of one appearance of a pending page: three calls.
    static func appearance<Subject: PageViewSubject>(_ name: String, _ type: Subject.Type) -> Probe {
        let rounds = 200
        return Probe(name: name, rounds: rounds) { count in
            // The same number of pages for every number of rounds, so that the setup cancels out.
            var population = Population(type, pages: 3 * rounds)
            population.appear(min(count, 3 * rounds))
        }
    }

    /// Returns a probe of repeated appearances of one page, made pending in between: four calls.
    static func appearanceAgain<Subject: PageViewSubject>(_ name: String, _ type: Subject.Type) -> Probe {
        Probe(name: name, rounds: 500) { count in
            var population = Population(type, pages: 1)
            population.appearAgain(count)
        }
    }

    /// A probe of the query for the current page of a scene.
    static let currentPage = Probe(name: "queries.current-page", rounds: 1_000) { count in
        let subject = EngineSubject(Counter())
        let page = subject.makePage("page-name")
        subject.didAppear(page, at: 0)
        let scene = subject.engine.mainScene
        var found = 0
        for _ in 0..<count where subject.engine.currentPage(in: scene) != nil { found += 1 }
        precondition(found == count, "expected a current page")
    }
}
