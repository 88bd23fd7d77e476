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
/// Every state handles every report, so the machine never traps. For a report that the documentation of UI frameworks excludes,
/// the machine returns an ``Anomaly``. A test compares this code with the table of all transitions in `Specs/Core/Lifecycle.md`.
public struct LifecycleMachine: Sendable, Hashable {
    /// The state of the component.
    public private(set) var state: LifecycleState
    /// Whether the framework has reported `didAppear`, and nothing since that revokes it (rule AP-002).
    package private(set) var isAppeared: Bool

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

    /// Applies a report about the component. Returns the anomaly if the report does not fit the state.
    public mutating func apply(_ event: ComponentEvent) -> Anomaly? {
        switch (event, state) {
        // Nested transitions report `willAppear` twice and `didAppear` once. An appeared component stays appeared, so that its
        // next `didAppear` is still a repetition.
        case (.willAppear, .appearing), (.willAppear, .appeared): return .repeatedWillAppear
        case (.willAppear, .disappeared), (.willAppear, .disappearing): state = .appearing
        case (.didAppear, .appeared): return .repeatedDidAppear
        case (.didAppear, _): (state, isAppeared) = (.appeared, true)
        // Some split views report `willDisappear` for panes that they never showed.
        case (.willDisappear, .disappeared), (.willDisappear, .disappearing): return .unexpectedWillDisappear
        case (.willDisappear, .appearing), (.willDisappear, .appeared): state = .disappearing
        case (.didDisappear, .disappeared): return .unexpectedDidDisappear
        // A component without a window is shown nowhere; only a new `didAppear` shows it again.
        case (.didDisappear, _), (.detach, _), (.destroy, _): (state, isAppeared) = (.disappeared, false)
        // A component in a window need not be shown there. A selected part, or one that the user turned to, neither.
        case (.attach, _), (.select, _), (.deselect, _), (.focus, _): break
        }
        return nil
    }
}
