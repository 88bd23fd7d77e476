import Synchronization

/// Where a UI framework reports what happens to its components, and where others listen.
///
/// It issues the identities, and passes each report on: first to the engines that follow it, on the reporting thread,
/// then to the observers. All of them hear the reports of all threads in one order. It never traps, whatever is
/// reported, in any order, from any thread (rule LC-003).
public final class LifecycleNotifier: Sendable {
    private static let issuers = Atomic<UInt32>(0)
    private let issuer: UInt32
    /// One lock for all that is decided, here and by those who follow: while it is held a report is applied by all of them.
    @usableFromInline let protected: Protected<NotifierState>

    /// The scene of components that nobody put anywhere else.
    public let mainScene: SceneID

    /// Creates a notifier without observers.
    public init() {
        issuer = Self.issuers.add(1, ordering: .relaxed).newValue
        mainScene = SceneID(index: 0, issuer: issuer, tag: 0)
        protected = Protected(NotifierState(issuer: issuer))
    }

    /// Issues the identity of a new component; `tag` is a number of the framework's own, which comes back in records.
    public func makeComponent(tag: UInt64 = 0) -> ComponentID {
        let (index, generation) = protected.withLock { $0.identities.take() }
        return ComponentID(index: index, generation: generation, issuer: issuer, tag: tag)
    }

    /// Issues the identity of a new scene; `tag` is a number of the framework's own, which comes back in records.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        let index = protected.withLock { state in
            defer { state.sceneCount += 1 }
            return state.sceneCount
        }
        return SceneID(index: index, issuer: issuer, tag: tag)
    }

    /// Passes a report on. Any thread; a report made from inside an observer is delivered after the current one.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened; left out, each listener takes the time by its own clock.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        var isApplied = true
        let delivery: Delivery? = protected.withLock { state in
            if let time {
                state.apply(event, at: time)
            } else if !state.hasForeignClock {
                state.applyNow(event)
            } else {
                isApplied = false
                return nil
            }
            return state.startDelivering()
        }
        if let delivery { deliver(delivery) }
        if !isApplied { reportByForeignClocks(event) }
    }

    /// Passes on a report that names no time, where a follower has a clock that is foreign code: they are asked before
    /// the lock is taken.
    private func reportByForeignClocks(_ event: NavigationEvent) {
        var readings = ClockReadings()
        var attempts = 0
        var isApplied = false
        while !isApplied {
            let (followers, revision) = protected.withLock { ($0.followers, $0.followersRevision) }
            readings.take(followers)
            attempts += 1
            let delivery: Delivery? = protected.withLock { state in
                // Whoever follows by now hears the report too, so its clock has to be asked. Only a clock that makes
                // engines without end has no end to this: those come too late.
                guard state.followersRevision == revision || attempts > 8 else { return nil }
                state.apply(event, readings)
                isApplied = true
                return state.startDelivering()
            }
            if let delivery { deliver(delivery) }
        }
    }

    // MARK: Delivery

    /// Does something inside the lock, and delivers what follows from it, as a report does; for a follower. `body` calls
    /// nothing foreign.
    @inlinable
    @inline(__always)
    package func perform<Follower: LifecycleFollower, Answer: Sendable>(
        for own: Follower, _ body: () -> Answer
    ) -> Answer {
        let (answer, due) = protected.locked {
            let answer = body()
            return unsafe (answer, protected.held().pointee.startDelivering(first: own))
        }
        if due != .nothing { deliver(due, of: own) }
        return answer
    }

    /// Passes a report on that comes by way of a follower, which is spared being looked for where it is the only one.
    @inlinable @inline(__always)
    package func report<Follower: LifecycleFollower>(
        _ event: NavigationEvent, at time: Timestamp?, by own: Follower
    ) {
        let due: Due? = protected.locked {
            guard unsafe protected.held().pointee.isAlone, time != nil || own.foreignClock == nil else { return nil }
            own.apply(event, at: time ?? SystemClock.now, isReported: time != nil)
            unsafe protected.held().pointee.conclude(event, at: time)
            return unsafe protected.held().pointee.startDelivering(first: own)
        }
        guard let due else { return report(event, at: time) }
        if due != .nothing { deliver(due, of: own) }
    }

    @inlinable @inline(never)
    func deliver<Follower: LifecycleFollower>(_ due: Due, of own: Follower) {
        var due = due
        while case .own(let lane) = due {
            own.deliver(lane)
            due = protected.locked { unsafe protected.held().pointee.nextDelivery(after: lane, of: own) }
        }
        if case .others = due { deliverWaiting() }
    }

    /// Delivers what waits for anybody.
    @usableFromInline
    func deliverWaiting() {
        if let delivery = protected.withLock({ $0.startDelivering() }) { deliver(delivery) }
    }

    /// Does something inside the lock; for a follower, whose state it guards. `body` calls nothing foreign.
    @inlinable
    package func withLock<Answer>(_ body: () -> sending Answer) -> sending Answer { protected.locked(body) }

    /// Whether the calling thread is inside a delivery, so in a receiver or an observer.
    package var isDelivering: Bool { protected.withLock { $0.isDelivering } }

    /// Delivers a batch, and whatever waits then and nobody else delivers. What receivers and observers report meanwhile
    /// is not delivered in the middle of their calls, to whomever it goes, but here, after them (ORD-004).
    @usableFromInline
    func deliver(_ first: Delivery) {
        var next: Delivery? = first
        while let delivery = next {
            switch delivery {
            case .follower(let follower, let lane): follower.deliver(lane)
            case .observers: deliverToObservers()
            }
            next = protected.withLock { $0.nextDelivery(after: delivery) }
        }
    }

    private func deliverToObservers() {
        let batch = protected.withLock { $0.observersBatch }
        for report in batch {
            // Asked for anew each time, so that an observer removed by another one hears nothing more.
            let observers = protected.withLock { $0.observers }
            for (number, observer) in observers
            where protected.withLock({ $0.observers.contains { $0.number == number } }) {
                observer.lifecycleDidReport(report.event, at: report.time)
            }
        }
    }

    // MARK: Listeners

    /// Adds an observer, which hears what is delivered from now on; from inside a callback too.
    @discardableResult
    public func addObserver(_ observer: some LifecycleObserver) -> LifecycleSubscription {
        protected.withLock { state in
            state.subscriptionCount += 1
            state.observers.append((state.subscriptionCount, observer))
            return LifecycleSubscription(number: state.subscriptionCount)
        }
    }

    /// Adds an observer that is a closure.
    @discardableResult
    public func addObserver(
        _ observer: @escaping @Sendable (NavigationEvent, Timestamp?) -> Void
    ) -> LifecycleSubscription {
        addObserver(ClosureObserver(body: observer))
    }

    /// Removes an observer; from inside a callback too. A call to it that is under way on another thread may finish.
    public func removeObserver(_ subscription: LifecycleSubscription) {
        // Carried out of the lock: if it goes now, what happens then is foreign code.
        let removed = protected.withLock { state in
            defer { state.observers.removeAll { $0.number == subscription.number } }
            return state.observers.filter { $0.number == subscription.number }
        }
        withExtendedLifetime(removed) {}
    }

    /// Whether this identity is this notifier's and its component has not been destroyed.
    package func isInUse(_ component: ComponentID) -> Bool {
        component.issuer == issuer && protected.withLock { $0.identities.isInUse(component) }
    }

    package func addFollower(_ follower: some LifecycleFollower) {
        protected.withLock { $0.add(follower) }
    }

    package func removeFollower(_ follower: some LifecycleFollower) {
        let removed = protected.withLock { $0.remove(follower) }
        withExtendedLifetime(removed) {}
    }
}

private struct ClosureObserver: LifecycleObserver {
    let body: @Sendable (NavigationEvent, Timestamp?) -> Void

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { body(event, time) }
}
