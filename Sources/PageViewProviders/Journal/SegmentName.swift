/// The name of a segment: when it was opened, and a random number that tells it from those of other processes (rule JR-003).
///
/// Sixteen digits to the base 16 each, so that the names sort as the times do.
package struct SegmentName: Sendable, Hashable {
    package let stem: String

    /// Creates a name for a segment that is opened now: later than all that are there, even if the clock was set back.
    package init(after newest: SegmentName?, now: WallTime) {
        let time = UInt64(clamping: now.nanoseconds)
        let (next, overflow) = (newest?.time ?? 0).addingReportingOverflow(1)
        let random = UInt64.random(in: 0 ... .max)
        stem = Self.digits(overflow ? .max : max(time, next)) + "-" + Self.digits(random)
    }

    /// Reads the name of a file; `nil` if it is not that of a segment.
    package init?(file: String) {
        guard file.hasSuffix(Self.ending), file.utf8.count == 33 + Self.ending.utf8.count else { return nil }
        stem = String(file.dropLast(Self.ending.utf8.count))
        let isName = stem.utf8.enumerated().allSatisfy { index, byte in
            index == 16 ? byte == 0x2D : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard isName else { return nil }
    }

    /// The name of the file.
    package var file: String { stem + Self.ending }
    /// The name of the file that says how far the segment is acknowledged.
    package var acknowledgement: String { stem + Self.acknowledgementEnding }

    static let acknowledgementEnding = ".acknowledged"

    /// Nanoseconds since 1970.
    private var time: UInt64 { UInt64(stem.prefix(16), radix: 16) ?? 0 }

    private static let ending = ".jsonl"

    private static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension SegmentName: Comparable {
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        left.stem.utf8.lexicographicallyPrecedes(right.stem.utf8)
    }
}
