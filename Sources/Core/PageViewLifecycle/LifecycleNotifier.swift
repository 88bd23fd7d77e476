/// The object to which a UI framework reports events of its components and scenes.
///
/// A notifier issues identities and forwards each report. The engines that follow the notifier get the report first, on the
/// reporting thread; then the observers get it. Engines and observers get the reports of all threads in one order. An invalid
/// report never causes a crash, whatever its order and thread (rule LC-003).
public final class LifecycleNotifier: Sendable {
    private typealias Report = (event: NavigationEvent, time: Timestamp?)

    @safe private struct State: ~Copyable {
        var identities = IdentityTable()
        var sceneCount: UInt32 = 1
        var followers: [LifecycleFollower] = []
        // Proof: under the lock, `followers` keeps the engine alive. Outside the lock, the engine's own delivery keeps it alive
        // until the deliverer ends.
        /// The engine that follows, if there is exactly one. Unmanaged, because a retain for each report takes 40 instructions.
        var soleFollower: Unmanaged<LifecycleFollower>?
        var observers = Delivery<Report, ObserverListener>()
        var reports = RecordBuffer<Report>()
    }

    /// The one lock of the notifier and of all engines that follow it. Foreign code never runs under this lock.
    package let lock = Lock()
    /// The scene of components that are not put into another scene.
    public let mainScene: SceneID
    private let lent = LentRecord<Report, ObserverListener>()

    private let guarded = Guarded(State())

    private static let issuers = Protected<UInt32>(0)

    /// Creates a notifier without observers.
    public init() {
        let issuer = Self.issuers.withLock { count in
            count &+= 1
            return count
        }
        mainScene = SceneID(index: 0, issuer: issuer, tag: 0)
    }

    deinit { lock.destroy() }

    // MARK: Identities

    /// Issues the identity of a new component. Any thread.
    ///
    /// - Parameter tag: A number that the framework chooses. The engine's records contain it.
    public func makeComponent(tag: UInt64 = 0) -> ComponentID {
        lock.lock()
        defer { lock.unlock() }
        let (index, generation) = guarded.state.identities.take()
        return ComponentID(index: index, generation: generation, issuer: mainScene.issuer, tag: tag)
    }

    /// Issues the identity of a new scene. Any thread.
    ///
    /// - Parameter tag: A number that the framework chooses. The engine's records contain it.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        lock.lock()
        defer {
            guarded.state.sceneCount += 1
            lock.unlock()
        }
        return SceneID(index: guarded.state.sceneCount, issuer: mainScene.issuer, tag: tag)
    }

    /// Returns whether this notifier issued the identity, and the component is not destroyed (AP-010).
    package func isInUse(_ component: ComponentID) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return component.issuer == mainScene.issuer && guarded.state.identities.isInUse(component)
    }

    /// Frees the slot of a component that an engine has destroyed without a report, as in a replay (AP-011).
    package func releaseDestroyed(_ component: ComponentID) {
        lock.lock()
        defer { lock.unlock() }
        release(component)
    }

    // MARK: Reports

    /// Forwards a report. Any thread. Observers get a report from inside an observer after the current report.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - time: When it happened. If the time is omitted, each engine reads its own clock.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        if case .component(let component, let event) = event { return report(event, of: component, at: time) }
        lock.lock()
        applyAndDeliver(event, at: time) { $0.apply(event, at: time, andDeliver: $1) }
    }

    /// Forwards a report about a component.
    // Inlined, which saves 30 instructions of an appearance, because nearly every report is about a component.
    @inline(__always)
    package func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp?) {
        lock.lock()
        applyAndDeliver(.component(component, event), at: time) {
            $0.apply(event, of: component, at: time, andDeliver: $1)
        }
    }

    /// Reports `destroy`, unless the framework has already reported the end of the component (AP-010).
    fileprivate func destroy(_ component: ComponentID) {
        lock.lock()
        guard component.issuer == mainScene.issuer, guarded.state.identities.isInUse(component) else {
            return lock.unlock()
        }
        applyAndDeliver(.component(component, .destroy), at: nil) {
            $0.apply(.destroy, of: component, at: nil, andDeliver: $1)
        }
    }

    /// Applies a report to every engine, unlocks, and delivers the resulting records (ORD-001).
    ///
    /// Inlined, so that a report that only one engine gets stays in registers. That saves 80 instructions.
    @inline(__always)
    private func applyAndDeliver(
        _ event: @autoclosure () -> NavigationEvent, at time: Timestamp?, apply: (LifecycleFollower, Bool) -> Bool
    ) {
        guard let follower = unsafe guarded.state.soleFollower else {
            return applyToAllAndDeliver(event(), at: time, apply: apply)
        }
        unsafe follower._withUnsafeGuaranteedRef { follower in
            let mustDeliver = apply(follower, true)
            if case .component(let component, .destroy) = event() { release(component) }
            guard guarded.state.observers.isEmpty else {
                return notifyObservers(event(), at: time, after: mustDeliver ? follower : nil)
            }
            lock.unlock()
            if mustDeliver { follower.deliver() }
        }
    }

    /// Applies a report to several engines or to none, unlocks, and delivers the resulting records.
    @inline(never)
    private func applyToAllAndDeliver(
        _ event: NavigationEvent, at time: Timestamp?, apply: (LifecycleFollower, Bool) -> Bool
    ) {
        let followers = guarded.state.followers
        for follower in followers { _ = apply(follower, false) }
        if case .component(let component, .destroy) = event { release(component) }
        if !guarded.state.observers.isEmpty { guarded.state.reports.append((event, time), kind: 1) }
        lock.unlock()
        for follower in followers { follower.deliverPending() }
        lock.lock()
        deliverToObservers()
    }

    /// Forwards a report to the observers, and releases the lock. If `follower` is an engine, its records are delivered first.
    @inline(never)
    private func notifyObservers(_ event: NavigationEvent, at time: Timestamp?, after follower: LifecycleFollower?) {
        guarded.state.reports.append((event, time), kind: 1)
        if let follower {
            lock.unlock()
            // Another thread may deliver to the observers meanwhile, so a slow receiver does not delay them.
            follower.deliver()
            lock.lock()
        }
        deliverToObservers()
    }

    /// Delivers pending reports to the observers, unless another thread is delivering them. Releases the lock.
    private func deliverToObservers() {
        var isDelivering = guarded.state.observers.start(from: &guarded.state.reports, into: lent)
        guard isDelivering else { return lock.unlock() }
        while isDelivering {
            lock.unlock()
            lent.withListener { listener in
                lent.withRecord { listener.observer.lifecycleDidReport($0.record.event, at: $0.record.time) }
            }
            lock.lock()
            isDelivering = guarded.state.observers.next(from: &guarded.state.reports, into: lent)
        }
        let kept = guarded.state.observers.hasKept ? guarded.state.observers.takeKept() : []
        lock.unlock()
        // Released outside the lock, because the deinitializer of an observer is foreign code.
        withExtendedLifetime(kept) {}
    }

    /// Frees the slot of a destroyed component (AP-011). Every engine has already applied the `destroy`.
    private func release(_ component: ComponentID) {
        if component.issuer == mainScene.issuer { guarded.state.identities.release(component) }
    }

    // MARK: Listeners

    /// Adds an observer, which receives the reports from now on. An observer may call this method.
    @discardableResult
    public func addObserver(_ observer: some LifecycleObserver) -> LifecycleSubscription {
        lock.lock()
        defer { lock.unlock() }
        return LifecycleSubscription(
            number: guarded.state.observers.add(ObserverListener(observer), interests: 1, after: guarded.state.reports))
    }

    /// Adds an observer that is a closure.
    @discardableResult
    public func addObserver(
        _ observer: @escaping @Sendable (NavigationEvent, Timestamp?) -> Void
    ) -> LifecycleSubscription {
        addObserver(ClosureObserver(body: observer))
    }

    /// Removes an observer. An observer may call this method.
    ///
    /// If another thread is calling the removed observer, that call finishes.
    public func removeObserver(_ subscription: LifecycleSubscription) {
        lock.lock()
        let removed = guarded.state.observers.remove(subscription.number)
        lock.unlock()
        // Released outside the lock, because the deinitializer of an observer is foreign code.
        withExtendedLifetime(removed) {}
    }

    /// Adds an engine. It learns from the slots' generations which components are already destroyed (AP-010).
    package func addFollower(_ follower: LifecycleFollower) {
        lock.lock()
        defer { lock.unlock() }
        follower.adopt(generations: guarded.state.identities.generations)
        guarded.state.followers.append(follower)
        updateSoleFollower()
    }

    /// Removes an engine.
    package func removeFollower(_ follower: LifecycleFollower) {
        lock.lock()
        defer { lock.unlock() }
        guarded.state.followers.removeAll { $0 === follower }
        updateSoleFollower()
    }

    private func updateSoleFollower() {
        let followers = guarded.state.followers
        unsafe guarded.state.soleFollower = followers.count == 1 ? .passUnretained(followers[0]) : nil
    }
}

/// An engine that follows a notifier. The notifier's lock also guards the engine's state (ORD-001).
///
/// It is a class and not a protocol, so that a report can reach it without reference counting. Other packages cannot create one.
@_spi(Engine) open class LifecycleFollower: @unchecked Sendable {
    // Proof of `@unchecked Sendable`: this class has no state, and its only subclass proves its own conformance.

    package init() {}

    /// Applies a report. Called under the lock.
    ///
    /// - Parameter isDelivering: Whether the calling thread delivers at once. Otherwise it calls ``deliverPending()`` later.
    /// - Returns: Whether the calling thread must call ``deliver()``.
    open func apply(_ event: NavigationEvent, at time: Timestamp?, andDeliver isDelivering: Bool) -> Bool { false }
    /// Applies a report about a component. Called under the lock.
    open func apply(
        _ event: ComponentEvent, of component: ComponentID, at time: Timestamp?, andDeliver isDelivering: Bool
    ) -> Bool { false }
    /// Delivers the record that is lent to the calling thread, and all pending records. Called outside the lock.
    open func deliver() {}
    /// Delivers pending records, unless a thread is delivering. Called outside the lock.
    open func deliverPending() {}
    /// Records which components are destroyed: in each slot, those of earlier generations. Called under the lock.
    open func adopt(generations: [UInt32]) {}
}

/// An observer of the reports to a ``LifecycleNotifier``.
public protocol LifecycleObserver: Sendable {
    /// Receives each report once, in one order for all observers, on the thread that delivers.
    ///
    /// An observer may report, and may add or remove observers. Observers get its own reports after the current one.
    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?)
}

/// The subscription of an observer, for ``LifecycleNotifier/removeObserver(_:)``.
public struct LifecycleSubscription: Sendable, Hashable {
    package let number: UInt64
}

private struct ClosureObserver: LifecycleObserver {
    let body: @Sendable (NavigationEvent, Timestamp?) -> Void

    func lifecycleDidReport(_ event: NavigationEvent, at time: Timestamp?) { body(event, time) }
}

/// A listener of the notifier's delivery, which wraps one observer (ORD-003).
private final class ObserverListener: Sendable {
    let observer: any LifecycleObserver

    init(_ observer: any LifecycleObserver) { self.observer = observer }
}

/// An object that a framework stores with a component to report the component's events.
///
/// When the component is deallocated, its handle is deallocated too and reports `destroy`. So the framework need not report it.
/// The handle keeps the notifier alive, never the component.
public final class ComponentHandle: Sendable {
    /// The component's identity.
    public let id: ComponentID
    private let notifier: LifecycleNotifier

    /// Creates a handle for an identity that `notifier` has issued. It reports `destroy` when it is deallocated.
    public init(_ id: ComponentID, of notifier: LifecycleNotifier) {
        self.id = id
        self.notifier = notifier
    }

    deinit { notifier.destroy(id) }

    /// Reports what happened to the component, now or at a given time. Any thread.
    public func report(_ event: ComponentEvent, at time: Timestamp? = nil) {
        notifier.report(event, of: id, at: time)
    }

    /// Reports that the component is in the window of this scene, now or at a given time. Any thread.
    public func attach(to scene: SceneID, at time: Timestamp? = nil) {
        notifier.report(.attach(id, to: scene), at: time)
    }

    /// Reports that the component is inside another one from now on, or in none (rule QU-002). Any thread.
    ///
    /// The component's scene and window do not change.
    ///
    /// - Parameters:
    ///   - container: The component that contains this one; `nil` takes this one out of its container.
    ///   - time: When it happened. If the time is omitted, each engine reads its own clock.
    public func move(into container: ComponentID?, at time: Timestamp? = nil) {
        notifier.report(.move(id, into: container), at: time)
    }
}
