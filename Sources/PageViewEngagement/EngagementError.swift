import PageViewTracking
internal import AnalyticsJSON

/// Says why an engagement event cannot be made: which field, what was found in it, what was expected (rule EN-002).
public struct EngagementError: Error, Sendable, Hashable {
    /// The field, with what it is in: `quantity`, or `items[1].quantity`.
    public private(set) var field: String
    /// What was expected in it, in words.
    public let expected: String
    /// What was found, texts in quotes.
    public let found: String

    init(_ field: String, expected: String, found: String) {
        self.field = field
        self.expected = expected
        self.found = found
    }

    /// The same error about a part of something.
    func inside(_ whole: String) -> EngagementError {
        var error = self
        error.field = whole + "." + field
        return error
    }
}

extension EngagementError: CustomStringConvertible {
    /// All of it in one line, such as `quantity: expected 0 or more, found -1`.
    public var description: String { "\(field): expected \(expected), found \(found)" }
}

extension String {
    /// The text itself, unless there is nothing in it to see.
    func checkedNotBlank(_ field: String) throws(EngagementError) -> String {
        guard contains(where: { !$0.isWhitespace }) else {
            throw EngagementError(field, expected: "a text that is not blank", found: JSONParser.quoted(self))
        }
        return self
    }
}

extension AnalyticsValue {
    /// The value in words, for an error.
    var describedForError: String {
        switch self {
        case .string(let text): JSONParser.quoted(text)
        case .array: "a list"
        case .object: "an object"
        case .null, .bool, .int, .double, .decimal: text
        }
    }
}
