import PageViewAutomation
import PageViewDelivery
import PageViewTracking

extension Row {
    /// The cost of an event from the call of the tracker to the provider.
    static let tracker = Row(id: "tracker", title: "6. Track through the tracker, three properties") { context in
        let memory = InMemoryTrackingProvider()
        let subject = TrackerSubject([memory])
        // Warm-up: lists grow to their final size.
        subject.track(2_000)
        memory.removeAll()
        let exact = [
            context.allocations(
                "tracker.allocations", "allocations, one event to a provider in memory", rounds: 1_000,
                target: .atMost(4)
            ) { subject.track(1_000) },
            context.instructions(
                "instructions.tracker.event", "instructions, one event to a provider in memory", .tracker,
                target: .atMost(6_000)),
        ]
        if context.options.isExact { return exact }
        let quiet = TrackerSubject([NoOpTrackingProvider()])
        let times = try Interleaving.run(
            context.repetitions, [{ Stopwatch.nanoseconds(perRound: 2_000) { quiet.track(2_000) } }])
        return try exact + journal(context) + [
            .sampled("tracker.ns", "one event to a provider that does nothing", times.first, .nanoseconds)
        ]
    }

    /// Measures events to a journal in sync mode, and plain writes of lines of about the same length.
    ///
    /// The journal passes each event to the operating system before the next one is tracked.
    private static func journal(_ context: Context) throws -> [Figure] {
        let count = context.options.isQuick ? 5_000 : 20_000
        let provider = JournalProvider(
            directory: context.folder.file("journal"), limits: JournalLimits(totalBytes: 32 << 20))
        let subject = TrackerSubject([provider])
        let file = try BareFile(context.folder.file("bare"), lineBytes: 400)
        let times = try Interleaving.run(
            context.repetitions,
            [
                { Stopwatch.nanoseconds(perRound: count) { subject.track(count) } },
                { Stopwatch.nanoseconds(perRound: count) { file.write(count) } },
            ])
        guard let own = times.first, let bare = times.last, let rate = Samples(own.values.map { 1e9 / $0 }) else {
            return []
        }
        return [
            .sampled("tracker.journal.ns", "one event to a journal in sync mode", own, .nanoseconds),
            .sampled("tracker.journal.bare.ns", "a line of 400 bytes by the bare call", bare, .nanoseconds),
            .sampled(
                "tracker.journal.rate", "events a second to a journal in sync mode", rate, .count,
                target: .atLeast(300_000)
            )
            .missed(
                because:
                    "A quarter of it is the bare call; the rest is tracking, writing JSON and the checksum."),
        ]
    }
}

extension Probe {
    /// A probe of one event with three properties to a provider in memory.
    static let tracker = Probe(name: "tracker.event", rounds: 500) { count in
        let memory = InMemoryTrackingProvider()
        let subject = TrackerSubject([memory])
        subject.track(2_000)
        memory.removeAll()
        subject.track(count)
        precondition(memory.events.count == count, "expected every event to arrive")
    }
}

/// A tracker that observes an engine with a live page, and receives events with three properties.
final class TrackerSubject: Sendable {
    /// A typed event, as an app defines it.
    private struct Event: TrackingEvent {
        let number: Int64

        var name: String { "item_selected" }
        var payload: Payload { ["index": .int(number), "list": "search results", "isSale": true] }
    }

    private let engine = PageViewEngine()
    private let page: ComponentID
    let tracker: Tracker

    init(_ providers: [any TrackingProvider]) {
        let notifier = PageViewNotifier(PageViewEvent(name: "search", context: "shop"))
        tracker = Tracker(observing: engine, providers: providers)
        page = engine.makeComponent()
        engine.declare(notifier, for: page)
        engine.report(.didAppear, of: page)
    }

    func track(_ count: Int) {
        for number in 0..<count { tracker.track(Event(number: Int64(number))) }
    }
}
