#if hasFeature(Embedded)
/// The number of a payload, whose values the embedding program keeps.
///
/// The rules only store payloads and copy them into records, so they need no values.
public struct Payload: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The number; 0 for an empty payload.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package init() { number = 0 }

    /// Creates an empty payload from the literal `[:]`, which is the only possible literal.
    public init(dictionaryLiteral elements: (Never, Never)...) { number = 0 }
}
#endif
