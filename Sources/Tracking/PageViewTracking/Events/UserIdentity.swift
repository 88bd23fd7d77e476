/// The user whom an event is about (rule TK-006).
///
/// An identity has an anonymous id, and the user id and properties that the app has set. It is a value, so an event
/// keeps the identity that the user had at the call.
public struct UserIdentity: Sendable, Hashable {
    /// A random id that does not identify a person. Each reset creates a new one.
    public let anonymousID: EventID
    /// The user id that the app has set; `nil` until then, and after a reset.
    public let userID: String?
    /// The user properties that the app has set.
    public let properties: Payload

    /// Creates an identity.
    public init(anonymousID: EventID, userID: String? = nil, properties: Payload = [:]) {
        self.anonymousID = anonymousID
        self.userID = userID
        self.properties = properties
    }

    package var distinctID: String { userID ?? anonymousID.description }
}

extension UserIdentity: CustomStringConvertible {
    /// The distinct id and the user properties.
    public var description: String { properties.isEmpty ? distinctID : "\(distinctID) \(properties)" }
}
