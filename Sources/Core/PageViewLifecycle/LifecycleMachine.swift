/// The state of a component, from hidden to shown, as its framework has reported it (rule LC-002).
public enum LifecycleState: UInt8, Sendable, Hashable, CaseIterable {
    /// Not in front of the user, and in no transition.
    case disappeared
    /// A transition to the front is in progress.
    case appearing
    /// In front of the user.
    case appeared
    /// A transition away from the front is in progress.
    case disappearing
}

/// The state machine of one component's lifecycle (rule LC-002).
///
/// A pure value without clock, lock, or callback. Every state handles every report, so the machine never traps. For a report that
/// the documentation of UI frameworks excludes, the machine returns an ``Anomaly``. `Specs/Lifecycle.md` has the table of all
/// transitions; a test compares it with this code.
public struct LifecycleMachine: Sendable, Hashable {
    /// The state of the component.
    public private(set) var state: LifecycleState
    /// Whether the framework has reported `didAppear`, and nothing since that revokes it (rule AP-002).
    public private(set) var isAppeared: Bool

    /// A report that does not fit the state in which it arrives.
    public enum Anomaly: UInt8, Sendable, Hashable, CaseIterable {
        /// `willAppear` while appearing or already appeared.
        case repeatedWillAppear
        /// `didAppear` while already appeared.
        case repeatedDidAppear
        /// `willDisappear` while disappeared or already disappearing.
        case unexpectedWillDisappear
        /// `didDisappear` while already disappeared.
        case unexpectedDidDisappear
    }

    /// Creates a machine. A component begins as disappeared.
    public init(state: LifecycleState = .disappeared) {
        self.state = state
        isAppeared = state == .appeared || state == .disappearing
    }

    /// Applies a report about the component.
    ///
    /// - Returns: The anomaly, if the report does not fit the state; otherwise `nil`.
    public mutating func apply(_ event: ComponentEvent) -> Anomaly? {
        switch event {
        case .willAppear: willAppear()
        case .didAppear: didAppear()
        case .willDisappear: willDisappear()
        case .didDisappear: didDisappear()
        // A component in a window need not be shown there. A selected part, or one that the user turned to, neither.
        case .attach, .select, .deselect, .focus: nil
        // A component without a window is shown nowhere; only a new `didAppear` shows it again.
        case .detach, .destroy: end()
        }
    }

    /// Applies a report about the scene that holds the component. It never returns an anomaly.
    public mutating func apply(_ event: SceneEvent) -> Anomaly? {
        switch event {
        case .close: end()
        // The visibility of a scene does not change the state of its components.
        case .foreground, .background, .active, .inactive: nil
        }
    }

    private mutating func willAppear() -> Anomaly? {
        switch state {
        case .disappeared, .disappearing:
            state = .appearing
            return nil
        // Nested transitions report `willAppear` twice and `didAppear` once. An appeared component stays appeared, so that its
        // next `didAppear` is still a repetition.
        case .appearing, .appeared:
            return .repeatedWillAppear
        }
    }

    private mutating func didAppear() -> Anomaly? {
        isAppeared = true
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
        // Some split views report `willDisappear` for panes that they never showed.
        case .disappeared, .disappearing:
            return .unexpectedWillDisappear
        }
    }

    private mutating func didDisappear() -> Anomaly? {
        isAppeared = false
        switch state {
        case .disappeared:
            return .unexpectedDidDisappear
        case .appearing, .appeared, .disappearing:
            state = .disappeared
            return nil
        }
    }

    private mutating func end() -> Anomaly? {
        (state, isAppeared) = (.disappeared, false)
        return nil
    }
}
