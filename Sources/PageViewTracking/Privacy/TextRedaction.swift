/// Removes personal data from texts (rules PR-004 to PR-006, PR-011). Linear in the length of a text.
struct TextRedaction: Sendable {
    /// The replacement of a value whose key is redacted.
    static let redactedValue = "[redacted]"
    /// The same replacement in a link, which stays a URI.
    static let redactedItem = inLink(redactedValue)
    static let card = "[card]"

    let patterns: SensitivePatterns

    /// A replacement can be the boundary that another number lacked, so a text is searched again; this often at most.
    private static let mostRounds = 8

    init(_ patterns: SensitivePatterns) {
        self.patterns = patterns.intersection(.all)
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// Whether nothing is found in the text.
    func isClean(_ text: String) -> Bool { changed(text) == nil }

    /// The text without personal data.
    func redacted(_ text: String) -> String { changed(text) ?? text }

    /// A link without personal data. Brackets of replacements are escaped, so it stays a URI.
    func redacted(link: String) -> String { changed(link, isLink: true) ?? link }

    /// The text without personal data; `nil` if there is none in it.
    func changed(_ text: String, isLink: Bool = false) -> String? {
        guard !isEmpty, var result = changedOnce(text, isLink) else { return nil }
        for _ in 1..<Self.mostRounds {
            guard let next = changedOnce(result, isLink) else { break }
            result = next
        }
        return result
    }

    private func changedOnce(_ text: String, _ isLink: Bool) -> String? {
        let glance = TextGlance(text)
        guard glance.mayHaveAddress || glance.mayHaveNumber else { return nil }
        let source = Array(text.utf8)
        let matches = SensitiveRanges(in: source, patterns: patterns, glance: glance, isLink: isLink).matches
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

    private static func inLink(_ replacement: String) -> String { "%5B\(replacement.dropFirst().dropLast())%5D" }
}

extension SensitiveRanges.Kind {
    /// The text that replaces a part of this kind.
    fileprivate var replacement: String {
        switch self {
        case .email: "[email]"
        case .iban: "[iban]"
        case .card: TextRedaction.card
        case .phone: "[phone]"
        }
    }
}
