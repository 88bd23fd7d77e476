import PageViewAutomation

/// Where a text stands in the bytes of a batch, and the number by which it is found again.
struct ScannedText {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var hash: UInt32 = 0

    var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}

/// An event of a trace as it stands in the bytes of a batch: ``EventValues`` with the places of names, and without the
/// values that few events have.
package struct ScannedEvent {
    /// The keys that many events have.
    struct Parts: OptionSet {
        let rawValue: UInt8

        static let time = Parts(rawValue: 1 << 0)
        static let session = Parts(rawValue: 1 << 1)
        static let component = Parts(rawValue: 1 << 2)
        static let scene = Parts(rawValue: 1 << 3)
    }

    /// Nanoseconds.
    var time: Int64 = 0
    var session = ScannedText()
    var component = ScannedText()
    var scene = ScannedText()
    /// The index of its other values among the details of its batch; 0 is that of an event that has none.
    var detail: Int32 = 0
    var name = EventName.note
    var parts: Parts = []

    /// The time of the event; `nil` is that of the event before.
    @inline(__always)
    var moment: Timestamp? { parts.contains(.time) ? Timestamp(nanoseconds: time) : nil }

    /// Whether it is a note without a time, which means nothing to an engine.
    @inline(__always)
    var isEmptyNote: Bool { name == .note && !parts.contains(.time) }
}

/// The values that few events have, with the place of the parent's name.
package struct ScannedDetail: Sendable {
    var values = EventDetail()
    var parent: ScannedText?
}

extension ScannedText: Sendable, BitwiseCopyable {}
extension ScannedEvent: Sendable, BitwiseCopyable {}
extension ScannedEvent.Parts: Sendable, BitwiseCopyable {}
