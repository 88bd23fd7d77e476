/// An assertion about the state of a replay at one point of a trace (TR-003).
public struct TraceExpectation: Sendable, Hashable {
    /// The session that the expectation is about; `nil` for the session without a name.
    package var session: String?
    package var condition: Condition

    package init(session: String? = nil, _ condition: Condition) {
        self.session = session
        self.condition = condition
    }

    /// The condition that an expectation states. Only one about a ``Subject`` claims a record (TR-003).
    package struct Condition: Sendable, Hashable {
        package let name: ExpectationName
        let fields: FieldList

        init(_ name: ExpectationName, _ fields: FieldList = FieldList()) {
            (self.name, self.fields) = (name, fields)
        }
    }

    /// A kind of record that an expectation can match and use up (TR-003).
    package enum Subject: String, Sendable, Hashable, CaseIterable {
        case pageView, pageLeave, interaction, deepLink, diagnostic
    }
}

/// A condition on an optional value.
public enum Expected<Value: Sendable & Hashable>: Sendable, Hashable {
    /// Matches any value, and no value.
    case anything
    /// Matches only if there is no value.
    case nothing
    /// Matches only this value.
    case value(Value)

    package func matches(_ value: Value?) -> Bool {
        switch self {
        case .anything: true
        case .nothing: value == nil
        case .value(let expected): value == expected
        }
    }
}

/// A condition on a deep link. It compares only the properties that are set.
struct DeepLinkPattern: Sendable, Hashable {
    var url: String?
    /// The name of the page from which the link was opened.
    var referrer: Expected<String> = .anything
}

extension Expected: ExpressibleByNilLiteral {
    /// Creates the condition that there is no value.
    public init(nilLiteral: ()) { self = .nothing }
}

extension Expected: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// Creates the condition that the value is this text.
    public init(stringLiteral value: String) { self = .value(value) }
}
