/// The name of a page. Declare yours as static members of an extension, so that a misspelt one does not compile:
///
///     extension PageName {
///         static let scanItem: PageName = "scanItem"
///     }
public struct PageName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is sent.
    public let rawValue: String

    /// Creates a name from text. A blank one is refused where it is used (rule RD-009).
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name as it is sent.
    public var description: String { rawValue }
}
