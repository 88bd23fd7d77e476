import PageViewTracking

/// The name of a segment: its opening time and a random number, both of sixteen digits, so names sort by time (JR-003).
package struct SegmentName: Sendable, Hashable {
    /// Nanoseconds since 1970.
    private let time: UInt64
    private let random: UInt64

    /// Creates a name that sorts behind all others, even if the clock was set back.
    package init(after newest: SegmentName?, now: WallTime) {
        guard let newest, newest.time == .max else {
            time = max(UInt64(clamping: now.nanoseconds), (newest?.time ?? 0) + 1)
            random = .random(in: 0 ... .max)
            return
        }
        // There is no later time, so the second number must increase. A small step leaves space for many more names.
        let (next, overflow) = newest.random.addingReportingOverflow(.random(in: 1...1 << 32))
        time = .max
        random = overflow ? .random(in: 0 ... .max) : next
    }

    /// Parses the name of a file; returns `nil` if the file is not a segment.
    package init?(file: String) {
        guard file.hasSuffix(Self.ending) else { return nil }
        self.init(stem: file.dropLast(Self.ending.utf8.count))
    }

    private init?(stem: Substring) {
        let parts = stem.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Hexadecimal.number(parts[0]), let random = Hexadecimal.number(parts[1])
        else { return nil }
        (self.time, self.random) = (time, random)
    }

    /// Parses the name of an acknowledgement, or of its temporary file; returns `nil` for other names.
    package init?(acknowledgement file: String) {
        let stem = file.prefix { $0 != "." }
        let rest = file.dropFirst(stem.count)
        guard rest.hasPrefix(Self.acknowledgementEnding) else { return nil }
        let ending = rest.dropFirst(Self.acknowledgementEnding.utf8.count)
        guard ending.isEmpty || TemporaryName.isSuffix(ending) else { return nil }
        self.init(stem: stem)
    }

    private var stem: String { Hexadecimal.digits(time) + "-" + Hexadecimal.digits(random) }

    package var file: String { stem + Self.ending }
    package var acknowledgement: String { stem + Self.acknowledgementEnding }

    private static let acknowledgementEnding = ".acknowledged"
    private static let ending = ".jsonl"
}

extension SegmentName: Comparable {
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        (left.time, left.random) < (right.time, right.random)
    }
}

/// Lowercase hexadecimal numbers in the names of files and in records (JR-001, JR-003, JR-011).
enum Hexadecimal {
    static func digits(_ value: UInt64, count: Int = 16) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// Parses this number of digits; returns `nil` if the text has another form.
    static func number(_ text: some Collection<UInt8>, digits count: Int = 16) -> UInt64? {
        let text = String(decoding: text, as: UTF8.self)
        return UInt64(text, radix: 16).flatMap { digits($0, count: count) == text ? $0 : nil }
    }
}

/// The names of temporary files that will replace another file. A random number avoids collisions (JR-011).
enum TemporaryName {
    private static let ending = ".new"

    static func random(for path: String) -> String { path + "." + Hexadecimal.digits(.random(in: 0 ... .max)) + ending }

    /// Returns whether the text has the form of the ending that `random(for:)` appends.
    static func isSuffix(_ suffix: Substring) -> Bool {
        guard suffix.utf8.first == 0x2E, suffix.hasSuffix(ending) else { return false }
        return Hexadecimal.number(suffix.dropFirst().dropLast(ending.utf8.count).utf8) != nil
    }
}
