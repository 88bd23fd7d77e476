import PageViewTracking
internal import AnalyticsJSON

/// A currency by its three letters, such as `USD` (rule EN-003).
///
/// That it has that form is all that is checked: which currencies there are changes. It has no literals, because a literal
/// could not refuse a text of another form.
public struct CurrencyCode: Sendable, Hashable {
    /// The three letters.
    public let text: String

    /// Creates a currency from three letters, `A` to `Z`.
    ///
    /// - Throws: If the text is anything else.
    public init(_ text: String) throws(EngagementError) {
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw EngagementError(
                "currency", expected: "three capital letters, such as \"USD\"", found: JSONParser.quoted(text))
        }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// US dollars; what an amount without a currency is taken to be in.
    public static let usDollar = CurrencyCode(known: "USD")
}

extension CurrencyCode: CustomStringConvertible {
    /// The three letters.
    public var description: String { text }
}
