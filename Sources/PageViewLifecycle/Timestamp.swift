/// A moment in nanoseconds since a beginning that its clock chooses.
///
/// Only differences have a meaning. Integers, because a sum of rounded fractions would not be reproducible.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's beginning.
    public var nanoseconds: Int64

    /// Creates a moment so many nanoseconds after the clock's beginning.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's beginning.
    public static let zero = Timestamp(nanoseconds: 0)

    /// Whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time from an earlier moment to this one, in nanoseconds; at the far ends of the range it saturates.
    @inlinable
    package func nanoseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (nanoseconds < 0 ? .min : .max) : difference
    }
}
