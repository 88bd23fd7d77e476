import PageViewTracking

/// The name of a segment: when it was opened, and a random number that tells it from those of other processes (rule JR-003).
///
/// Sixteen digits to the base 16 each, so that the names sort as the times do.
package struct SegmentName: Sendable, Hashable {
    /// Nanoseconds since 1970.
    private let time: UInt64
    private let random: UInt64

    /// Creates a name for a segment that is opened now: later than all that are there, even if the clock was set back.
    package init(after newest: SegmentName?, now: WallTime) {
        guard let newest, newest.time == .max else {
            time = max(UInt64(clamping: now.nanoseconds), (newest?.time ?? 0) + 1)
            random = .random(in: 0 ... .max)
            return
        }
        // There is no later time, so that the other number has to go up; by no more than leaves room for very many.
        let (next, overflow) = newest.random.addingReportingOverflow(.random(in: 1...1 << 32))
        time = .max
        random = overflow ? .random(in: 0 ... .max) : next
    }

    /// Reads the name of a file; `nil` if it is not that of a segment.
    package init?(file: String) {
        let parts = file.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 16 + Self.ending.utf8.count, file.hasSuffix(Self.ending),
            let time = Hexadecimal.number(parts[0]), let random = Hexadecimal.number(parts[1].prefix(16))
        else { return nil }
        (self.time, self.random) = (time, random)
    }

    /// Reads the name of the file that says how far a segment is acknowledged, or of one that was to replace it; `nil` if
    /// it is neither.
    package init?(acknowledgement file: String) {
        let (stem, rest) = (file.prefix(33), file.dropFirst(33))
        guard rest.hasPrefix(Self.acknowledgementEnding) else { return nil }
        let ending = rest.dropFirst(Self.acknowledgementEnding.utf8.count)
        guard ending.isEmpty || TemporaryName.isSuffix(ending) else { return nil }
        self.init(file: stem + Self.ending)
    }

    private var stem: String { Hexadecimal.digits(time) + "-" + Hexadecimal.digits(random) }

    /// The name of the file.
    package var file: String { stem + Self.ending }
    /// The name of the file that says how far the segment is acknowledged.
    package var acknowledgement: String { stem + Self.acknowledgementEnding }

    private static let acknowledgementEnding = ".acknowledged"
    private static let ending = ".jsonl"
}

extension SegmentName: Comparable {
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.time, left.random) < (right.time, right.random)
    }
}
