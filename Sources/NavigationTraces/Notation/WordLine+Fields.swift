import AnalyticsJSON
import PageViewAutomation

/// What the words of a line say, by their keys.
extension WordLine: TraceFields {
    func has(_ key: TraceKey) -> Bool { word(key) != nil }

    func wrong(_ key: TraceKey, _ what: String) -> LineError {
        guard let word = word(key) else { return missing(key, of: "this line") }
        return LineError(offset: word.offset, message: "expected \(what), found \(word.described)")
    }

    func missing(_ key: TraceKey, or other: TraceKey?, of what: String) -> LineError {
        let names = [key, other].compactMap { $0 }.map { $0 == .url ? "a url" : "a \($0)" }.joined(separator: " or ")
        return LineError(
            offset: range.upperBound, message: "expected \(names) of \(what), found the end of the line")
    }

    func string(_ key: TraceKey) throws(LineError) -> String? {
        guard let word = word(key) else { return nil }
        return try text(word, "'\(key)' to be a word")
    }

    func expectedString(_ key: TraceKey) throws(LineError) -> Expected<String> {
        guard let word = word(key) else { return .anything }
        if case .nothing = word.value { return .nothing }
        return .value(try text(word, "'\(key)' to be a word or null"))
    }

    func bool(_ key: TraceKey) throws(LineError) -> Bool? {
        switch try string(key) {
        case nil: nil
        case "true": true
        case "false": false
        default: throw wrong(key, "'\(key)' to be true or false")
        }
    }

    func payload(_ key: TraceKey) throws(LineError) -> Payload? {
        guard let word = word(key) else { return nil }
        guard case .object(let payload) = word.value else { throw wrong(key, "'\(key)' to be an object") }
        return payload
    }

    func seconds(_ key: TraceKey) throws(LineError) -> Int64? {
        try number(key, "'\(key)' to be a number of seconds") { parser throws(LineError) in
            try parser.nanoseconds()
        }
    }

    func whole(_ key: TraceKey) throws(LineError) -> Int64? {
        try number(key, "'\(key)' to be a whole number") { parser throws(LineError) in
            try parser.wholeNumber()
        }
    }

    func page() throws(LineError) -> PageContext? {
        guard let name = try string(.page) else {
            if has(.context) { throw wrong(.context, "'page' beside 'context'") }
            return nil
        }
        return PageContext(
            name: PageName(rawValue: name), context: try string(.context).map { ContextName(rawValue: $0) })
    }

    func pagePattern(allowsNull: Bool) throws(LineError) -> PagePattern? {
        let context = try expectedString(.context)
        guard let word = word(.page) else { return context == .anything ? nil : .page(name: nil, context: context) }
        if allowsNull, case .nothing = word.value {
            if has(.context) { throw wrong(.context, "no context beside null") }
            return .nothing
        }
        return .page(name: try text(word, "the name of a page"), context: context)
    }

    func expectedLink() throws(LineError) -> Expected<DeepLinkPattern> {
        guard let word = word(.deepLink) else { return .anything }
        switch word.value {
        case .nothing: return .nothing
        case .text(let url):
            var pattern = DeepLinkPattern()
            pattern.url = url
            return .value(pattern)
        case .object, .array:
            guard let link = try DeepLinkPattern.read(from: parser(at: word.offset)) else {
                throw wrong(.deepLink, "'deepLink' to be a url, null or an object")
            }
            return link
        }
    }
}
