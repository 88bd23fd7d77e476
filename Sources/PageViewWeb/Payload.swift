/// The number of a payload, whose values stay in JavaScript.
///
/// The model only stores payloads and copies them into records. So the web module replaces the type with values by this one.
public struct Payload: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The number; 0 for an empty payload.
    let number: Int32

    init(number: Int32) { self.number = number }

    /// The payload of a page view by hand or of an interaction, which no component holds.
    static var ofCall: Payload { Payload(number: 1) }

    /// Creates an empty payload.
    public init() { number = 0 }

    /// Creates an empty payload from the literal `[:]`, which is the only possible literal.
    public init(dictionaryLiteral elements: (Never, Never)...) { number = 0 }
}
