/// The name of the context that a page appears in, such as a flow or a section. Declare yours as static members of an
/// extension, as with ``PageName``.
public struct ContextName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is sent.
    public let rawValue: String

    /// Creates a name from text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name as it is sent.
    public var description: String { rawValue }
}
