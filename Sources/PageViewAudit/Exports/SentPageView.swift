/// A page view that an app sent: one line of an export, in at most 64 bytes (AU-110).
package struct SentPageView: Sendable, BitwiseCopyable {
    /// The time of the event in nanoseconds since 1970 in UTC.
    package var time: Int64
    /// The identity of the event, or of the Datadog view.
    package var identity: EventIdentity
    /// The version of a Datadog view; -1 in other formats.
    package var version: Int64
    /// The number of the line on which the event begins, from 1. The events of a payload on one line share its number.
    package var line: UInt32
    /// The index of the file in ``SentLog/files``.
    package var file: Int32
    /// The index of the name in ``SentLog/names``.
    package var name: Int32
    /// The index of the session key in ``SentLog/sessionKeys``; -1 without one.
    package var session: Int32
    /// The relation to another line. ``SentLog/finish()`` sets it.
    package var link: Link

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
package struct EventIdentity: Sendable, BitwiseCopyable, Hashable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// The value for an event without an id.
    package static let none = EventIdentity(high: 0, low: 0)
}

/// A list of page views in blocks.
///
/// A single array would need up to three times its size while it grows.
package struct SentPageViews: RandomAccessCollection, MutableCollection, Sendable {
    private static let blockBits = 12
    private static let blockMask = 1 << blockBits - 1

    private var blocks: [[SentPageView]] = []
    /// The number of page views.
    package private(set) var count = 0

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(position: Int) -> SentPageView {
        get { blocks[position >> Self.blockBits][position & Self.blockMask] }
        _modify { yield &blocks[position >> Self.blockBits][position & Self.blockMask] }
    }

    package mutating func append(_ pageView: SentPageView) {
        if count & Self.blockMask == 0 {
            blocks.append([])
            // The first block grows as needed, because most exports of one device are short.
            if blocks.count > 1 { blocks[blocks.count - 1].reserveCapacity(Self.blockMask + 1) }
        }
        blocks[blocks.count - 1].append(pageView)
        count += 1
    }
}
