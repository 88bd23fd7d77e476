import PageViewTracking
internal import AnalyticsJSON

/// An error about a value of an engagement event: the field, the expected and the found value (EN-002).
public struct EngagementError: Error, Sendable, Hashable {
    /// The field with its position, such as `quantity` or `items[1].quantity`.
    public private(set) var field: String
    package let expected: String
    package let found: String

    init(_ field: String, expected: String, found: String) {
        self.field = field
        self.expected = expected
        self.found = found
    }

    /// Returns the error with its field prefixed by the name of a container.
    func inside(_ whole: String) -> EngagementError {
        var error = self
        error.field = whole + "." + field
        return error
    }
}

extension EngagementError: CustomStringConvertible {
    /// The error in one line, such as `quantity: expected 0 or more, found -1`.
    public var description: String { "\(field): expected \(expected), found \(found)" }
}

extension String {
    /// Returns the text. Throws if it is empty or contains only white space.
    func checkedNotBlank(_ field: String) throws(EngagementError) -> String {
        guard contains(where: { !$0.isWhitespace }) else {
            throw EngagementError(field, expected: "a text that is not blank", found: JSONParser.quoted(self))
        }
        return self
    }
}

extension AnalyticsValue {
    var describedForError: String {
        switch self {
        case .string(let text): JSONParser.quoted(text)
        case .array: "a list"
        case .object: "an object"
        case .null, .bool, .int, .double, .decimal: text
        }
    }
}
