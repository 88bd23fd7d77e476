import PageViewTracking

/// An event that a format cannot send, and why (rule WF-002).
public struct WireRefusal: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// Why it cannot be sent.
    public let reason: Reason

    /// Creates a refusal.
    public init(event: EventID, reason: Reason) {
        self.event = event
        self.reason = reason
    }

    /// Why a format cannot send an event. Names of fields are the vendor's.
    public enum Reason: Error, Sendable, Hashable {
        /// It takes so many bytes, alone in a batch if need be, and may take so many.
        case tooLarge(bytes: Int, limit: Int)
        /// Its values are nested deeper than so many levels.
        case nestedTooDeep(limit: Int)
        /// The field is needed, and the event has nothing to put there.
        case missing(field: String)
        /// The text of the field is longer than so many UTF-16 units.
        case tooLong(field: String, limit: Int)
        /// The number of the field is outside what the vendor takes.
        case outOfRange(field: String)
        /// The text of the field is not of the form that the vendor wants.
        case malformed(field: String)
    }
}

/// Something that a format has left out of an event, which is sent without it (rule WF-003).
public struct WireOmission: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// What has been left out.
    public let part: Part

    /// Creates an omission.
    public init(event: EventID, part: Part) {
        self.event = event
        self.part = part
    }

    /// What a format can leave out.
    public enum Part: Sendable, Hashable {
        /// The whole payload.
        case payload
        /// The payload's value of this name.
        case value(name: String)
        /// What is known of the user.
        case userProperties
        /// The deep link that led to a page view.
        case deepLink
        /// The app that a deep link came from.
        case deepLinkSource
    }
}

extension WireRefusal.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes, more than \(limit)"
        case .nestedTooDeep(let limit): "values nested deeper than \(limit) levels"
        case .missing(let field): "nothing to put into \(field)"
        case .tooLong(let field, let limit): "\(field) longer than \(limit)"
        case .outOfRange(let field): "\(field) out of range"
        case .malformed(let field): "\(field) malformed"
        }
    }
}
