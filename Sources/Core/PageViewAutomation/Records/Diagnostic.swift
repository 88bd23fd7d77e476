/// The record of a report that was unexpected or invalid. A diagnostic changes no page view.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// A kind of diagnostic. Later versions may add kinds.
    public enum Kind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// `didAppear` of a component that is already in front of the user (AP-004).
        case duplicateDidAppear
        /// `didDisappear` of a component that was not in front of the user (AP-005).
        case didDisappearWithoutAppear
        /// `willAppear` of a component that is already appearing or in front of the user (LC-002).
        case unexpectedWillAppear
        /// `willDisappear` of a component that was not in front of the user, or a repeated one (LC-002).
        case unexpectedWillDisappear
        /// A report about a destroyed component (AP-010).
        case eventAfterDestroy
        /// A report with a time before the last time. The engine uses the last time (ORD-006).
        case timeWentBack
        /// A page with a blank name, which the engine rejected (RD-009).
        case emptyPageName
        /// A page view by hand that names no page, for a component that is no page (RD-011).
        case recordWithoutPage
        /// Two components that share one notifier. Each keeps its own appearances (RD-007).
        case sharedNotifier
        /// A page whose `pageViewNotifier` is another object at each access (RD-007). Store the notifier in the page.
        case computedNotifier
        /// A notifier that became ready after another one was declared for its component. The engine ignored it (RD-007).
        case replacedNotifier
        /// Another page name for a component whose counted appearance is live. The new name is not counted (PV-004).
        case renamedWhileCounted
        /// A component that was declared to be its own ancestor. The engine ignored the declaration (QU-002).
        case parentCycle
        /// A token that another notifier issued. The engine rejects a report with it, and ignores a scene of it (AP-011).
        case foreignIdentity
        /// `select` of a component that is in no container (AP-014).
        case selectWithoutContainer
        /// The end of an update that has not begun (AP-015).
        case commitWithoutBegin
        /// A component that a `show` lists twice. The engine ignored the later entry (AP-016).
        case duplicateKey
        /// A deep link that waited for a page longer than it may. The engine dropped it (PV-006).
        case deepLinkExpired

        /// The name of the kind in traces.
        public var description: String { rawValue }
    }

    /// The kind of the diagnostic.
    public let kind: Kind
    /// The component that was reported; `nil` if the diagnostic concerns none.
    public let component: ComponentID?
    /// The engine's time at the report.
    public let time: Timestamp

    /// Creates a diagnostic, such as for the test of a receiver.
    public init(kind: Kind, component: ComponentID? = nil, time: Timestamp = .zero) {
        (self.kind, self.component, self.time) = (kind, component, time)
    }

    /// A short text for logs, such as `parentCycle of component 7.1`.
    public var description: String { kind.rawValue + (component.map { " of \($0)" } ?? "") }
}
