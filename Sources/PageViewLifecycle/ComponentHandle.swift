/// A component's side of its lifecycle: what a framework's base class stores and reports through.
///
/// When the component goes, its handle goes with it and reports `destroy`, so that nothing has to be torn down by
/// hand. The handle keeps the notifier alive, never the component.
public final class ComponentHandle: Sendable {
    /// The component's identity.
    public let id: ComponentID
    private let notifier: LifecycleNotifier

    /// Takes over an identity of `notifier`; from now on `destroy` is reported when the handle goes.
    public init(_ id: ComponentID, of notifier: LifecycleNotifier) {
        self.id = id
        self.notifier = notifier
    }

    /// Reports what happened to the component, now or at a time. Any thread.
    public func report(_ event: ComponentEvent, at time: Timestamp? = nil) {
        notifier.report(.component(id, event), at: time)
    }

    /// Reports that the component is in the window of this scene, now or at a time. Any thread.
    public func attach(to scene: SceneID, at time: Timestamp? = nil) {
        notifier.report(.attach(id, to: scene), at: time)
    }

    /// Reports that the component is inside another one from now on, or in none any more, now or at a time (rule QU-002).
    /// Its scene and its window stay as they are. Any thread.
    ///
    /// - Parameters:
    ///   - container: What contains it; `nil` takes it out of what it is in.
    ///   - time: When; left out, now.
    public func move(into container: ComponentID?, at time: Timestamp? = nil) {
        notifier.report(.move(id, into: container), at: time)
    }

    deinit {
        // Unless its framework has done so by itself.
        if notifier.isInUse(id) { notifier.report(.component(id, .destroy)) }
    }
}
