import PageViewLifecycle

/// The way of events to one provider: a queue, and a thread that empties it, or whoever puts something in.
///
/// Nobody else waits for what the provider does, and nothing it throws goes any further.
final class ProviderLane: Sendable {
    private let provider: any TrackingProvider
    private let selective: (any SelectiveProvider)?
    let name: String
    private let diagnostics: DiagnosticTeller
    private let flushInterval: Int64?
    private let queue: Protected<LaneQueue>
    private let condition = ConditionVariable()
    let hasThread: Bool
    /// What the drainer knows of the provider.
    private let course = Protected(LaneCourse())
    /// Until the lane has ended: they keep the tracker's core alive.
    private let hooks = Protected(Hooks())

    /// The tracker's part in what a lane does.
    private struct Hooks: Sendable {
        /// Lets the tracker see whether another one has revoked consent.
        var beforeDelivery: @Sendable () -> Void = {}
        /// Lets the tracker end the revocation.
        var afterPurge: @Sendable () -> Void = {}
    }

    /// Connects the lane to its tracker, before it gets anything.
    func connect(beforeDelivery: @escaping @Sendable () -> Void, afterPurge: @escaping @Sendable () -> Void) {
        hooks.withLock { $0 = Hooks(beforeDelivery: beforeDelivery, afterPurge: afterPurge) }
    }

    /// Creates the lane of a provider.
    ///
    /// - Parameter limit: How many events may wait for the provider once it is ready.
    static func make(_ provider: any TrackingProvider, limit: Int, diagnostics: DiagnosticTeller) -> ProviderLane {
        if provider.delivery == .queued {
            let lane = ProviderLane(provider, limit: limit, diagnostics: diagnostics, hasThread: true)
            if LaneThread.start({ lane.run() }) { return lane }
        }
        return ProviderLane(provider, limit: limit, diagnostics: diagnostics, hasThread: false)
    }

    private init(_ provider: any TrackingProvider, limit: Int, diagnostics: DiagnosticTeller, hasThread: Bool) {
        self.provider = provider
        self.diagnostics = diagnostics
        self.hasThread = hasThread
        name = provider.name
        selective = provider as? any SelectiveProvider
        provider.reportDiagnostics { diagnostics.tell($0) }
        flushInterval = provider.flushInterval?.wholeNanoseconds
        queue = Protected(LaneQueue(provider: name, limit: limit))
    }

    var counts: ProviderCounts { queue.withLock { $0.counts } }

    // MARK: Putting in

    /// Puts an item in. To be followed by ``deliver(_:_:)`` on no lock.
    ///
    /// - Parameter isDeferred: Whether the caller does something else before that. Then it does not become the drainer: another
    ///   thread, or the caller itself in a callback, would wait for it.
    func put(_ item: LaneItem, isReleased: Bool = false, isDeferred: Bool = false) -> LanePlacement {
        // Once its thread may have ended, the caller delivers.
        queue.withLock { queue in
            let isOwn = !isDeferred && (!hasThread || queue.isEnded)
            return queue.put(item, by: isOwn ? .current : nil, isReleased: isReleased)
        }
    }

    /// Lets the provider have an item that was put in: by its thread or, if it has none, before this returns. Where another
    /// thread is letting it have something already that one goes on, and this one waits, unless it is serving a provider
    /// itself.
    func deliver(_ item: LaneItem, _ placement: LanePlacement) {
        switch placement {
        case .own(let number):
            ServingThreads.serve {
                let outcome = perform(item, number)
                if flushInterval != nil { flushIfDue() }
                let isLast = queue.withLock { $0.finishLast(number, outcome) }
                condition.signal()
                if !isLast { drain() }
                releaseHooksIfEnded()
            }
        case .waiting where hasThread: condition.signal()
        case .waiting(let number):
            if queue.withLock({ $0.startDraining(.current) }) {
                ServingThreads.serve { drain() }
            } else if !ServingThreads.isServing {
                condition.wait { queue.withLock { !$0.isOpen || $0.isDone(number) } }
            }
        case .full: break
        }
    }

    /// Makes the provider ready, before it gets anything; once.
    func configure() {
        guard queue.withLock({ $0.open() }) else { return }
        if hasThread {
            condition.signal()
        } else if queue.withLock({ $0.startDraining(.current) }) {
            ServingThreads.serve { drain() }
        }
    }

    // MARK: Revocations

    /// Drops the events that wait.
    func purge() {
        queue.withLock { $0.purge() }
    }

    /// Whether the provider has a revocation that an earlier process began.
    var hasUnfinishedRevocation: Bool { provider.hasUnfinishedRevocation }

    /// Lets the provider mark what it keeps. An item that purges follows, and then ``endRevocation()``.
    func beginRevocation() {
        course.withLock { $0.revocations.begun += 1 }
        attempt(.providerFailed, "it could not mark what it holds") { try provider.beginRevocation() }
    }

    /// Ends the revocations that the provider has purged.
    func endRevocation() {
        let count = course.withLock { course in
            defer { course.revocations.ended = course.revocations.purged }
            return course.revocations.purged - course.revocations.ended
        }
        for _ in 0..<count {
            let isEnded = attempt(.providerFailed, "it could not remove its mark") { try provider.endRevocation() }
            if !isEnded { course.withLock { $0.revocations.ended -= 1 } }
        }
    }

    /// Whether the last purge could not remove everything.
    var hasFailedPurge: Bool { course.withLock { $0.revocations.purged < $0.revocations.tried } }

    private func performPurge() {
        // Also one that could not be made ready: it may hold what it has received earlier.
        let isPurged = attempt(.providerFailed, "it could not forget what it holds") { try provider.purge() }
        course.withLock { course in
            course.revocations.tried = min(course.revocations.tried + 1, course.revocations.begun)
            if isPurged { course.revocations.purged = course.revocations.tried }
        }
        hooks.withLock { $0 }.afterPurge()
    }

    /// Waits until an item has been done, for so many nanoseconds at most; whether it has. A thread that serves
    /// a provider itself does not wait.
    func wait(for placement: LanePlacement, atMost nanoseconds: Int64?) -> Bool {
        let number =
            switch placement {
            case .own(let number), .waiting(let number): number
            case .full: queue.withLock { $0.lastNumber }
            }
        let isDone = {
            ServingThreads.isServing || !self.queue.withLock({ $0.isOpen })
                ? self.queue.withLock { $0.isDone(number) }
                : self.condition.wait(atMost: nanoseconds) { self.queue.withLock { $0.isDone(number) } }
        }
        return isDone() && isConfigured
    }

    /// Nothing more comes; the thread ends once nothing waits.
    func end() {
        queue.withLock { $0.end() }
        if hasThread {
            condition.signal()
        } else if queue.withLock({ $0.next(for: .current) == .end }) {
            ServingThreads.serve { finish() }
        }
    }

    /// The last call to the provider, and what has come meanwhile.
    private func finish() {
        flush()
        queue.withLock { $0.stopDraining() }
        if queue.withLock({ $0.startDraining(.current) }) { drain() }
        hooks.withLock { $0 = Hooks() }
    }

    // MARK: Letting the provider have it

    /// What the thread does until the lane has ended.
    private func run() {
        ServingThreads.serve {
            while true {
                switch queue.withLock({ $0.next(for: .current) }) {
                case .drain: drain()
                case .wait: wait()
                case .end: return finish()
                }
            }
        }
    }

    /// Sleeps until there is something to do; flushes if the time for that comes first.
    private func wait() {
        let deadline = course.withLock { $0.flushDeadline }
        let rest = deadline.map { $0.nanoseconds(since: SystemClock.now) }
        let isRung = condition.wait(atMost: rest) { queue.withLock { $0.hasWaiting || $0.isEnded } }
        if !isRung { flush() }
    }

    private func drain() {
        var batch: [NumberedItem] = []
        while let next = queue.withLock({ [batch] in $0.nextBatch(returning: batch) }) {
            batch = next
            for entry in batch {
                hooks.withLock { $0 }.beforeDelivery()
                let outcome = perform(entry.item, entry.number)
                queue.withLock { $0.finish(entry.number, outcome) }
                condition.signal()
                if flushInterval != nil { flushIfDue() }
            }
            batch.removeAll(keepingCapacity: true)
        }
        releaseHooksIfEnded()
    }

    private func releaseHooksIfEnded() {
        if !hasThread, queue.withLock({ $0.isEnded }) { hooks.withLock { $0 = Hooks() } }
    }

    private func perform(_ item: LaneItem, _ number: UInt64) -> LaneOutcome {
        switch item {
        case .configure:
            let isConfigured = attempt(.notConfigured, "it gets no events") { try provider.configure() }
            course.withLock { $0.isConfigured = isConfigured }
            return .ready
        case .event(let event):
            guard !isPurged(number) else { return .purged }
            return receive(event, number)
        case .identity(let identity):
            if !isPurged(number) { identify(identity) }
        case .flush:
            flush()
        case .purge:
            performPurge()
        }
        return .nothing
    }

    private func isPurged(_ number: UInt64) -> Bool { queue.withLock { $0.isPurged(number) } }

    private var isConfigured: Bool { course.withLock { $0.isConfigured } }

    private func receive(_ accepted: AcceptedEvent, _ number: UInt64) -> LaneOutcome {
        let (isConfigured, change) = course.withLock { ($0.isConfigured, $0.change(to: accepted.event.identity)) }
        guard isConfigured else { return .notConfigured }
        if let change { tell(accepted.event.identity, change) }
        if let selective, !selective.takes(accepted.event) { return .filtered }
        // Telling of the user may have taken long.
        guard !isPurged(number) else { return .purged }
        let isDelivered = attempt(.providerFailed, "it does not get the event again", accepted) {
            if let selective { try accepted.deliver(taken: selective) } else { try accepted.deliver(to: provider) }
        }
        if let flushInterval {
            course.withLock { course in
                guard course.flushDeadline == nil else { return }
                course.flushDeadline = SystemClock.now.later(byNanoseconds: flushInterval)
            }
        }
        return isDelivered ? .delivered : .failed
    }

    /// Tells the provider whom the events are about, if it has not been told.
    private func identify(_ identity: UserIdentity) {
        if let change = course.withLock({ $0.change(to: identity) }) { tell(identity, change) }
    }

    private func tell(_ identity: UserIdentity, _ change: LaneCourse.IdentityChange) {
        if change == .another { attempt(.providerFailed, "it did not forget the user") { try provider.reset() } }
        attempt(.providerFailed, "it was not told of the user") { try provider.identify(identity) }
    }

    private func flushIfDue() {
        let isDue = course.withLock { $0.flushDeadline.map { $0 <= SystemClock.now } ?? false }
        if isDue { flush() }
    }

    private func flush() {
        hooks.withLock { $0 }.beforeDelivery()
        let isReady = course.withLock { course in
            course.flushDeadline = nil
            // What is to be purged must not be sent before.
            return course.isConfigured && course.revocations.purged == course.revocations.begun
        }
        if isReady { attempt(.providerFailed, "it was not flushed") { try provider.flush() } }
    }

    @discardableResult
    private func attempt(
        _ kind: TrackingDiagnostic.Kind, _ consequence: StaticString, _ accepted: AcceptedEvent? = nil,
        _ body: () throws -> Void
    ) -> Bool {
        do {
            try body()
            return true
        } catch {
            diagnostics.tell(
                TrackingDiagnostic(
                    kind, "\(name) threw \(error); \(consequence)", event: accepted?.event.name, provider: name))
            return false
        }
    }
}
