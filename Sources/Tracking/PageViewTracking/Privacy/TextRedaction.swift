/// The redaction of texts (rules PR-004 to PR-006, PR-011). It needs linear time (PR-010).
struct TextRedaction: Sendable {
    /// The replacement of a value under a redacted key.
    static let redactedValue = "[redacted]"
    /// The replacement with escaped brackets, so that a link stays a URI.
    static let redactedItem = inLink(redactedValue)
    static let card = "[card]"

    let patterns: SensitivePatterns

    /// The maximal number of searches of a text. A replacement can be the boundary that another number needs. Only the next
    /// search finds that number.
    private static let mostRounds = 8

    init(_ patterns: SensitivePatterns) {
        self.patterns = patterns.intersection(.all)
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// Returns whether the text has no personal data.
    func isClean(_ text: String) -> Bool { changed(text) == nil }

    /// Returns the text without personal data.
    func redacted(_ text: String) -> String { changed(text) ?? text }

    /// Returns a link without personal data. The brackets of replacements are escaped, so that the link stays a URI.
    func redacted(link: String) -> String { changed(link, isLink: true) ?? link }

    /// Returns the text without personal data; `nil` if it has none.
    func changed(_ text: String, isLink: Bool = false) -> String? {
        guard !isEmpty, var result = changedOnce(text, isLink) else { return nil }
        for _ in 1..<Self.mostRounds {
            guard let next = changedOnce(result, isLink) else { break }
            result = next
        }
        return result
    }

    private func changedOnce(_ text: String, _ isLink: Bool) -> String? {
        let prescan = TextPrescan(text)
        guard prescan.mayHaveAddress || prescan.mayHaveNumber else { return nil }
        let source = Array(text.utf8)
        let matches = SensitiveRanges(in: source, patterns: patterns, prescan: prescan, isLink: isLink).matches
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
    /// The replacement of this kind of data.
    fileprivate var replacement: String {
        switch self {
        case .email: "[email]"
        case .iban: "[iban]"
        case .card: TextRedaction.card
        case .phone: "[phone]"
        }
    }
}

/// The parts of a text that contain personal data (rules PR-004 to PR-006, PR-011).
///
/// All patterns search one text. Overlapping candidates become one range, so that no part of a candidate stays.
struct SensitiveRanges {
    /// The kind of data in a range. If candidates of several kinds overlap, the first kind in this order applies.
    enum Kind: Int, CaseIterable {
        case email, iban, card, phone
    }

    struct Match {
        var range: Range<Int>
        var kind: Kind
    }

    /// The ranges, in order and without overlaps.
    let matches: [Match]

    init(in text: [UInt8], patterns: SensitivePatterns, prescan: TextPrescan, isLink: Bool) {
        var found = Self.candidates(in: text, .all.subtracting(.quotedPrintable), patterns, prescan, isLink)
        if prescan.mayBeQuotedPrintable {
            // In most texts, `=` is not an escape. So only matches of this second reading that contain or touch an escape count.
            found += Self.candidates(in: text, .all, patterns, prescan, isLink).filter {
                Self.hasEscape($0.range, text)
            }
        }
        matches = Self.united(found)
    }

    private static func hasEscape(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        let equals = UInt8(ascii: "=")
        // An escape before the range consists of `=` and two digits.
        let isBehindEscape = range.lowerBound >= 3 && text[range.lowerBound - 3] == equals
        let isBeforeEscape = range.upperBound < text.count && text[range.upperBound] == equals
        return isBehindEscape || isBeforeEscape || text[range].contains(equals)
    }

    private static func candidates(
        in text: [UInt8], _ notations: Escape.Notations, _ patterns: SensitivePatterns, _ prescan: TextPrescan,
        _ isLink: Bool
    ) -> [Match] {
        let plain = PlainText(text, notations: notations)
        var found: [Match] = []
        func add(_ ranges: [Range<Int>], _ kind: Kind) {
            found += ranges.map { Match(range: plain.source(of: $0), kind: kind) }
        }
        if prescan.mayHaveAddress, patterns.contains(.emailAddresses) {
            add(isLink ? EmailScanner.matches(inLink: plain.bytes) : EmailScanner.matches(in: plain.bytes), .email)
        }
        guard prescan.mayHaveNumber, patterns != .emailAddresses else { return found }
        let groups = DigitGroups(plain.bytes)
        if patterns.contains(.bankAccounts) { add(BankAccountScanner.candidates(in: groups), .iban) }
        let dates = DateGroups(groups)
        if groups.digits >= CardNumber.lengths.lowerBound, patterns.contains(.cardNumbers) {
            add(CardScanner.candidates(in: groups, dates: dates), .card)
        }
        if patterns.contains(.phoneNumbers) { add(PhoneScanner.candidates(in: groups, dates: dates), .phone) }
        return found
    }

    private static func united(_ matches: [Match]) -> [Match] {
        var united: [Match] = []
        for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let last = united.last, match.range.lowerBound < last.range.upperBound else {
                united.append(match)
                continue
            }
            let end = max(last.range.upperBound, match.range.upperBound)
            let kind = last.kind.rawValue < match.kind.rawValue ? last.kind : match.kind
            united[united.count - 1] = Match(range: last.range.lowerBound..<end, kind: kind)
        }
        return united
    }
}

extension Escape.Notations {
    static let all: Escape.Notations = [.url, .html, .json, .quotedPrintable]
}

/// A fast check of a text, in one pass and without allocation (rule PR-010).
struct TextPrescan {
    private(set) var mayHaveAddress = false
    /// Whether a `=` may begin a quoted-printable escape.
    private(set) var mayBeQuotedPrintable = false
    private var digits = 0
    private var isWide = false

    init(_ text: String) {
        // The last four bytes, the latest one in the lowest bits.
        var window: UInt32 = 0
        // `rest`: the remaining bytes of the latest escape. `isInEntity`: whether the name of an entity may have begun.
        var (rest, isInEntity) = (0, false)
        for byte in text.utf8 {
            window = window << 8 | UInt32(byte)
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "@"): mayHaveAddress = true
            // The first byte of wide letters and digits in UTF-8.
            case 0xEF: (mayHaveAddress, isWide) = (true, true)
            case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "\\"): rest = 4
            case UInt8(ascii: "&"): (rest, isInEntity) = (2, true)
            case UInt8(ascii: ";") where isInEntity: mayHaveAddress = mayHaveAddress || Self.endsEntity(window)
            default: break
            }
            if rest > 0 {
                lookForEscape(window)
                rest -= 1
            }
        }
    }

    /// Whether the text may contain a number. Every escaped digit has at least one digit in its escape.
    var mayHaveNumber: Bool { digits >= PhoneScanner.fewestDigits || isWide }

    /// Looks in the last four bytes for an escape that can hide an e-mail address.
    private mutating func lookForEscape(_ window: UInt32) {
        let bytes = (
            UInt8(truncatingIfNeeded: window >> 24), UInt8(truncatingIfNeeded: window >> 16),
            UInt8(truncatingIfNeeded: window >> 8), UInt8(truncatingIfNeeded: window)
        )
        switch bytes {
        case (_, _, UInt8(ascii: "&"), UInt8(ascii: "#")): mayHaveAddress = true
        case (_, UInt8(ascii: "\\"), UInt8(ascii: "u"), let digit),
            (_, UInt8(ascii: "\\"), UInt8(ascii: "x"), let digit):
            if digit.hexDigit != nil { mayHaveAddress = true }
        case (_, UInt8(ascii: "%"), let high, let low):
            if Self.mayHideAddress(high, low) || high == UInt8(ascii: "3") { mayHaveAddress = true }
        case (UInt8(ascii: "="), let high, let low, let next) where high.hexDigit != nil && low.hexDigit != nil:
            mayBeQuotedPrintable = true
            let isInside =
                next.isASCIIAlphanumeric || next == UInt8(ascii: "=") || next == UInt8(ascii: "[") || next >= 0x80
            if isInside, Self.mayHideAddress(high, low) { mayHaveAddress = true }
        case (_, _, UInt8(ascii: "="), 0x0A), (_, _, UInt8(ascii: "="), 0x0D): mayBeQuotedPrintable = true
        default: break
        }
    }

    /// Returns whether a semicolon follows a letter. Names of entities can be longer than the window, so only
    /// their last letter counts.
    private static func endsEntity(_ window: UInt32) -> Bool { UInt8(truncatingIfNeeded: window >> 8).isASCIILetter }

    /// Returns whether an escape with these digits can be `@`, a part of a wide `@`, or another escape.
    private static func mayHideAddress(_ high: UInt8, _ low: UInt8) -> Bool {
        guard let high = high.hexDigit, let low = low.hexDigit else { return false }
        return switch high << 4 | low {
        case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "\\"), 0xEF: true
        default: false
        }
    }
}
