/// The parts of a text that must not be sent (rules PR-004 to PR-006, PR-011).
///
/// All patterns look at the same text. Candidates that overlap are removed together, so that no part of one of them stays.
struct SensitiveRanges {
    /// What a range is removed as. The first in this order names a range that is several of them.
    enum Kind: Int, CaseIterable {
        case email, iban, card, phone
    }

    struct Match {
        var range: Range<Int>
        var kind: Kind
    }

    /// Where the parts are, in order; none overlaps another.
    let matches: [Match]

    init(in text: [UInt8], patterns: SensitivePatterns, glance: TextGlance, isLink: Bool) {
        var found = Self.candidates(in: text, .all.subtracting(.quotedPrintable), patterns, glance, isLink)
        if glance.mayBeQuotedPrintable {
            // In most texts `=` is no escape, so this is a second reading. What it finds contains an escape, or touches one.
            found += Self.candidates(in: text, .all, patterns, glance, isLink).filter { Self.hasEscape($0.range, text) }
        }
        matches = Self.united(found)
    }

    private static func hasEscape(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        let equals = UInt8(ascii: "=")
        // An escape before it has two digits.
        let isBehindEscape = range.lowerBound >= 3 && text[range.lowerBound - 3] == equals
        let isBeforeEscape = range.upperBound < text.count && text[range.upperBound] == equals
        return isBehindEscape || isBeforeEscape || text[range].contains(equals)
    }

    private static func candidates(
        in text: [UInt8], _ notations: Escape.Notations, _ patterns: SensitivePatterns, _ glance: TextGlance,
        _ isLink: Bool
    ) -> [Match] {
        let plain = PlainText(text, notations: notations)
        var found: [Match] = []
        func add(_ ranges: [Range<Int>], _ kind: Kind) {
            found += ranges.map { Match(range: plain.source(of: $0), kind: kind) }
        }
        if glance.mayHaveAddress, patterns.contains(.emailAddresses) {
            add(isLink ? EmailScanner.matches(inLink: plain.bytes) : EmailScanner.matches(in: plain.bytes), .email)
        }
        guard glance.mayHaveNumber, patterns != .emailAddresses else { return found }
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
