public import PageViewTracking
import AnalyticsJSON

/// An event that a format rejects, or a part that it omits from an event (WF-002, WF-003).
public struct WireLoss: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// The name of the event.
    public let name: String
    /// The omitted part; `nil` if the format rejects the event.
    package let part: Part?
    /// The reason, with the vendor's name of the field: what the format expected, what it found, and what to do.
    public let reason: String

    package enum Part: Sendable, Hashable {
        case payload
        /// The value of the payload under this name.
        case value(name: String)
        case userProperties
        /// A part of the app's context (WF-025).
        case appContext
        case deepLink
        case deepLinkSource
    }

    /// The loss as a diagnostic, for the handler that also receives the diagnostics of the tracker.
    public var diagnostic: TrackingDiagnostic {
        part.map { TrackingDiagnostic(.partOmitted, "\($0.subject) not sent: \(reason)", event: name) }
            ?? TrackingDiagnostic(.eventRejected, "the event was not sent: \(reason)", event: name)
    }
}

extension WireLoss: CustomStringConvertible {
    /// The id and the name of the event, the omitted part and the reason, on one line.
    public var description: String {
        "event \(event) \(JSONParser.quoted(name))"
            + (part.map { ": \($0.subject) omitted: " } ?? " was rejected: ") + reason
    }
}

extension WireLoss.Part {
    /// The part with its verb, in the singular or the plural.
    fileprivate var subject: String {
        switch self {
        case .payload: "the payload was"
        case .value(let name): "the value \(JSONParser.quoted(name)) was"
        case .userProperties: "the user properties were"
        case .appContext: "a part of the app's context was"
        case .deepLink: "the deep link was"
        case .deepLinkSource: "the source of the deep link was"
        }
    }
}

/// The reason why a format rejects an event: what it expected, what it found, and what to do.
package struct WireRejection: Error, Sendable, Hashable {
    package let reason: String

    /// The event needs more bytes than the limit, even alone in a batch.
    package static func tooLarge(bytes: Int, limit: Int) -> WireRejection {
        WireRejection(
            reason: "expected at most \(limit) bytes, found \(bytes); shorten the payload or the user properties")
    }

    package static func nestedTooDeep(limit: Int) -> WireRejection {
        WireRejection(reason: "expected values of at most \(limit) levels, found more; move the deepest values up")
    }

    /// The event has no value for a required field, which comes from its page or from its name.
    package static func missing(field: String, ofPage: Bool = false) -> WireRejection {
        let remedy = ofPage ? "give the page view a page" : "give the event a name"
        return WireRejection(reason: "expected a value for \(field), found none; \(remedy)")
    }

    package static func tooLong(field: String, length: Int, limit: Int) -> WireRejection {
        WireRejection(
            reason: "expected \(field) to have at most \(limit) UTF-16 code units, found \(length); use a shorter text")
    }

    package static func outOfRange(field: String, expected: String, found: String) -> WireRejection {
        WireRejection(
            reason: "expected \(field) to be \(expected), found \(found); correct the value in middleware")
    }

    /// The text of the field does not have the required form, or is a reserved name.
    package static func malformed(
        field: String, expected: String, found: String, remedy: String = "correct the text in middleware"
    ) -> WireRejection {
        WireRejection(reason: "expected \(field) to be \(expected), found \(JSONParser.quoted(found)); \(remedy)")
    }
}
