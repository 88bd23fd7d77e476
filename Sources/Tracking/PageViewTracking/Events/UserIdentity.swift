/// The user whom an event is about (rule TK-006).
///
/// An identity has an anonymous id, and the user id and properties that the app has set. It is a value, so an event
/// keeps the identity that the user had at the call. Copies share one allocation.
public struct UserIdentity: Sendable, Hashable {
    private final class Storage: Sendable, Hashable {
        let anonymousID: EventID
        let userID: String?
        let properties: Payload

        init(anonymousID: EventID, userID: String?, properties: Payload) {
            self.anonymousID = anonymousID
            self.userID = userID
            self.properties = properties
        }

        static func == (left: Storage, right: Storage) -> Bool {
            left === right
                || (left.anonymousID == right.anonymousID && left.userID == right.userID
                    && left.properties == right.properties)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(anonymousID)
            hasher.combine(userID)
        }
    }

    private let storage: Storage

    /// Creates an identity.
    public init(anonymousID: EventID, userID: String? = nil, properties: Payload = [:]) {
        storage = Storage(anonymousID: anonymousID, userID: userID, properties: properties)
    }

    /// A random id that does not identify a person. Each reset creates a new one.
    public var anonymousID: EventID { storage.anonymousID }
    /// The user id that the app has set; `nil` until then, and after a reset.
    public var userID: String? { storage.userID }
    /// The user properties that the app has set.
    public var properties: Payload { storage.properties }

    /// The id that distinguishes users: the user id, or else the anonymous id.
    public var distinctID: String { userID ?? anonymousID.description }
}

extension UserIdentity: CustomStringConvertible {
    /// The distinct id and the user properties.
    public var description: String { properties.isEmpty ? distinctID : "\(distinctID) \(properties)" }
}
