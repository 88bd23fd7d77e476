/// A moment, in nanoseconds since an origin that its clock chooses.
///
/// Only differences between moments of one clock have a meaning. The value is an integer, because sums of rounded fractions would
/// not be reproducible.
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// Creates a moment from the nanoseconds since the clock's origin.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The clock's origin.
    public static let zero = Timestamp(nanoseconds: 0)

    /// Whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the time from an earlier moment to this one, in nanoseconds. An overflow saturates.
    @inlinable
    package func nanoseconds(since earlier: Timestamp) -> Int64 {
        nanoseconds.saturatingSubtracting(earlier.nanoseconds)
    }

    /// Returns the moment this many nanoseconds later. An overflow saturates.
    @inlinable
    package func later(byNanoseconds nanoseconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: self.nanoseconds.saturatingAdding(nanoseconds))
    }

    /// The seconds since the clock's origin, rounded to milliseconds, such as `2.35 s`.
    public var description: String { "\(Self.roundedSeconds(of: nanoseconds)) s" }

    /// Returns nanoseconds as seconds, rounded to milliseconds and without trailing zeros, such as `2.35`.
    package static func roundedSeconds(of nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let milliseconds = whole + (rest >= 500_000 ? 1 : 0)
        let sign = nanoseconds < 0 && milliseconds > 0 ? "-" : ""
        var (fraction, width) = (milliseconds % 1_000, 3)
        if fraction == 0 { return "\(sign)\(milliseconds / 1_000)" }
        while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
        let digits = "\(fraction)"
        return "\(sign)\(milliseconds / 1_000).\(String(repeating: "0", count: width - digits.utf8.count))\(digits)"
    }
}

extension FixedWidthInteger {
    /// Returns the sum. An overflow saturates.
    @inlinable
    package func saturatingAdding(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the difference. An overflow saturates.
    @inlinable
    package func saturatingSubtracting(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}

#if !hasFeature(Embedded)
extension Duration {
    /// The duration in nanoseconds, rounded toward zero. An overflow saturates.
    package var saturatingNanoseconds: Int64 {
        // `components` traps if the seconds exceed 64 bits.
        if self >= .nanoseconds(Int64.max) { return .max }
        if self <= .nanoseconds(Int64.min) { return .min }
        return components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
#endif
