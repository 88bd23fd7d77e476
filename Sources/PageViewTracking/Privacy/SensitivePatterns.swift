/// The kinds of personal data that a policy removes from texts (rules PR-004 to PR-006, PR-011).
public struct SensitivePatterns: OptionSet, Sendable, Hashable {
    /// A bit for each pattern.
    public let rawValue: UInt8

    /// Creates a set of patterns from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// E-mail addresses; `[email]` replaces them.
    public static let emailAddresses = SensitivePatterns(rawValue: 1 << 0)
    /// Numbers of payment cards with a valid check digit; `[card]` replaces them.
    public static let cardNumbers = SensitivePatterns(rawValue: 1 << 1)
    /// Phone numbers as people write them; `[phone]` replaces them.
    public static let phoneNumbers = SensitivePatterns(rawValue: 1 << 2)
    /// International bank account numbers (IBAN) with valid check digits; `[iban]` replaces them (rule PR-011).
    public static let bankAccounts = SensitivePatterns(rawValue: 1 << 3)
    /// All patterns.
    public static let all: SensitivePatterns = [.emailAddresses, .cardNumbers, .phoneNumbers, .bankAccounts]
}
