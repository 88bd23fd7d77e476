import PageViewAutomation

extension Row {
    /// One appearance with all features, compared with the same work written by hand.
    static let appearance = Row(
        id: "appearance", title: "1. One appearance: didAppear, ready with 3 values, didDisappear"
    ) { context in
        exactFigures(context) + (context.options.isExact ? [] : try timedFigures(context))
    }

    private static let workNote =
        "Previous page, time on page, ordered delivery to one receiver. The payload has been made before, and each round "
        + "takes a pending page, so no page is made pending inside the round. Times come with the reports; a "
        + "notifier has none, so for it the engine reads a clock with a set time."
    private static let pendingNote =
        "The same page, made pending at the end of each round: four calls instead of three."

    private static func exactFigures(_ context: Context) -> [Figure] {
        let rounds = 1_000
        func allocations<Subject: PageViewSubject>(
            _ name: String, _ title: String, _ type: Subject.Type, target: Target? = nil
        ) -> Figure {
            var population = Population(type, pages: rounds)
            population.appear(rounds)
            population.reset(rounds)
            return context.allocations(
                "appearance.allocations.\(name)", "allocations, \(title)", rounds: rounds, target: target,
                note: target == nil ? nil : workNote
            ) {
                population.appear(rounds)
            }
        }
        var again = Population(EngineSubject.self, pages: 1)
        again.appearAgain(rounds)
        func instructions(_ name: String, _ title: String, target: Target? = nil, note: String? = nil) -> Figure {
            guard let probe = Probe.all.first(where: { $0.name == name }) else {
                return .unmeasured(name, title, "no such probe", target: target)
            }
            return context.instructions("instructions.\(name)", title, probe, target: target, note: note)
        }
        return [
            allocations("engine", "the engine", EngineSubject.self, target: .atMost(0)),
            context.allocations(
                "appearance.allocations.again", "allocations, the engine, with pending", rounds: rounds,
                target: .atMost(0), note: pendingNote
            ) { again.appearAgain(rounds) },
            allocations("foundation-lock", "NSLock and dictionary", LockedTable<FoundationLock<LockedState>>.self),
            allocations("standard-lock", "Mutex and dictionary", LockedTable<StandardLock<LockedState>>.self),
            allocations("observables", "observables", ObservablePages.self),
            instructions("appearance.engine", "instructions, the engine", target: .atMost(1_000), note: workNote)
                .missed(because: instructionShares),
            instructions("appearance-and-pending.engine", "instructions, the engine, with pending", note: pendingNote),
            instructions("appearance.own-clock", "instructions, the engine with its own clock"),
            instructions("appearance.foundation-lock", "instructions, NSLock and dictionary"),
            instructions("appearance.standard-lock", "instructions, Mutex and dictionary"),
            instructions("appearance.observables", "instructions, observables"),
        ]
    }

    private static let instructionShares =
        "Three tenths are the reports with their rules, three the delivery with the receiver. One tenth each are "
        + "the page's state, the current page, which is published three times, and reference counting."
    private static let differences =
        "It has no scenes, containers, current page, links and policies. It has locks, reference counting and the "
        + "receiver too."

    /// An implementation that is compared with the first one in its list.
    private struct Alternative {
        let id: String
        let title: String
        let note: String
        let batch: () -> Double
    }

    private static func timedFigures(_ context: Context) throws -> [Figure] {
        let rounds = 1_000
        let fresh = [
            Alternative(id: "engine", title: "the engine", note: workNote, batch: fresh(EngineSubject.self, rounds)),
            Alternative(
                id: "own-clock", title: "the engine with its own clock", note: workNote,
                batch: self.fresh(OwnClockSubject.self, rounds)),
            Alternative(
                id: "foundation-lock", title: "NSLock and dictionary", note: workNote,
                batch: self.fresh(LockedTable<FoundationLock<LockedState>>.self, rounds)),
            Alternative(
                id: "standard-lock", title: "Mutex and dictionary", note: workNote,
                batch: self.fresh(LockedTable<StandardLock<LockedState>>.self, rounds)),
            Alternative(
                id: "observables", title: "observables", note: workNote, batch: self.fresh(ObservablePages.self, rounds)
            ),
            Alternative(
                id: "actor", title: "an actor, each call awaited",
                note: "Each call is a turn of the actor; the caller suspends three times.",
                batch: awaited(rounds)),
            Alternative(
                id: "inside-actor", title: "an actor, reports from inside",
                note: "The calls change no thread: the cost of an actor if all callers are inside it.",
                batch: inside(rounds)),
        ]
        let again = [
            Alternative(
                id: "again.engine", title: "the engine, with pending", note: pendingNote,
                batch: repeated(EngineSubject.self, rounds)),
            Alternative(
                id: "again.foundation-lock", title: "NSLock and dictionary, with pending", note: pendingNote,
                batch: repeated(LockedTable<FoundationLock<LockedState>>.self, rounds)),
            Alternative(
                id: "again.standard-lock", title: "Mutex and dictionary, with pending", note: pendingNote,
                batch: repeated(LockedTable<StandardLock<LockedState>>.self, rounds)),
            Alternative(
                id: "again.observables", title: "observables, with pending", note: pendingNote,
                batch: repeated(ObservablePages.self, rounds)),
        ]
        return try compare(fresh, context) + compare(again, context) + [payload(context)]
    }

    private static func compare(_ alternatives: [Alternative], _ context: Context) throws -> [Figure] {
        let samples = try Interleaving.run(context.repetitions, alternatives.map(\.batch))
        let times = zip(alternatives, samples).map { alternative, samples in
            Figure.sampled(
                "appearance.ns.\(alternative.id)", alternative.title, samples, .nanoseconds, note: alternative.note)
        }
        // The engine with its own clock is no alternative to the engine.
        let ratios = zip(alternatives, samples).dropFirst().filter { $0.0.id != "own-clock" }
            .map { alternative, own in
                Figure.sampled(
                    "appearance.ratio.\(alternative.id)", "\(alternative.title), times the engine",
                    own.ratios(to: samples[0]), .ratio, target: .atLeast(4), note: alternative.note
                )
                .missed(because: differences)
            }
        return times + ratios
    }

    /// Measures the creation of a payload, which an app does before the call; the other figures exclude it.
    private static func payload(_ context: Context) throws -> Figure {
        var count = 0
        let samples = try Interleaving.run(
            context.repetitions,
            [
                {
                    Stopwatch.nanoseconds(perRound: 1_000) {
                        for round in 0..<1_000 {
                            let payload: Payload = [
                                "items": .int(Int64(round)), "currency": "EUR", "isMember": true,
                            ]
                            count += payload.entries.count
                        }
                    }
                }
            ])
        return .sampled("appearance.payload.ns", "making a payload of 3 values", samples.first, .nanoseconds)
    }

    private static func fresh<Subject: PageViewSubject>(_ type: Subject.Type, _ rounds: Int) -> () -> Double {
        var population = Population(type, pages: rounds)
        return {
            population.reset(rounds)
            return Stopwatch.nanoseconds(perRound: rounds) { population.appear(rounds) }
        }
    }

    private static func repeated<Subject: PageViewSubject>(_ type: Subject.Type, _ rounds: Int) -> () -> Double {
        var population = Population(type, pages: 1)
        return { Stopwatch.nanoseconds(perRound: rounds) { population.appearAgain(rounds) } }
    }

    private static func awaited(_ rounds: Int) -> () -> Double {
        let population = ActorPopulation(pages: rounds)
        return {
            Waiting.run { await population.reset() }
            return Stopwatch.nanoseconds(perRound: rounds) { Waiting.run { await population.appear() } }
        }
    }

    private static func inside(_ rounds: Int) -> () -> Double {
        let population = ActorPopulation(pages: rounds)
        return {
            Waiting.run { await population.reset() }
            return Stopwatch.nanoseconds(perRound: rounds) { Waiting.run { await population.appearInside() } }
        }
    }
}
