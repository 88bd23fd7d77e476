/// A page view that an app sent: one line of an export, in 48 bytes (AU-110).
struct SentPageView: Sendable, BitwiseCopyable {
    var time: Int64
    /// The identity of the event, or of the Datadog view.
    var identity: EventIdentity
    /// The version of a Datadog view; -1 in other formats.
    var version: Int32
    /// The index of the line that has the same identity and stands for this one; -1 if this line stands for itself.
    var holder: Int32 = -1
    /// The number of the line on which the event begins, from 1. The events of a payload on one line share its number.
    var line: UInt32
    /// The index of the file in ``SentLog/files``.
    var file: Int32
    /// The index of the name in ``SentLog/names``.
    var name: Int32
    /// The index of the session key in ``SentLog/sessionKeys``; -1 without one.
    var session: Int32

    /// The relation to another line, after ``SentLog/finish()``.
    var link: Link { holder < 0 ? .none : version < 0 ? .retry(of: holder) : .folded(into: holder) }

    /// A relation between two lines with one identity. The numbers are indices in ``SentLog/pageViews``.
    enum Link: Hashable {
        /// The line stands for itself: the audit matches it with the page views of the trace.
        case none
        /// An earlier line, the first of them, has the same event id.
        case retry(of: Int32)
        /// Another line has a newer version of the same Datadog view. That line stands for the view.
        case folded(into: Int32)
    }
}

/// A hash of 128 bits of an event id.
///
/// The hash has a random seed in each process, so no export can contain different ids with one hash on purpose.
package struct EventIdentity: Sendable, BitwiseCopyable, Hashable, Comparable {
    var high: UInt64
    var low: UInt64

    package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    package static let none = EventIdentity(high: 0, low: 0)

    package static func < (left: EventIdentity, right: EventIdentity) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
