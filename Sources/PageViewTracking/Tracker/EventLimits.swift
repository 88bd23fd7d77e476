/// How much may be in an event; what is more is cut off, and told as a diagnostic (rule TK-009).
public struct EventLimits: Sendable, Hashable {
    /// How many bytes a text may have in UTF-8: names, keys and values.
    public var textBytes: Int
    /// How many values an event may have, those inside others counted.
    public var values: Int
    /// How deep values may be nested; the properties themselves are the first level.
    public var depth: Int
    /// How many bytes all texts of the properties may have together.
    public var totalBytes: Int

    /// Creates limits.
    public init(textBytes: Int = 16_384, values: Int = 1_024, depth: Int = 16, totalBytes: Int = 262_144) {
        self.textBytes = max(0, textBytes)
        self.values = max(0, values)
        self.depth = max(0, depth)
        self.totalBytes = max(0, totalBytes)
    }

    /// Limits that no sensible event meets and every back end can live with.
    public static let standard = EventLimits()
}
