/// The name of a segment: when it was opened, and a random number that tells it from those of other processes (rule JR-003).
///
/// Sixteen digits to the base 16 each, so that the names sort as the times do.
package struct SegmentName: Sendable, Hashable {
    /// Nanoseconds since 1970.
    private let time: UInt64
    private let random: UInt64

    /// Creates a name for a segment that is opened now: later than all that are there, even if the clock was set back.
    package init(after newest: SegmentName?, now: WallTime) {
        let (next, overflow) = (newest?.time ?? 0).addingReportingOverflow(1)
        time = overflow ? .max : max(UInt64(clamping: now.nanoseconds), next)
        random = .random(in: 0 ... .max)
    }

    /// Reads the name of a file; `nil` if it is not that of a segment.
    package init?(file: String) {
        let parts = file.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 16 + Self.ending.utf8.count, file.hasSuffix(Self.ending),
            let time = Self.number(parts[0]), let random = Self.number(parts[1].prefix(16))
        else { return nil }
        (self.time, self.random) = (time, random)
    }

    private var stem: String { Self.digits(time) + "-" + Self.digits(random) }

    /// The name of the file.
    package var file: String { stem + Self.ending }
    /// The name of the file that says how far the segment is acknowledged.
    package var acknowledgement: String { stem + Self.acknowledgementEnding }

    static let acknowledgementEnding = ".acknowledged"
    private static let ending = ".jsonl"

    private static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt64? {
        guard digits.count == 16 else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            switch byte {
            case 0x30...0x39: number = number << 4 | UInt64(byte - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(byte - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}

extension SegmentName: Comparable {
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.time, left.random) < (right.time, right.random)
    }
}
