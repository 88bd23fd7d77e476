/// A UI framework's report about one component (rule LC-001).
///
/// A component is anything the framework shows: a view controller, a widget, a fragment, a terminal screen.
public enum ComponentEvent: UInt8, Sendable, Hashable, CaseIterable {
    /// A transition that may bring the component in front of the user has begun.
    case willAppear
    /// The framework considers the component to be in front of the user.
    case didAppear
    /// A transition that may take the component away has begun; it can still be cancelled.
    case willDisappear
    /// The component is no longer in front of the user.
    case didDisappear
    /// The component is in the window of its scene.
    case attach
    /// The component has left the window of its scene.
    case detach
    /// The component is gone for good. The engine ignores all later reports about it.
    case destroy
}

/// A UI framework's report about one scene: a window, or anything else that holds components (rule LC-001).
public enum SceneEvent: UInt8, Sendable, Hashable, CaseIterable {
    /// The user can see the scene.
    case foreground
    /// The user can no longer see the scene; its components stay where they are.
    case background
    /// The scene has the user's attention: it moves to the front of the scenes.
    case active
    /// The scene has lost the user's attention; it stays visible.
    case inactive
    /// The scene has closed: its components are detached, and the engine forgets the scene.
    case close
}

/// The state of a component between hidden and shown, as its framework has reported it.
public enum LifecycleState: UInt8, Sendable, Hashable, CaseIterable {
    /// Not in front of the user, and not in transition.
    case disappeared
    /// A transition to the front has begun and not ended.
    case appearing
    /// In front of the user.
    case appeared
    /// A transition away from the front has begun and not ended.
    case disappearing
}

/// The state machine of one component's lifecycle.
///
/// A pure value: no clock, no lock, no callback. Every state has an answer to every report, so it never traps. A report that
/// the documentation of UI frameworks excludes gives an ``Anomaly``. `Specs/Lifecycle.md` (LC-002) has the table of all
/// transitions; a test compares the two.
public struct LifecycleMachine: Sendable, Hashable {
    /// The state of the component.
    public private(set) var state: LifecycleState

    /// A report that does not fit the state in which it arrives.
    public enum Anomaly: UInt8, Sendable, Hashable, CaseIterable {
        /// `willAppear` while appearing or already appeared.
        case repeatedWillAppear
        /// `didAppear` while already appeared.
        case repeatedDidAppear
        /// `willDisappear` while nothing could disappear, or a second time.
        case unexpectedWillDisappear
        /// `didDisappear` while already disappeared.
        case unexpectedDidDisappear
    }

    /// Creates a machine. A component begins as disappeared.
    public init(state: LifecycleState = .disappeared) {
        self.state = state
    }

    /// Applies a report about the component.
    ///
    /// - Returns: The anomaly of a report that does not fit the state; `nil` for one that fits.
    public mutating func apply(_ event: ComponentEvent) -> Anomaly? {
        switch event {
        case .willAppear: willAppear()
        case .didAppear: didAppear()
        case .willDisappear: willDisappear()
        case .didDisappear: didDisappear()
        // To be in a window is another fact than to be shown in it.
        case .attach: nil
        // A component without a window is shown nowhere; only a new `didAppear` shows it again.
        case .detach, .destroy: end()
        }
    }

    /// Applies a report about the scene that holds the component. It never gives an anomaly.
    public mutating func apply(_ event: SceneEvent) -> Anomaly? {
        switch event {
        case .close: end()
        // The visibility of a scene does not move the components in it.
        case .foreground, .background, .active, .inactive: nil
        }
    }

    private mutating func willAppear() -> Anomaly? {
        switch state {
        case .disappeared, .disappearing:
            state = .appearing
            return nil
        // Nested transitions begin twice and end once. Without a `willDisappear` before it, the coming `didAppear` of an
        // appeared component stays a repetition.
        case .appearing, .appeared:
            return .repeatedWillAppear
        }
    }

    private mutating func didAppear() -> Anomaly? {
        switch state {
        case .disappeared, .appearing, .disappearing:
            state = .appeared
            return nil
        case .appeared:
            return .repeatedDidAppear
        }
    }

    private mutating func willDisappear() -> Anomaly? {
        switch state {
        case .appearing, .appeared:
            state = .disappearing
            return nil
        // Some split views report it for panes that they never showed.
        case .disappeared, .disappearing:
            return .unexpectedWillDisappear
        }
    }

    private mutating func didDisappear() -> Anomaly? {
        switch state {
        case .disappeared:
            return .unexpectedDidDisappear
        case .appearing, .appeared, .disappearing:
            state = .disappeared
            return nil
        }
    }

    private mutating func end() -> Anomaly? {
        state = .disappeared
        return nil
    }
}
