/// A report that the documentation of frameworks excludes, or that the engine could not use. It changes no count.
public struct Diagnostic: Sendable, Hashable {
    /// A kind of diagnostic. New kinds may come; treat one that you do not know as text.
    public struct Kind: RawRepresentable, Sendable, Hashable, CaseIterable {
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
        /// Any report about a component that has been destroyed (AP-010).
        public static let eventAfterDestroy = Kind(rawValue: "eventAfterDestroy")
        /// A report that is older than the one before it; it was taken as that one's time (ORD-006).
        public static let timeWentBack = Kind(rawValue: "timeWentBack")
        /// A page with a blank name; it was rejected (RD-009).
        public static let emptyPageName = Kind(rawValue: "emptyPageName")
        /// A page view by hand for a component that is no page, without a page of its own (RD-011).
        public static let recordWithoutPage = Kind(rawValue: "recordWithoutPage")
        /// Two components share one notifier; each has its appearances (RD-007).
        public static let sharedNotifier = Kind(rawValue: "sharedNotifier")
        /// A component whose counted appearance is live declares another page name (AP-013). Most likely its container is used
        /// again for another page, which is not counted.
        public static let renamedWhileCounted = Kind(rawValue: "renamedWhileCounted")
        /// A component declared to be its own ancestor; the declaration was ignored (QU-002).
        public static let parentCycle = Kind(rawValue: "parentCycle")
        /// A token that another notifier has issued (AP-011). A report with it is ignored; in a call of a feature team, such a scene
        /// is taken as left out. A query about it returns nothing.
        public static let foreignIdentity = Kind(rawValue: "foreignIdentity")

        /// Every kind that the engine emits.
        public static let allCases: [Kind] = [
            duplicateDidAppear, didDisappearWithoutAppear, unexpectedWillAppear, unexpectedWillDisappear,
            eventAfterDestroy, timeWentBack, emptyPageName, recordWithoutPage, sharedNotifier, renamedWhileCounted,
            parentCycle, foreignIdentity,
        ]
    }

    /// The kind.
    public let kind: Kind
    /// The component that was reported about, if one was.
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
