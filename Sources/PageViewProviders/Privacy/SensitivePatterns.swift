/// What is looked for in texts, to be taken out of them (rules PR-004 to PR-006).
public struct SensitivePatterns: OptionSet, Sendable, Hashable {
    /// A bit for each pattern.
    public let rawValue: UInt8

    /// Creates a set of patterns from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// E-mail addresses; `[email]` takes their place.
    public static let emailAddresses = SensitivePatterns(rawValue: 1 << 0)
    /// Numbers of payment cards, whose check digit is right; `[card]` takes their place.
    public static let cardNumbers = SensitivePatterns(rawValue: 1 << 1)
    /// Phone numbers as they are written for people; `[phone]` takes their place.
    public static let phoneNumbers = SensitivePatterns(rawValue: 1 << 2)
    /// All of them.
    public static let all: SensitivePatterns = [.emailAddresses, .cardNumbers, .phoneNumbers]
}
