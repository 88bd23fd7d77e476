/// The redaction of texts (rules PR-004 to PR-006, PR-011). It needs linear time (PR-010).
struct TextRedaction: Sendable {
    static let redactedValue = "[redacted]"
    /// The replacement with escaped brackets, so that a link stays a URI.
    static let redactedItem = inLink(redactedValue)

    let patterns: SensitivePatterns

    /// The maximal number of searches of a text. A replacement can be the boundary that another number needs. Only the next
    /// search finds that number.
    private static let mostRounds = 8

    init(_ patterns: SensitivePatterns) {
        self.patterns = patterns.intersection(.all)
    }

    var isEmpty: Bool { patterns.isEmpty }

    func redacted(_ text: String) -> String { changed(text) ?? text }

    /// Returns the text without personal data; `nil` if it has none.
    ///
    /// In a link, replacements have escaped brackets, so that it stays a URI. Under a phone's key, digits are enough.
    func changed(_ text: String, isLink: Bool = false, under key: String = "") -> String? {
        guard !isEmpty, var result = changedOnce(text, isLink, key) else { return nil }
        for _ in 1..<Self.mostRounds {
            guard let next = changedOnce(result, isLink, key) else { break }
            result = next
        }
        return result
    }

    private func changedOnce(_ text: String, _ isLink: Bool, _ key: String) -> String? {
        let source = Array(text.utf8)
        guard Self.mayHaveData(source) else { return nil }
        let matches = SensitiveMatch.all(in: source, patterns: patterns, isLink: isLink, key: key)
        guard !matches.isEmpty else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var copied = 0
        for match in matches {
            result += source[copied..<match.range.lowerBound]
            result += (isLink ? Self.inLink(match.kind.replacement) : match.kind.replacement).utf8
            copied = match.range.upperBound
        }
        return String(decoding: result + source[copied...], as: UTF8.self)
    }

    /// Returns whether the text has the sign of an address, an escape, a wide character, or the digits of a number.
    private static func mayHaveData(_ text: [UInt8]) -> Bool {
        var digits = 0
        return text.contains { byte in
            if byte.isASCIIDigit { digits += 1 }
            return digits >= PhoneScanner.fewestDigits || byte == 0xEF || "@%&=\\".utf8.contains(byte)
        }
    }

    private static func inLink(_ replacement: String) -> String { "%5B\(replacement.dropFirst().dropLast())%5D" }
}

/// The parts of a text that contain personal data (rules PR-004 to PR-006, PR-011).
///
/// All patterns search one text. Overlapping candidates become one range, so that no part of a candidate stays.
struct SensitiveMatch {
    /// The kind of data in a range. If candidates of several kinds overlap, the first kind in this order applies.
    enum Kind: Int {
        case email, iban, card, phone

        var replacement: String { "[\(self)]" }
    }

    let range: Range<Int>
    let kind: Kind

    static func all(in text: [UInt8], patterns: SensitivePatterns, isLink: Bool, key: String) -> [SensitiveMatch] {
        var found = candidates(in: text, [.url, .html, .json], patterns, isLink, key)
        if text.contains(UInt8(ascii: "=")) {
            // In most texts, `=` is not an escape. So only matches of this second reading that contain or touch an escape count.
            found += candidates(in: text, [.url, .html, .json, .quotedPrintable], patterns, isLink, key).filter {
                hasEscape($0, text)
            }
        }
        return united(found)
    }

    private static func hasEscape(_ match: SensitiveMatch, _ text: [UInt8]) -> Bool {
        let (range, equals) = (match.range, UInt8(ascii: "="))
        // An escape before the range consists of `=` and two digits. In `id=200204-044636`, the value begins with the year.
        let isBehindEscape =
            range.lowerBound >= 3 && text[range.lowerBound - 3] == equals
            && !(match.kind == .phone && text[(range.lowerBound - 2)..<range.lowerBound].allSatisfy(\.isASCIIDigit))
        let isBeforeEscape = range.upperBound < text.count && text[range.upperBound] == equals
        return isBehindEscape || isBeforeEscape || text[range].contains(equals)
    }

    private static func candidates(
        in text: [UInt8], _ notations: Escape.Notations, _ patterns: SensitivePatterns, _ isLink: Bool,
        _ key: String
    ) -> [SensitiveMatch] {
        let plain = PlainText(text, notations: notations)
        var found: [SensitiveMatch] = []
        func add(_ ranges: [Range<Int>], _ kind: Kind) {
            found += ranges.map { SensitiveMatch(range: plain.source(of: $0), kind: kind) }
        }
        if patterns.contains(.emailAddresses) {
            add(isLink ? EmailScanner.matches(inLink: plain.bytes) : EmailScanner.matches(in: plain.bytes), .email)
        }
        let groups = DigitGroups(plain.bytes)
        if patterns.contains(.bankAccounts) { add(BankAccountScanner.candidates(in: groups), .iban) }
        let fixedForms = FixedFormGroups(groups)
        if patterns.contains(.cardNumbers) { add(CardScanner.candidates(in: groups, fixedForms: fixedForms), .card) }
        if patterns.contains(.phoneNumbers) {
            add(PhoneScanner.candidates(in: groups, fixedForms: fixedForms, under: key), .phone)
        }
        return found
    }

    private static func united(_ matches: [SensitiveMatch]) -> [SensitiveMatch] {
        var united: [SensitiveMatch] = []
        for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let last = united.last, match.range.lowerBound < last.range.upperBound else {
                united.append(match)
                continue
            }
            let end = max(last.range.upperBound, match.range.upperBound)
            let kind = last.kind.rawValue < match.kind.rawValue ? last.kind : match.kind
            united[united.count - 1] = SensitiveMatch(range: last.range.lowerBound..<end, kind: kind)
        }
        return united
    }
}
