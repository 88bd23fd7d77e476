import Synchronization

/// Where a UI framework reports what happens to its components, and where others listen.
///
/// It issues the identities, and passes each report on: first to the engines that follow it, on the reporting thread,
/// then to the observers. All of them hear the reports of all threads in one order. It never traps, whatever is
/// reported, in any order, from any thread (rule LC-003).
public final class LifecycleNotifier: Sendable {
    private struct State {
        var identities = IdentityTable()
        var sceneCount: UInt32 = 1
        var followers: [any LifecycleFollower] = []
        /// Counts the changes of `followers`.
        var followersRevision: UInt64 = 0
        var observers: [(number: UInt64, observer: any LifecycleObserver)] = []
        var subscriptionCount: UInt64 = 0
        var outbox = Outbox<(event: NavigationEvent, time: Timestamp?)>()
        /// The threads that deliver, each on behalf of all who follow or observe, and whether one has more to deliver
        /// by now.
        var deliverers: [(thread: ThreadIdentity, hasMore: Bool)] = []

        /// Applies a report whole: to every follower that has a reading of its clock, then for the observers. Whether
        /// this thread is to deliver.
        mutating func apply(
            _ event: NavigationEvent, of issuer: UInt32, reportedAt time: Timestamp?,
            now: (any LifecycleFollower) -> Timestamp?
        ) -> Bool {
            var isDue = !observers.isEmpty
            for follower in followers {
                guard let now = now(follower) else { continue }
                if follower.apply(event, reportedAt: time, now: now) { isDue = true }
            }
            // The place of a component that is gone is free for another one, now that every follower has seen its end.
            if case .component(let component, .destroy) = event, component.issuer == issuer {
                identities.release(component)
            }
            if !observers.isEmpty { outbox.waiting.append((event, time)) }
            return isDue && startDelivering()
        }

        /// Makes the calling thread a deliverer, unless it is one: then it is inside a delivery, and goes on with what
        /// waits when that has ended.
        mutating func startDelivering() -> Bool {
            guard let own = deliverers.firstIndex(where: { $0.thread == .current }) else {
                deliverers.append((.current, false))
                return true
            }
            deliverers[own].hasMore = true
            return false
        }

        /// Discharges the calling thread, unless there is more for it.
        mutating func stopDelivering() -> Bool {
            guard let own = deliverers.firstIndex(where: { $0.thread == .current }) else { return true }
            guard !deliverers[own].hasMore else {
                deliverers[own].hasMore = false
                return false
            }
            deliverers.remove(at: own)
            return true
        }
    }

    private static let issuers = Atomic<UInt32>(0)
    private let issuer: UInt32
    /// Taken before a follower's own lock: while it is held a report is applied by all of them.
    private let protected = Protected(State())

    /// The scene of components that nobody put anywhere else.
    public let mainScene: SceneID

    /// Creates a notifier without observers.
    public init() {
        issuer = Self.issuers.add(1, ordering: .relaxed).newValue
        mainScene = SceneID(index: 0, issuer: issuer, tag: 0)
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
        if time.map({ apply(event, at: $0) }) ?? applyNow(event) { deliverAll() }
    }

    private func apply(_ event: NavigationEvent, at time: Timestamp) -> Bool {
        protected.withLock { state in
            state.apply(event, of: issuer, reportedAt: time) { _ in time }
        }
    }

    /// Applies a report that names no time: each follower takes its own.
    private func applyNow(_ event: NavigationEvent) -> Bool {
        var readings = ClockReadings()
        var attempts = 0
        while true {
            // The clocks are foreign code: they are asked before the lock is taken.
            let (followers, revision) = protected.withLock { ($0.followers, $0.followersRevision) }
            readings.take(followers)
            attempts += 1
            let isDue: Bool? = protected.withLock { state in
                // Whoever follows by now hears the report too, so its clock has to be asked. Only a clock that makes
                // engines without end has no end to this: those come too late.
                guard state.followersRevision == revision || attempts > 8 else { return nil }
                return state.apply(event, of: issuer, reportedAt: nil) { readings.time(of: $0) }
            }
            if let isDue { return isDue }
        }
    }

    /// Delivers what waits for anybody, as the thread's report does; for a follower that has something to tell.
    package func deliver() {
        if protected.withLock({ $0.startDelivering() }) { deliverAll() }
    }

    /// Whether the calling thread is inside a delivery, so in a receiver or an observer.
    package var isDelivering: Bool { protected.withLock { $0.deliverers.contains { $0.thread == .current } } }

    /// Delivers what waits, as long as nobody else does. What receivers and observers report meanwhile is not
    /// delivered in the middle of their calls, to whomever it goes, but here, after them (ORD-004).
    private func deliverAll() {
        repeat {
            let (followers, isObserved) = protected.withLock { ($0.followers, !$0.outbox.waiting.isEmpty) }
            // Each is turned to when it is its turn: until then another thread can deliver for it.
            for follower in followers { follower.deliver() }
            if isObserved { deliverToObservers() }
        } while !protected.withLock { $0.stopDelivering() }
    }

    private func deliverToObservers() {
        var batch: [(event: NavigationEvent, time: Timestamp?)] = []
        guard protected.withLock({ $0.outbox.startDraining() }) else { return }
        while let next = protected.withLock({ $0.outbox.nextBatch(returning: batch) }) {
            batch = next
            for report in batch {
                // Asked for anew each time, so that an observer removed by another one hears nothing more.
                let observers = protected.withLock { $0.observers }
                for (number, observer) in observers
                where protected.withLock({ $0.observers.contains { $0.number == number } }) {
                    observer.lifecycleDidReport(report.event, at: report.time)
                }
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

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
        protected.withLock { state in
            follower.adopt(generations: state.identities.generations)
            state.followers.append(follower)
            state.followersRevision += 1
        }
    }

    package func removeFollower(_ follower: some LifecycleFollower) {
        let removed = protected.withLock { state in
            defer {
                state.followers.removeAll { $0 === follower }
                state.followersRevision += 1
            }
            return state.followers.filter { $0 === follower }
        }
        withExtendedLifetime(removed) {}
    }
}

private struct ClosureObserver: LifecycleObserver {
    let body: @Sendable (NavigationEvent, Timestamp?) -> Void

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { body(event, time) }
}
