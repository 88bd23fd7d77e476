import PageViewAutomation

/// One object of a JSON Lines trace, checked as a whole: where the value of each key that is known stands.
///
/// Values are read when they are asked for, by the kind they must have. Of a key given twice the last counts.
struct JSONLine {
    let bytes: [UInt8]
    let range: Range<Int>
    /// Where the value of each key begins; -1 where the key is not given.
    private var offsets: [Int]

    /// Checks a line; `offsets` is memory to be used again.
    init(_ bytes: [UInt8], _ range: Range<Int>, reusing offsets: consuming [Int]) throws(LineError) {
        self.bytes = bytes
        self.range = range
        self.offsets = offsets
        for index in self.offsets.indices { self.offsets[index] = -1 }
        var places = self.offsets
        self.offsets = []
        var parser = JSONParser(bytes, range)
        parser.skipSpace()
        try parser.object(level: 1) { parser, key, _ throws(LineError) in
            if let key = TraceKey(key) { places[key.rawValue] = parser.at }
            try parser.skipValue(level: 2)
        }
        try parser.finish()
        self.offsets = places
    }

    static var emptyOffsets: [Int] { Array(repeating: -1, count: TraceKey.allCases.count) }

    /// The memory, for the next line.
    consuming func recycled() -> [Int] { offsets }

    func has(_ key: TraceKey) -> Bool { offsets[key.rawValue] >= 0 }

    /// Where the line, or the value of a key, begins.
    func offset(of key: TraceKey? = nil) -> Int {
        key.map { offsets[$0.rawValue] } ?? range.lowerBound
    }

    func parser(at key: TraceKey) -> JSONParser? {
        let offset = offsets[key.rawValue]
        return offset < 0 ? nil : JSONParser(bytes, offset..<range.upperBound)
    }

    func wrong(_ key: TraceKey, _ what: String) -> LineError {
        LineError(offset: offset(of: key), message: "expected \(what), found \(described(key))")
    }

    /// The value of a key in words, for an error.
    private func described(_ key: TraceKey) -> String {
        guard let parser = parser(at: key) else { return "nothing" }
        switch parser.next {
        case 0x7B: return "an object"
        case 0x5B: return "an array"
        case 0x22:
            var parser = parser
            return (try? parser.string()).map { "\"\(JSONParser.shortened($0))\"" } ?? "a string"
        case 0x74: return "true"
        case 0x66: return "false"
        case 0x6E: return "null"
        default:
            var parser = parser
            guard let number = try? parser.number() else { return "something else" }
            return JSONParser.shortened(String(decoding: bytes[number.range], as: UTF8.self))
        }
    }

    func isNull(_ key: TraceKey) -> Bool { parser(at: key)?.next == 0x6E }

    func string(_ key: TraceKey) throws(LineError) -> String? {
        guard var parser = parser(at: key) else { return nil }
        guard parser.next == 0x22 else { throw wrong(key, "'\(key)' to be a string") }
        return try parser.string()
    }

    func required(_ key: TraceKey, of what: String) throws(LineError) -> String {
        guard let value = try string(key) else {
            throw LineError(offset: range.lowerBound, message: "expected the key '\(key)' of \(what), found none")
        }
        return value
    }

    func bool(_ key: TraceKey) throws(LineError) -> Bool? {
        switch parser(at: key)?.next {
        case nil: nil
        case 0x74: true
        case 0x66: false
        default: throw wrong(key, "'\(key)' to be true or false")
        }
    }

    func checkObject(_ key: TraceKey) throws(LineError) {
        guard parser(at: key)?.next == 0x7B else { throw wrong(key, "'\(key)' to be an object") }
    }

    func payload(_ key: TraceKey) throws(LineError) -> Payload? {
        guard var parser = parser(at: key) else { return nil }
        try checkObject(key)
        return try parser.payload(level: 2)
    }

    private func isNumber(_ parser: JSONParser) -> Bool {
        switch parser.next {
        case .some(0x30...0x39), .some(0x2D): true
        default: false
        }
    }

    /// Seconds, as nanoseconds.
    func seconds(_ key: TraceKey) throws(LineError) -> Int64? {
        guard var parser = parser(at: key) else { return nil }
        guard isNumber(parser) else { throw wrong(key, "'\(key)' to be a number of seconds") }
        return try parser.nanoseconds()
    }

    /// A whole number; `1.0` is one too.
    func whole(_ key: TraceKey) throws(LineError) -> Int64? {
        guard var parser = parser(at: key) else { return nil }
        if isNumber(parser) {
            switch try parser.number().value {
            case .int(let value): return value
            case .double(let value): if let whole = Int64(exactly: value) { return whole }
            default: break
            }
        }
        throw wrong(key, "'\(key)' to be a whole number")
    }

    /// One of the names of an enumeration.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: TraceKey, _ type: Choice.Type
    ) throws(LineError) -> Choice? {
        guard has(key) else { return nil }
        let name = try string(key)
        guard let choice = name.flatMap(Choice.init(rawValue:)) else {
            throw wrong(key, "'\(key)' to be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// A page: its name, or an object with name and context.
    func page() throws(LineError) -> PageContext? {
        guard var parser = parser(at: .page) else { return nil }
        switch parser.next {
        case 0x22:
            return PageContext(name: PageName(rawValue: try parser.string()))
        case 0x7B:
            let members = try names(in: &parser, of: "page")
            guard case .value(let name) = members.name else {
                throw wrong(.page, "the key 'name' of 'page', a string")
            }
            switch members.context {
            case .anything: return PageContext(name: PageName(rawValue: name))
            case .nothing: throw wrong(.page, "'context' of 'page' to be a string")
            case .value(let context):
                return PageContext(name: PageName(rawValue: name), context: ContextName(rawValue: context))
            }
        default:
            throw wrong(.page, "'page' to be a name or an object with 'name' and 'context'")
        }
    }

    /// What a page must be: a name, an object with the keys to match, or `null`.
    func pagePattern(allowsNull: Bool) throws(LineError) -> PagePattern? {
        guard var parser = parser(at: .page) else { return nil }
        switch parser.next {
        case 0x22:
            return .page(name: try parser.string(), context: .anything)
        case 0x7B:
            let members = try names(in: &parser, of: "page")
            switch members.name {
            case .anything: return members.context == .anything ? nil : .page(name: nil, context: members.context)
            case .nothing: throw wrong(.page, "'name' of 'page' to be a string")
            case .value(let name): return .page(name: name, context: members.context)
            }
        case 0x6E where allowsNull:
            return .nothing
        default:
            throw wrong(.page, "'page' to be a name\(allowsNull ? ", null" : "") or an object with the keys to match")
        }
    }

    private func names(
        in parser: inout JSONParser, of what: String
    ) throws(LineError) -> (name: Expected<String>, context: Expected<String>) {
        var name = Expected<String>.anything
        var context = Expected<String>.anything
        try parser.object(level: 2) { parser, key, _ throws(LineError) in
            switch key {
            case "name": name = try parser.nullableString("'name' of '\(what)'")
            case "context": context = try parser.nullableString("'context' of '\(what)'")
            default: try parser.skipValue(level: 3)
            }
        }
        return (name, context)
    }

    /// What a text must be: itself, or `null`.
    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String> {
        guard var parser = parser(at: key) else { return .anything }
        return try parser.nullableString("'\(key)'")
    }
}

extension JSONParser {
    /// Reads a string or `null`.
    mutating func nullableString(_ what: String) throws(LineError) -> Expected<String> {
        switch next {
        case 0x22: return .value(try string())
        case 0x6E:
            try word("null")
            return .nothing
        default: throw expected("\(what) to be a string or null")
        }
    }
}
