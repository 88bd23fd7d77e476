/// The identity of one appearance: the component, and how many appearances it has had, this one included.
public struct AppearanceID: Sendable, Hashable {
    /// The component that appeared.
    public let component: ComponentID
    /// The appearance's number among those of its component, from 1 (rule AP-003).
    public let ordinal: UInt32
}

extension AppearanceID: CustomStringConvertible {
    /// A short text for logs, such as `component 7.1/2`.
    public var description: String { "\(component)/\(ordinal)" }
}
