import PageViewProviders

extension Row {
    /// An event on its way through a tracker to a provider.
    static let tracker = Row(id: "tracker", title: "6. Track through the tracker, three properties") { context in
        let memory = InMemoryTrackingProvider()
        let subject = TrackerSubject([memory])
        // Lists that have grown are not grown again.
        subject.track(2_000)
        memory.removeAll()
        let exact = [
            context.allocations(
                "tracker.allocations", "allocations, one event to a provider in memory", rounds: 1_000,
                reach: .atMost(4)
            ) { subject.track(1_000) },
            context.instructions(
                "instructions.tracker.event", "instructions, one event to a provider in memory", .tracker,
                reach: .atMost(6_000)),
        ]
        if context.options.isExact { return exact }
        let quiet = TrackerSubject([NoOpTrackingProvider()])
        let times = try Interleaving.run(
            context.repetitions, [{ Stopwatch.nanoseconds(perRound: 2_000) { quiet.track(2_000) } }])
        return exact + [.sampled("tracker.ns", "one event to a provider that does nothing", times.first, .nanoseconds)]
    }
}

extension Probe {
    /// One event with three properties to a provider in memory.
    static let tracker = Probe(name: "tracker.event", rounds: 500) { count in
        let memory = InMemoryTrackingProvider()
        let subject = TrackerSubject([memory])
        subject.track(2_000)
        memory.removeAll()
        subject.track(count)
        precondition(memory.events.count == count, "expected every event to arrive")
    }
}
