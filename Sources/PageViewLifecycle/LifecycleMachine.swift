/// The lifecycle of one component: which state follows from which report.
///
/// A pure value: no clock, no lock, no callback. It is complete, so that every state has an answer to every report,
/// and it never traps. What the documentation of UI frameworks excludes and real ones send all the same is answered
/// with an ``Anomaly``. The table in `Specs/Lifecycle.md` (LC-002) lists all rows; a test walks them.
public struct LifecycleMachine: Sendable, Hashable {
    /// Where the component stands.
    public private(set) var state: LifecycleState

    /// A report that does not fit the state it came in.
    public enum Anomaly: UInt8, Sendable, Hashable, CaseIterable {
        /// `willAppear` while appearing or already appeared.
        case repeatedWillAppear
        /// `didAppear` while already appeared.
        case repeatedDidAppear
        /// `willDisappear` while there was nothing that could disappear, or a second time.
        case unexpectedWillDisappear
        /// `didDisappear` while already disappeared.
        case unexpectedDidDisappear
    }

    /// Creates a machine; a component starts out disappeared.
    public init(state: LifecycleState = .disappeared) {
        self.state = state
    }

    /// Applies a report about the component and tells what was odd about it, if anything was.
    public mutating func apply(_ event: ComponentEvent) -> Anomaly? {
        switch event {
        case .willAppear: willAppear()
        case .didAppear: didAppear()
        case .willDisappear: willDisappear()
        case .didDisappear: didDisappear()
        case .attach: attach()
        case .detach: detach()
        case .destroy: destroy()
        }
    }

    /// Applies a report about the scene that holds the component; none of them is ever odd.
    public mutating func apply(_ event: SceneEvent) -> Anomaly? {
        switch event {
        case .close: sceneClose()
        // Whether a scene is seen says nothing about where its components stand in it.
        case .foreground, .background, .active, .inactive: nil
        }
    }

    private mutating func willAppear() -> Anomaly? {
        switch state {
        case .disappeared:
            state = .appearing
            return nil
        case .appearing:
            // Nested transitions announce themselves twice and end once.
            return .repeatedWillAppear
        case .appeared:
            // Without a `willDisappear` before it, it announces nothing; the `didAppear` to come stays a repetition.
            return .repeatedWillAppear
        case .disappearing:
            state = .appearing
            return nil
        }
    }

    private mutating func didAppear() -> Anomaly? {
        switch state {
        case .disappeared, .appearing, .disappearing:
            state = .appeared
            return nil
        case .appeared:
            // Still the same stay in front of the user.
            return .repeatedDidAppear
        }
    }

    private mutating func willDisappear() -> Anomaly? {
        switch state {
        case .disappeared:
            // A phantom of some split views: nothing is there to disappear.
            return .unexpectedWillDisappear
        case .appearing, .appeared:
            state = .disappearing
            return nil
        case .disappearing:
            // On its way already.
            return .unexpectedWillDisappear
        }
    }

    private mutating func didDisappear() -> Anomaly? {
        switch state {
        case .disappeared:
            // Nothing is there to disappear.
            return .unexpectedDidDisappear
        case .appearing, .appeared, .disappearing:
            state = .disappeared
            return nil
        }
    }

    private mutating func attach() -> Anomaly? {
        switch state {
        // Being in a window is another fact than being shown in it.
        case .disappeared, .appearing, .appeared, .disappearing: nil
        }
    }

    private mutating func detach() -> Anomaly? {
        switch state {
        case .disappeared, .appearing, .appeared, .disappearing:
            // What has no window is shown nowhere; it takes a new `didAppear` to show it again.
            state = .disappeared
            return nil
        }
    }

    private mutating func destroy() -> Anomaly? {
        switch state {
        case .disappeared, .appearing, .appeared, .disappearing:
            state = .disappeared
            return nil
        }
    }

    private mutating func sceneClose() -> Anomaly? {
        switch state {
        case .disappeared, .appearing, .appeared, .disappearing:
            state = .disappeared
            return nil
        }
    }
}
