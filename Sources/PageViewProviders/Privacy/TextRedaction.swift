import AnalyticsJSON
import PageViewAutomation

/// Texts without what must not be in them (rules PR-004 to PR-006). Linear in the length of a text.
struct TextRedaction: Sendable {
    /// What takes the place of a value whose key is not to be told.
    static let redactedValue = "[redacted]"
    /// The same in a link, which is to stay a URI.
    static let redactedItem = inLink(redactedValue)
    static let email = "[email]"
    static let card = "[card]"
    static let phone = "[phone]"

    private let patterns: SensitivePatterns

    init(_ patterns: SensitivePatterns) {
        self.patterns = patterns.intersection(.all)
    }

    var isEmpty: Bool { patterns.isEmpty }

    /// Whether nothing was found in the text.
    func isClean(_ text: String) -> Bool { changed(text) == nil }

    /// The text as it may be sent.
    func redacted(_ text: String) -> String { changed(text) ?? text }

    /// A link as it may be sent: a URI still, because brackets are escaped in the words that are put in.
    func redacted(link: String) -> String { changed(link, isLink: true) ?? link }

    private static func inLink(_ word: String) -> String { "%5B\(word.dropFirst().dropLast())%5D" }

    /// The text as it may be sent; `nil` if it may as it is.
    func changed(_ text: String, isLink: Bool = false) -> String? {
        guard !isEmpty else { return nil }
        let look = Look(text)
        guard look.mayHaveAddress || look.mayHaveNumber else { return nil }
        var bytes: [UInt8]?
        if look.mayHaveAddress, patterns.contains(.emailAddresses) {
            replace(in: &bytes, text, isLink ? Self.inLink(Self.email) : Self.email) {
                isLink ? EmailScanner.matches(inLink: $0) : EmailScanner.matches(in: $0)
            }
        }
        guard look.mayHaveNumber else { return bytes.map { String(decoding: $0, as: UTF8.self) } }
        // A card first: a part of its number must not be taken for a phone number, or the rest would stay.
        if patterns.contains(.cardNumbers) {
            replace(in: &bytes, text, isLink ? Self.inLink(Self.card) : Self.card) { CardScanner.matches(in: $0) }
        }
        if patterns.contains(.phoneNumbers) {
            replace(in: &bytes, text, isLink ? Self.inLink(Self.phone) : Self.phone) { PhoneScanner.matches(in: $0) }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a number is that of a card. No number is a phone number: nobody computes with those.
    func isCard(_ value: AnalyticsValue) -> Bool {
        guard patterns.contains(.cardNumbers) else { return false }
        switch value {
        case .int(let number) where number < CardScanner.smallest: return false
        case .double(let number) where !(number >= Double(CardScanner.smallest) && number < 0x1p63): return false
        case .double(let number):
            return Int64(exactly: number).map { CardScanner.isCard(Array(String($0).utf8)) } ?? false
        case .int, .decimal:
            let text = value.text
            let whole = text.utf8.prefix { $0 != 0x2E }
            let isWhole = text.utf8.dropFirst(whole.count + 1).allSatisfy { $0 == 0x30 }
            return isWhole && CardScanner.isCard(Array(whole))
        case .null, .bool, .string, .array, .object: return false
        }
    }

    /// Puts a word in the place of each match; `bytes` stays `nil` while there was none.
    private func replace(
        in bytes: inout [UInt8]?, _ text: String, _ word: String, _ matches: ([UInt8]) -> [Range<Int>]
    ) {
        let source = bytes ?? Array(text.utf8)
        let plain = PlainText(source)
        let found = matches(plain.bytes)
        guard !found.isEmpty else { return }
        var result: [UInt8] = []
        var copied = 0
        for range in found.map(plain.source) {
            result += source[copied..<range.lowerBound]
            result += word.utf8
            copied = range.upperBound
        }
        bytes = result + source[copied...]
    }

    /// What a text may have in it, at a glance.
    private struct Look {
        var mayHaveAddress = false
        private var digits = 0
        private var isWide = false

        init(_ text: String) {
            for byte in text.utf8 {
                switch byte {
                case 0x30...0x39: digits += 1
                case 0x40, 0x25: mayHaveAddress = true
                // Wide letters and digits begin so.
                case 0xEF: (mayHaveAddress, isWide) = (true, true)
                default: break
                }
            }
        }

        var mayHaveNumber: Bool { digits >= PhoneScanner.fewestDigits || isWide }
    }
}
