/// What a UI framework reports about one component.
///
/// A component is anything the framework shows: a view controller, a widget, a fragment, a terminal screen.
/// Rule LC-001 of the specification lists what each report means.
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
    /// The component is gone for good; whatever is reported about it afterwards is ignored.
    case destroy
}
