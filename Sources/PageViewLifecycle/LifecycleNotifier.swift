import Synchronization

/// Where a UI framework reports what happens to its components, and where others listen.
///
/// It issues the identities, and passes each report on: first to the engines that follow it, on the reporting thread,
/// then to the observers, one report at a time in an order that is the same for all observers. It never traps, whatever is reported, in any order, from
/// any thread (rule LC-003).
public final class LifecycleNotifier: Sendable {
    private struct State {
        var identities = IdentityTable()
        var sceneCount: UInt32 = 1
        var followers: [any LifecycleFollower] = []
        var observers: [(number: UInt64, observer: any LifecycleObserver)] = []
        var subscriptionCount: UInt64 = 0
        var outbox = Outbox<(event: NavigationEvent, time: Timestamp?)>()
    }

    private static let issuers = Atomic<UInt32>(0)
    private let issuer: UInt32
    private let protected = Protected(State())
    /// Held while a report is applied by several; taken before any other lock, and only here.
    private let order = Protected<Void>(())

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
        let (followers, isObserved) = protected.withLock { ($0.followers, !$0.observers.isEmpty) }
        if followers.count == 1, !isObserved {
            // One alone keeps its own order.
            let follower = followers[0]
            let due = follower.apply(event, reportedAt: time, now: time ?? follower.now)
            finish(event)
            follower.deliver(due)
        } else {
            reportToMany(event, time, followers)
        }
    }

    /// All hear the reports of all threads in one order: they are applied and put down for the observers one at a time.
    private func reportToMany(
        _ event: NavigationEvent, _ time: Timestamp?, _ followers: [any LifecycleFollower]
    ) {
        let times = followers.map { time ?? $0.now }
        let (due, isDrainer) = order.withLock { _ in
            let due = zip(followers, times).map { $0.apply(event, reportedAt: time, now: $1) }
            finish(event)
            let isDrainer = protected.withLock { state in
                guard !state.observers.isEmpty else { return false }
                state.outbox.waiting.append((event, time))
                return state.outbox.startDraining()
            }
            return (due, isDrainer)
        }
        for (follower, due) in zip(followers, due) { follower.deliver(due) }
        if isDrainer { drain() }
    }

    /// The place of a component that is gone is free for another one, now that every follower has seen its end.
    private func finish(_ event: NavigationEvent) {
        guard case .component(let component, .destroy) = event, component.issuer == issuer else { return }
        protected.withLock { $0.identities.release(component) }
    }

    private func drain() {
        var batch: [(event: NavigationEvent, time: Timestamp?)] = []
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
        protected.withLock { $0.followers.append(follower) }
    }

    package func removeFollower(_ follower: some LifecycleFollower) {
        let removed = protected.withLock { state in
            defer { state.followers.removeAll { $0 === follower } }
            return state.followers.filter { $0 === follower }
        }
        withExtendedLifetime(removed) {}
    }
}

private struct ClosureObserver: LifecycleObserver {
    let body: @Sendable (NavigationEvent, Timestamp?) -> Void

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { body(event, time) }
}
