import PageViewTracking

/// Takes known values out of attributes, by name and type; what nobody took is left.
struct AttributeReader {
    private(set) var rest: Payload

    init(_ attributes: EventAttributes) {
        rest = attributes.payload
    }

    private mutating func take(_ keys: [String]) -> (key: String, value: AnalyticsValue)? {
        for key in keys {
            guard let value = rest[key] else { continue }
            rest[key] = nil
            return (key, value)
        }
        return nil
    }

    /// Takes the text under the first of these names that there is.
    mutating func text(_ keys: String...) throws(EngagementError) -> String? {
        guard let (key, value) = take(keys) else { return nil }
        guard case .string(let text) = value else {
            throw EngagementError(key, expected: "a text", found: value.describedForError)
        }
        return text
    }

    /// The same of one that must be there.
    mutating func requiredText(_ keys: String...) throws(EngagementError) -> String {
        for key in keys where rest[key] != nil {
            if let text = try text(key) { return text }
        }
        throw EngagementError(keys[0], expected: "a text", found: "nothing")
    }

    /// Takes a whole number.
    mutating func number(_ key: String) throws(EngagementError) -> Int? {
        guard let (_, value) = take([key]) else { return nil }
        guard case .int(let number) = value, let number = Int(exactly: number) else {
            throw EngagementError(key, expected: "a whole number", found: value.describedForError)
        }
        return number
    }

    /// The same of one that must be there.
    mutating func requiredNumber(_ key: String) throws(EngagementError) -> Int {
        guard let number = try number(key) else {
            throw EngagementError(key, expected: "a whole number", found: "nothing")
        }
        return number
    }

    /// Takes an amount.
    mutating func price() throws(EngagementError) -> (any PriceConvertible)? {
        guard let (key, value) = take(["price"]) else { return nil }
        switch value {
        case .int(let number): return Int(exactly: number)
        case .double(let number): return number
        case .decimal(let number): return number
        case .null, .bool, .string, .array, .object:
            throw EngagementError(key, expected: "a number", found: value.describedForError)
        }
    }

    /// Takes lists of texts by name.
    mutating func related() throws(EngagementError) -> Payload {
        guard let (key, value) = take(["relatedCatalogObjects"]) else { return [:] }
        guard case .object(let lists) = value else {
            throw EngagementError(key, expected: "an object of lists", found: value.describedForError)
        }
        for list in lists.entries {
            guard case .array = list.value else {
                throw EngagementError("\(key).\(list.key)", expected: "a list", found: list.value.describedForError)
            }
        }
        return lists
    }
}
