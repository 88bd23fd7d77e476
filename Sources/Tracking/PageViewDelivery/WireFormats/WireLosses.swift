public import PageViewTracking
import AnalyticsJSON

/// An event that a format rejects, and the reason (WF-002).
public struct WireRejection: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// The name of the event.
    public let name: String
    package let cause: Cause

    /// The reason, with the vendor's name of the field: what the format expected, what it found, and what to do.
    public var reason: String { cause.description }

    package init(event: EventID, name: String, cause: Cause) {
        self.event = event
        self.name = name
        self.cause = cause
    }

    /// The reason why a format rejects an event.
    package enum Cause: Error, Sendable, Hashable {
        /// The event needs more bytes than the limit, even alone in a batch.
        case tooLarge(bytes: Int, limit: Int)
        /// The values are nested deeper than the limit.
        case nestedTooDeep(limit: Int)
        /// The event has no value for a required field.
        case missing(field: String)
        /// The text of the field has more UTF-16 code units than the limit.
        case tooLong(field: String, length: Int, limit: Int)
        /// The number in the field is outside the vendor's range.
        case outOfRange(field: String, expected: String, found: String)
        /// The text of the field does not have the form that the vendor requires.
        case malformed(field: String, expected: String, found: String)
        /// The text of the field is a name that the vendor reserves.
        case reserved(field: String, expected: String, found: String)
    }

    /// The rejection as a diagnostic, for the handler that also receives the diagnostics of the tracker.
    public var diagnostic: TrackingDiagnostic {
        TrackingDiagnostic(.eventRejected, "the event was not sent: \(reason)", event: name)
    }
}

/// A part that a format omits from an event, and the reason (WF-003).
public struct WireOmission: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// The name of the event.
    public let name: String
    package let kind: Kind
    /// The reason: what the format expected, what it found, and what to do.
    public let reason: String

    /// The omitted part in words, such as `the deep link`.
    public var part: String { kind.description }

    package init(event: EventID, name: String, kind: Kind, reason: String) {
        self.event = event
        self.name = name
        self.kind = kind
        self.reason = reason
    }

    /// A part that a format can omit.
    package enum Kind: Sendable, Hashable {
        /// The whole payload.
        case payload
        /// The value of the payload under this name.
        case value(name: String)
        /// The properties of the user.
        case userProperties
        /// A part of the app's context (WF-025).
        case appContext
        /// The deep link of a page view.
        case deepLink
        /// The source of a deep link.
        case deepLinkSource
    }

    /// The omission as a diagnostic, for the handler that also receives the diagnostics of the tracker.
    public var diagnostic: TrackingDiagnostic {
        TrackingDiagnostic(.partOmitted, "\(subject) not sent: \(reason)", event: name)
    }
}

extension WireRejection: CustomStringConvertible {
    /// The id and the name of the event, and the reason, on one line.
    public var description: String { "event \(event) \(JSONParser.quoted(name)) was rejected: \(reason)" }
}

extension WireOmission: CustomStringConvertible {
    /// The id and the name of the event, the part and the reason, on one line.
    public var description: String { "event \(event) \(JSONParser.quoted(name)): \(subject) omitted: \(reason)" }

    /// The part with its verb, in the singular or the plural.
    private var subject: String { "\(kind) \(kind == .userProperties ? "were" : "was")" }
}

extension WireRejection.Cause: CustomStringConvertible {
    /// The required fields that come from the page. The others come from the name of the event.
    private static let ofPages = ["id", "$screen_name"]

    package var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "expected at most \(limit) bytes, found \(bytes); shorten the payload or the user properties"
        case .nestedTooDeep(let limit):
            "expected values of at most \(limit) levels, found more; move the deepest values up"
        case .missing(let field):
            "expected a value for \(field), found none; "
                + (Self.ofPages.contains(field) ? "give the page view a page" : "give the event a name")
        case .tooLong(let field, let length, let limit):
            "expected \(field) to have at most \(limit) UTF-16 code units, found \(length); use a shorter text"
        case .outOfRange(let field, let expected, let found):
            "expected \(field) to be \(expected), found \(found); correct the value in middleware"
        case .malformed(let field, let expected, let found):
            "expected \(field) to be \(expected), found \(JSONParser.quoted(found)); correct the text in middleware"
        case .reserved(let field, let expected, let found):
            "expected \(field) to be \(expected), found \(JSONParser.quoted(found)); rename the event"
        }
    }
}

extension WireOmission.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .payload: "the payload"
        case .value(let name): "the value \(JSONParser.quoted(name))"
        case .userProperties: "the user properties"
        case .appContext: "a part of the app's context"
        case .deepLink: "the deep link"
        case .deepLinkSource: "the source of the deep link"
        }
    }
}
