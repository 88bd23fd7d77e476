/// A page view that an app sent: one line of an export, in 48 bytes (AU-110).
package struct SentPageView: Sendable, BitwiseCopyable {
    package var time: Int64
    /// The identity of the event, or of the Datadog view.
    package var identity: EventIdentity
    /// The version of a Datadog view, or -1 in other formats, until the line gets a link. From then on, the link: -2, -4 and
    /// so on for a retry, and -3, -5 and so on for a folded line.
    private var versionOrLink: Int64
    /// The number of the line on which the event begins, from 1. The events of a payload on one line share its number.
    package var line: UInt32
    /// The index of the file in ``SentLog/files``.
    package var file: Int32
    /// The index of the name in ``SentLog/names``.
    package var name: Int32
    /// The index of the session key in ``SentLog/sessionKeys``; -1 without one.
    package var session: Int32

    /// Creates a page view without a link. The version is -1, unless it is that of a Datadog view.
    init(
        time: Int64, identity: EventIdentity, version: Int64, line: UInt32, file: Int32, name: Int32, session: Int32
    ) {
        (self.time, self.identity, versionOrLink) = (time, identity, max(-1, version))
        (self.line, self.file, self.name, self.session) = (line, file, name, session)
    }

    /// The version of a Datadog view; -1 in other formats, and for a line with a link.
    var version: Int64 { max(-1, versionOrLink) }

    /// The relation to another line, after ``SentLog/finish()``.
    package var link: Link {
        guard versionOrLink < -1 else { return .none }
        let number = -2 - versionOrLink
        let line = UInt32(truncatingIfNeeded: number / 2)
        return number.isMultiple(of: 2) ? .retry(of: line) : .folded(into: line)
    }

    /// Marks the line as a retry of an earlier line with the same event id.
    mutating func setRetry(of line: Int) { versionOrLink = -2 - 2 * Int64(line) }

    /// Marks the line as an older version of the view of another line.
    mutating func setFolded(into line: Int) { versionOrLink = -3 - 2 * Int64(line) }

    /// A relation between two lines with one identity. The numbers are indices in ``SentLog/pageViews``.
    package enum Link: Sendable, BitwiseCopyable, Hashable {
        /// The line stands for itself: the audit matches it with the page views of the trace.
        case none
        /// An earlier line, the first of them, has the same event id.
        case retry(of: UInt32)
        /// Another line has a newer version of the same Datadog view. That line stands for the view.
        case folded(into: UInt32)
    }
}

/// A hash of 128 bits of an event id.
///
/// The hash has a random seed in each process, so no export can contain different ids with one hash on purpose.
package struct EventIdentity: Sendable, BitwiseCopyable, Hashable, Comparable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    package static let none = EventIdentity(high: 0, low: 0)

    package static func < (left: EventIdentity, right: EventIdentity) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
