import PageViewSystem

/// The object to which a UI framework reports events of its components and scenes.
///
/// A notifier issues identities, and forwards each report to the engine that observes it, on the reporting thread. An invalid
/// report never causes a crash, whatever its order and thread (rule LC-003).
public final class LifecycleNotifier: Sendable {
    private struct State {
        var identities = IdentityTable()
        var sceneCount: UInt32 = 1
        var observer: (any LifecycleObserver)?
    }

    /// The scene of components that are not put into another scene.
    public let mainScene: SceneID
    /// The lock of the notifier and of the engine that observes it. Foreign code never runs under this lock.
    // Beside the state, because the thread sanitizer takes a read of a part of `state` for a read of the whole.
    package let lock = Lock()
    private let state: Locked<State>

    private static let issuers = Locked<UInt32>(0)

    /// Creates a notifier that no engine observes.
    public init() {
        let issuer = Self.issuers.withLock { count in
            count &+= 1
            return count
        }
        mainScene = SceneID(index: 0, issuer: issuer, tag: 0)
        state = Locked(State(), by: lock)
    }

    // MARK: Identities

    /// Issues the identity of a new component. Any thread. The engine's records contain the tag, which the framework chooses.
    public func makeComponent(tag: UInt64 = 0) -> ComponentID {
        withState { $0.identities.make(tag: tag, issuer: mainScene.issuer) }
    }

    package func makeComponentLocked(tag: UInt64) -> ComponentID {
        state.value.identities.make(tag: tag, issuer: mainScene.issuer)
    }

    /// Issues the identity of a new scene. Any thread. The engine's records contain the tag, which the framework chooses.
    public func makeScene(tag: UInt64 = 0) -> SceneID {
        withState { state in
            defer { state.sceneCount += 1 }
            return SceneID(index: state.sceneCount, issuer: mainScene.issuer, tag: tag)
        }
    }

    /// Returns whether this notifier issued the identity, and the component is not destroyed (AP-010).
    package func isInUse(_ component: ComponentID) -> Bool {
        withState { component.issuer == mainScene.issuer && $0.identities.isInUse(component) }
    }

    /// Frees the slots of destroyed components (AP-011). The calling thread must hold the lock.
    package func release(_ components: [ComponentID]) {
        for component in components { state.value.identities.release(component) }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state.value)
    }

    // MARK: Reports

    /// Forwards a report of what happened, now or at a given time. Any thread.
    public func report(_ event: NavigationEvent, at time: Timestamp? = nil) {
        if case .component(let component, let event) = event { return report(event, of: component, at: time) }
        lock.lock()
        guard let observer = state.value.observer else { return lock.unlock() }
        observer.didReport(event, at: time)
    }

    package func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp?) {
        lock.lock()
        if let observer = state.value.observer { return observer.didReport(event, of: component, at: time) }
        if event == .destroy, component.issuer == mainScene.issuer { state.value.identities.release(component) }
        lock.unlock()
    }

    /// Reports `destroy`, unless the framework has already reported the end of the component (AP-010).
    fileprivate func destroy(_ component: ComponentID) {
        if isInUse(component) { report(.destroy, of: component, at: nil) }
    }

    // MARK: The engine

    /// Sets the engine that observes, in place of the one before. `nil` removes the engine, if it is still `old`.
    package func setObserver(_ observer: (any LifecycleObserver)?, after old: (any LifecycleObserver)? = nil) {
        lock.lock()
        let replaced = state.value.observer
        if old == nil || replaced === old { state.value.observer = observer }
        // Before the first report, which waits for the lock.
        observer?.adopt(generations: state.value.identities.generations)
        lock.unlock()
        // Released outside the lock, because the deinitializer of an engine may run foreign code.
        withExtendedLifetime(replaced) {}
    }
}

/// The engine that observes a notifier. It shares the lock of the notifier, so each report takes one lock (ORD-001).
package protocol LifecycleObserver: AnyObject, Sendable {
    /// Records how many components of each slot are already destroyed (AP-010). Called under the lock, before the first report.
    func adopt(generations: [UInt32])
    /// Applies a report. Called under the lock, which the function releases before it delivers.
    func didReport(_ event: NavigationEvent, at time: Timestamp?)
    /// Applies the most frequent report in the same way.
    func didReport(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp?)
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

    /// Reports that the component is inside another one from now on; `nil` means inside none (rule QU-002). Any thread.
    ///
    /// The component's scene and window do not change.
    public func move(into container: ComponentID?, at time: Timestamp? = nil) {
        notifier.report(.move(id, into: container), at: time)
    }
}
