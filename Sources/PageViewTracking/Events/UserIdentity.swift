/// Who an event is about: the user as far as the app has said, else a number (rule TK-006).
///
/// By value: an event keeps the identity of the moment at which it was made. One word; copies share what is in it.
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

    /// A number that says nothing of who the user is; a new one after each reset.
    public var anonymousID: EventID { storage.anonymousID }
    /// What the app calls the user; `nil` while it has not said, and after a reset.
    public var userID: String? { storage.userID }
    /// What the app has said of the user.
    public var properties: Payload { storage.properties }

    /// What tells this user from others: what the app calls the user, else the anonymous number.
    public var distinctID: String { userID ?? anonymousID.description }
}

extension UserIdentity: CustomStringConvertible {
    /// What tells this user from others, and what is known of them.
    public var description: String { properties.isEmpty ? distinctID : "\(distinctID) \(properties)" }
}
