import AnalyticsJSON

/// A path to a member of a JSON object, such as `properties.name`.
///
/// A path goes through objects. It also goes through the objects in an array (AU-102), and through text that contains JSON.
struct Member: Sendable, ExpressibleByStringLiteral {
    let names: [String]

    init(names: [String]) { self.names = names }

    init(stringLiteral path: String) { names = path.split(separator: ".").map(String.init) }

    var path: String { names.joined(separator: ".") }
}

/// A valid JSON object, whose members are found by their paths. It builds no values.
///
/// If a key occurs twice, the last value wins. Of the objects in an array, the last one that has the member wins.
struct JSONObject {
    private let parser: JSONParser
    private let members: [JSONParser.Member]

    private struct Value {
        var parser: JSONParser
        /// The position of the string in the object that contains the value as text.
        let text: Int?
    }

    /// Checks the object at the position of a parser, which then is after the object.
    init(_ parser: inout JSONParser) throws(LineError) {
        self.parser = parser
        members = try parser.members(level: 1)
    }

    var start: Int { parser.at }

    private func value(_ member: Member) throws(LineError) -> Value? {
        let value = try find(member)
        return value?.parser.next == 0x6E ? nil : value
    }

    /// Returns the value of a member, which can be `null`.
    private func find(_ member: Member) throws(LineError) -> Value? {
        guard let name = member.names.first, let first = parser.member(name, of: members) else { return nil }
        return try Self.value(member.names.dropFirst(), Value(parser: first, text: nil))
    }

    private static func value(_ path: ArraySlice<String>, _ value: Value) throws(LineError) -> Value? {
        guard let name = path.first else { return value }
        var parser = value.parser
        switch parser.next {
        case 0x7B:
            guard let member = parser.member(name, of: try parser.members(level: 1)) else { return nil }
            return try Self.value(path.dropFirst(), Value(parser: member, text: value.text))
        case 0x5B:
            var found: Value?
            try parser.array(level: 1) { parser throws(LineError) in
                guard parser.next == 0x7B else { return try parser.skipValue(level: 2) }
                let members = try parser.members(level: 2)
                if let parameter = path.count == 1 ? try parser.parameter(name, of: members) : nil {
                    found = Value(parser: parameter, text: value.text)
                } else if let member = parser.member(name, of: members) {
                    found = try Self.value(path.dropFirst(), Value(parser: member, text: value.text)) ?? found
                }
            }
            return found
        case 0x22:
            let start = value.text ?? parser.at
            let text = Array(try parser.string().utf8)
            guard text.first == 0x7B || text.first == 0x5B else { return nil }
            let inner = JSONParser(text, text.indices)
            do {
                var whole = inner
                try whole.skipValue(level: 1)
                try whole.finish()
            } catch {
                throw LineError(offset: start, message: "expected JSON in the text: \(error.message)")
            }
            return try Self.value(path, Value(parser: inner, text: start))
        default: return nil
        }
    }

    /// Returns whether the object has a member, which can be `null`.
    func has(_ member: Member) -> Bool {
        (try? find(member)) != nil
    }

    /// Returns whether the object has a member that is not `null`.
    func hasValue(_ member: Member) throws(LineError) -> Bool { try value(member) != nil }

    func isArray(_ member: Member) -> Bool { (try? value(member))?.parser.next == 0x5B }

    /// Returns the error that the value of a member is not as expected.
    func wrong(_ member: Member, _ what: String) -> LineError {
        let value = try? value(member)
        let found = value?.parser.describedValue ?? "none"
        return LineError(
            offset: value?.text ?? value?.parser.at ?? 0,
            message: "expected '\(member.path)' to be \(what), found \(found)")
    }

    /// Returns a string; `nil` if it is missing or empty.
    func string(_ member: Member) throws(LineError) -> String? {
        guard var parser = try value(member)?.parser else { return nil }
        guard parser.next == 0x22 else { throw wrong(member, "a string") }
        let text = try parser.string()
        return text.isEmpty ? nil : text
    }

    /// Returns the text of a string, or a number, `true` or `false` as it is written; `nil` for other values and for `""`.
    func text(_ member: Member) throws(LineError) -> String? {
        guard var parser = try value(member)?.parser, parser.next != 0x7B, parser.next != 0x5B else { return nil }
        if parser.next == 0x22 { return try string(member) }
        let start = parser.at
        try parser.skipValue(level: 1)
        return String(decoding: parser.bytes[start..<parser.at], as: UTF8.self)
    }

    func text(_ members: [Member]) throws(LineError) -> String? {
        for member in members {
            if let text = try text(member) { return text }
        }
        return nil
    }

    /// Returns a whole number; `nil` without the member.
    func wholeNumber(_ member: Member) throws(LineError) -> Int64? {
        guard var parser = try value(member)?.parser else { return nil }
        if parser.isAtNumber, let number = try parser.wholeNumber() { return number }
        throw wrong(member, "a whole number")
    }

    /// Returns a number, or the number that a string contains, times a power of ten.
    ///
    /// Returns `nil` without the member. Throws for another value or one too large: it is not `what`.
    func number(_ member: Member, times power: Int, _ what: String) throws(LineError) -> Int64? {
        guard var parser = try value(member)?.parser else { return nil }
        if parser.next == 0x22 {
            let digits = Array(((try? parser.string()) ?? "").utf8)
            var number = JSONParser(digits, digits.indices)
            if let value = try? number.number(times: power), number.next == nil { return value }
        } else if parser.isAtNumber, let value = try parser.number(times: power) {
            return value
        }
        throw wrong(member, what)
    }

    /// Returns the ranges of the elements of an array in the object's bytes; `nil` for another value.
    func elements(_ member: Member) throws(LineError) -> [Range<Int>]? {
        guard var value = try value(member), value.text == nil, value.parser.next == 0x5B else { return nil }
        return try value.parser.elements(level: 2)
    }

    /// Returns an object in the object's bytes; `nil` for another value.
    func object(_ member: Member) throws(LineError) -> JSONObject? {
        guard var value = try value(member), value.text == nil, value.parser.next == 0x7B else { return nil }
        return try JSONObject(&value.parser)
    }
}

extension JSONParser {
    fileprivate var isAtNumber: Bool { next.map { (0x30...0x39).contains($0) || $0 == 0x2D } ?? false }

    /// A key of an object, and the position of its value.
    fileprivate typealias Member = (key: JSONKey, at: Int)

    fileprivate mutating func members(level: Int) throws(LineError) -> [Member] {
        var members: [Member] = []
        try object(level: level) { parser, key throws(LineError) in
            members.append((key, parser.at))
            try parser.skipValue(level: level + 1)
        }
        return members
    }

    /// Returns a parser at the last value of a key.
    fileprivate func member(_ name: String, of members: [Member]) -> JSONParser? {
        var parser = self
        let last = members.last { key, _ in
            key.hasEscapes
                ? text(of: key).utf8.elementsEqual(name.utf8)
                : key.range.count == name.utf8.count && bytes[key.range].elementsEqual(name.utf8)
        }
        guard let last else { return nil }
        parser.at = last.at
        return parser
    }

    /// Returns a parser at the `value` of an object whose `key` is a name, as Firebase writes parameters.
    ///
    /// Of an object with the values of all types, it is the first that is not `null`.
    fileprivate func parameter(_ name: String, of members: [Member]) throws(LineError) -> JSONParser? {
        guard var key = member("key", of: members), key.next == 0x22, try key.string().utf8.elementsEqual(name.utf8),
            var value = member("value", of: members)
        else { return nil }
        if value.next != 0x7B { return value }
        let first = try value.members(level: 1).first { bytes[$0.at] != 0x6E }
        guard let first else { return nil }
        value.at = first.at
        return value
    }

    mutating func elements(level: Int) throws(LineError) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        try array(level: level) { parser throws(LineError) in
            let start = parser.at
            try parser.skipValue(level: level + 1)
            elements.append(start..<parser.at)
        }
        return elements
    }
}
