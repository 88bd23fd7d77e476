/// Something reported that the documentation of frameworks excludes, or that could not be used. It changes no count.
public struct Diagnostic: Sendable, Hashable {
    /// What was odd. New kinds may come; treat one you do not know as text.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, as traces write it.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `didAppear` of a component that is in front of the user already (AP-004).
        public static let duplicateDidAppear = Kind(rawValue: "duplicateDidAppear")
        /// `didDisappear` of a component that was not in front of the user (AP-005).
        public static let didDisappearWithoutAppear = Kind(rawValue: "didDisappearWithoutAppear")
        /// `willAppear` of a component that is appearing or in front of the user already (LC-002).
        public static let unexpectedWillAppear = Kind(rawValue: "unexpectedWillAppear")
        /// `willDisappear` of a component that was not in front of the user, or a second one (LC-002).
        public static let unexpectedWillDisappear = Kind(rawValue: "unexpectedWillDisappear")
        /// Anything about a component that has been destroyed (AP-010).
        public static let eventAfterDestroy = Kind(rawValue: "eventAfterDestroy")
        /// A report that is older than the one before it; it was taken as that one's time (ORD-006).
        public static let timeWentBack = Kind(rawValue: "timeWentBack")
        /// A page with a blank name; it was refused (RD-009).
        public static let emptyPageName = Kind(rawValue: "emptyPageName")
        /// A page view recorded by hand for a component that is no page, without naming one (RD-011).
        public static let recordWithoutPage = Kind(rawValue: "recordWithoutPage")
        /// Two components share one notifier; each has its appearances (RD-007).
        public static let sharedNotifier = Kind(rawValue: "sharedNotifier")
        /// A component declared to be its own ancestor; the declaration was ignored (QU-002).
        public static let parentCycle = Kind(rawValue: "parentCycle")
        /// A token that another notifier has issued; a report with it is ignored, and a scene in a call of a feature team is as
        /// if it were left out (AP-011). A question about it is answered with nothing.
        public static let foreignIdentity = Kind(rawValue: "foreignIdentity")
    }

    /// What was odd.
    public let kind: Kind
    /// The component it was reported about, if one was.
    public let component: ComponentID?
    /// When it was reported.
    public let time: Timestamp
}

extension Diagnostic.Kind: CustomStringConvertible {
    /// The name of the kind, as traces write it.
    public var description: String { rawValue }
}

extension Diagnostic: CustomStringConvertible {
    /// A short text for logs, such as `parentCycle of component 7.1`.
    public var description: String { kind.rawValue + (component.map { " of \($0)" } ?? "") }
}
