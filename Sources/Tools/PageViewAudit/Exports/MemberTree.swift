import AnalyticsJSON

/// A member of JSON objects that a format needs.
struct Member: Sendable {
    /// The path in a message, such as `properties.name`.
    let path: String
    fileprivate let slot: Int
}

/// The paths to the members of a JSON object that a format needs, as a tree of names.
///
/// A path goes through objects. It also goes through the objects in an array (AU-102), and through text that contains JSON.
struct MemberTree: Sendable {
    fileprivate struct Node: Sendable {
        let name: [UInt8]
        var children: [Int] = []
        /// The number of the path that ends here.
        var slot: Int?
    }

    fileprivate var nodes = [Node(name: [])]
    private(set) var slotCount = 0

    /// Adds a path. Equal paths are one member.
    mutating func add(_ path: [String]) -> Member {
        var node = 0
        for name in path {
            let name = Array(name.utf8)
            if let child = nodes[node].children.first(where: { nodes[$0].name == name }) {
                node = child
            } else {
                nodes.append(Node(name: name))
                nodes[node].children.append(nodes.count - 1)
                node = nodes.count - 1
            }
        }
        let slot = nodes[node].slot ?? slotCount
        if slot == slotCount { slotCount += 1 }
        nodes[node].slot = slot
        return Member(path: path.joined(separator: "."), slot: slot)
    }

    /// Returns the child of a node with this name.
    func child(of node: Int, named key: JSONKey, in parser: JSONParser) -> Int? {
        if key.hasEscapes {
            let name = parser.text(of: key)
            return nodes[node].children.first { nodes[$0].name.elementsEqual(name.utf8) }
        }
        return nodes[node].children.first { child in
            let name = nodes[child].name
            guard name.count == key.range.count else { return false }
            for index in name.indices where name[index] != parser.bytes[key.range.lowerBound + index] { return false }
            return true
        }
    }
}

/// Finds the members of one object after another. It checks the syntax of each object, and builds no values.
///
/// If a key occurs twice, the last value wins. Of the objects in an array, the last one that has the member wins.
struct MemberReader: Sendable {
    private let tree: MemberTree
    private var bytes: [UInt8] = []
    private var end = 0
    /// The JSON that strings of the object contain, without its escapes.
    private var nested: [UInt8] = []
    /// The positions of the values, by the numbers of the paths.
    private var values: [Value?]

    private struct Value {
        /// The position of the value in `bytes` or `nested`.
        let offset: Int
        /// The position of the string in `bytes` that contains the value; `nil` for a value that lies in `bytes` itself.
        let container: Int?
    }

    init(_ tree: MemberTree) {
        self.tree = tree
        values = Array(repeating: nil, count: tree.slotCount)
    }

    /// Reads the object at the position of a parser.
    mutating func read(_ parser: inout JSONParser, level: Int = 1) throws(LineError) {
        (bytes, end) = (parser.bytes, parser.end)
        if !nested.isEmpty { nested = [] }
        for slot in values.indices { values[slot] = nil }
        try readObject(&parser, of: 0, level: level, in: nil)
    }

    /// Releases the bytes of the object, so that their owner can change them in place.
    mutating func release() { bytes = [] }

    private mutating func readObject(
        _ parser: inout JSONParser, of node: Int, level: Int, in container: Int?
    ) throws(LineError) {
        try parser.object(level: level) { parser, key throws(LineError) in
            if let child = tree.child(of: node, named: key, in: parser) {
                clear(child)
                try readValue(&parser, of: child, level: level + 1, in: container)
            } else {
                try parser.skipValue(level: level + 1)
            }
        }
    }

    private mutating func readValue(
        _ parser: inout JSONParser, of node: Int, level: Int, in container: Int?
    ) throws(LineError) {
        if let slot = tree.nodes[node].slot { values[slot] = Value(offset: parser.at, container: container) }
        if tree.nodes[node].children.isEmpty { return try parser.skipValue(level: level) }
        switch parser.next {
        case 0x7B: try readObject(&parser, of: node, level: level, in: container)
        case 0x5B:
            try parser.array(level: level) { parser throws(LineError) in
                if parser.next == 0x7B {
                    try readElement(&parser, of: node, level: level + 1, in: container)
                } else {
                    try parser.skipValue(level: level + 1)
                }
            }
        case 0x22: try readNested(&parser, of: node, level: level, in: container)
        default: try parser.skipValue(level: level)
        }
    }

    /// Reads an object in an array. An object with `key` and `value` counts as a member of that name, as Firebase writes it.
    private mutating func readElement(
        _ parser: inout JSONParser, of node: Int, level: Int, in container: Int?
    ) throws(LineError) {
        var named: Int?
        var value: JSONParser?
        try parser.object(level: level) { parser, key throws(LineError) in
            let name = parser.bytes[key.range]
            if name.elementsEqual("key".utf8), parser.next == 0x22 {
                let start = parser.at + 1
                let hasEscapes = try parser.skipString()
                let text = JSONKey(range: start..<(parser.at - 1), hasEscapes: hasEscapes)
                return named = tree.child(of: node, named: text, in: parser)
            }
            if name.elementsEqual("value".utf8) { value = parser }
            if let child = tree.child(of: node, named: key, in: parser) {
                try readValue(&parser, of: child, level: level + 1, in: container)
            } else {
                try parser.skipValue(level: level + 1)
            }
        }
        guard let named, let slot = tree.nodes[named].slot, var value else { return }
        var offset: Int? = value.at
        if value.next == 0x7B {
            offset = nil
            try value.object(level: level + 1) { parser, _ throws(LineError) in
                if offset == nil, parser.next != 0x6E { offset = parser.at }
                try parser.skipValue(level: level + 2)
            }
        }
        if let offset { values[slot] = Value(offset: offset, container: container) }
    }

    /// Reads the members of an object or array in a string. Other text has no members.
    private mutating func readNested(
        _ parser: inout JSONParser, of node: Int, level: Int, in container: Int?
    ) throws(LineError) {
        let start = parser.at
        let text = Array(try parser.string().utf8)
        guard text.first == 0x7B || text.first == 0x5B else { return }
        // The text follows an earlier one, so that positions in that one stay valid.
        let offset = nested.count
        nested += text
        var inner = JSONParser(nested, offset..<nested.count)
        do {
            try readValue(&inner, of: node, level: level + 1, in: container ?? start)
            try inner.finish()
        } catch {
            throw LineError(
                offset: container ?? start, message: "expected JSON in the text: \(error.message)")
        }
        // The string itself is the value of the path that ends here.
        if let slot = tree.nodes[node].slot { values[slot] = Value(offset: start, container: container) }
    }

    /// Forgets the members of an earlier value with the same key.
    private mutating func clear(_ node: Int) {
        if let slot = tree.nodes[node].slot { values[slot] = nil }
        for child in tree.nodes[node].children { clear(child) }
    }
}

extension MemberReader {
    /// Returns a parser at the value of a member; `nil` if the object has no such member, or `null`.
    func parser(at member: Member) -> JSONParser? {
        guard let value = values[member.slot] else { return nil }
        let source = value.container == nil ? bytes : nested
        guard source[value.offset] != 0x6E else { return nil }
        return JSONParser(source, value.offset..<(value.container == nil ? end : nested.count))
    }

    /// Returns whether the object has a member, which can be `null`.
    func has(_ member: Member) -> Bool { values[member.slot] != nil }

    /// Returns the error that the value of a member is not as expected.
    func wrong(_ member: Member, _ what: String) -> LineError {
        let found = parser(at: member)?.describedValue ?? "none"
        let offset = values[member.slot].map { $0.container ?? $0.offset } ?? 0
        return LineError(offset: offset, message: "expected '\(member.path)' to be \(what), found \(found)")
    }

    /// Returns a string; `nil` if it is missing or empty.
    func string(_ member: Member) throws(LineError) -> String? {
        guard var parser = parser(at: member) else { return nil }
        guard parser.next == 0x22 else { throw wrong(member, "a string") }
        let text = try parser.string()
        return text.isEmpty ? nil : text
    }

    /// Returns the text of a string, or a number, `true` or `false` as it is written; `nil` for other values and for `""`.
    func text(_ member: Member) -> String? {
        guard var parser = parser(at: member), parser.next != 0x7B, parser.next != 0x5B else { return nil }
        if parser.next == 0x22 { return (try? string(member)) ?? nil }
        let start = parser.at
        guard (try? parser.skipValue(level: 1)) != nil else { return nil }
        return String(decoding: parser.bytes[start..<parser.at], as: UTF8.self)
    }

    /// Returns a number, or the number that a string contains, times a power of ten.
    ///
    /// Returns `nil` without the member. Throws for another value or one too large: it is not `what`.
    func number(_ member: Member, times power: Int, _ what: String) throws(LineError) -> Int64? {
        guard var parser = parser(at: member) else { return nil }
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
        guard values[member.slot]?.container == nil, var parser = parser(at: member), parser.next == 0x5B else {
            return nil
        }
        return try parser.elements(level: 2)
    }

    /// Returns a parser at an object in the object's bytes; `nil` for another value.
    func object(_ member: Member) -> JSONParser? {
        guard values[member.slot]?.container == nil, let parser = parser(at: member), parser.next == 0x7B else {
            return nil
        }
        return parser
    }
}

extension JSONParser {
    var isAtNumber: Bool { next.map { (0x30...0x39).contains($0) || $0 == 0x2D } ?? false }

    /// Reads an array. Returns the range of each element.
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
