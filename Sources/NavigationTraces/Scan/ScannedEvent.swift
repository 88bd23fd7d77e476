import PageViewAutomation

/// Where a text stands in the bytes of a batch, and the number by which it is found again.
struct ScannedText {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var hash: UInt32 = 0

    var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}

/// An event of a trace as it stands in the bytes of a batch: flat, with places for texts.
struct ScannedEvent {
    /// What an event can say beside its name.
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
    /// The place of what else it says among the details of its batch, or -1.
    var detail: Int32 = -1
    var name = EventName.note
    var parts: Parts = []

    /// Whether it is a remark without a time.
    @inline(__always)
    var isEmptyRemark: Bool { name == .note && !parts.contains(.time) }
}

/// What few events say.
struct EventDetail: Sendable {
    var page: PageContext?
    /// The payload, or the properties.
    var payload: Payload?
    var isReady: Bool?
    var isAttached: Bool?
    var parent: ScannedText?
    /// The name of an interaction, the url of a link, or a remark.
    var text = ""
    var source: String?

    static let none = EventDetail()
}

extension ScannedText: Sendable, BitwiseCopyable {}
extension ScannedEvent: Sendable, BitwiseCopyable {}
extension ScannedEvent.Parts: Sendable, BitwiseCopyable {}
