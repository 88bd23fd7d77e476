import AnalyticsJSON
import PageViewAutomation

/// Reads the lines of JSON Lines that nearly all lines are like: an event, written as programs write it.
///
/// It accepts less than ``JSONLine`` does, and nothing else: what it has any doubt about, it leaves alone. Then the line
/// is read by the general reader, which alone says what is accepted, and what is wrong with a line.
struct EventScanner {
    /// Where it is in the bytes.
    var at = 0
    let seed = TextHash.start
    var pages = PageCache()

    /// Reads lines one after another until one that it leaves alone; returns where that one, or the end, is.
    ///
    /// The bytes must go on behind `end` by the padding of words, and the last one before it must be a line feed.
    mutating func scan(
        _ bytes: ByteSpan, from start: Int, to end: Int, events: inout [ScannedEvent], details: inout [EventDetail]
    ) -> Int {
        var lineStart = start
        while lineStart < end {
            at = lineStart
            let detailCount = details.count
            guard let event = event(bytes, &details) else {
                // What it has read of the line before it had its doubts.
                if details.count > detailCount { details.removeLast() }
                return lineStart
            }
            events.append(event)
            lineStart = at
        }
        return lineStart
    }

    /// Reads a line and goes past its end; `nil` for one that it leaves alone.
    @inline(__always)
    private mutating func event(_ bytes: ByteSpan, _ details: inout [EventDetail]) -> ScannedEvent? {
        guard bytes.byte(at: at) == 0x7B else { return nil }
        var event = ScannedEvent()
        var keys: Keys = []
        repeat {
            at += 1
            skipOneSpace(bytes)
            guard let key = key(bytes), !keys.contains(key) else { return nil }
            keys.insert(key)
            skipOneSpace(bytes)
            switch key {
            case .time:
                guard let time = seconds(bytes) else { return nil }
                event.time = time
            case .event:
                guard let name = name(bytes) else { return nil }
                event.name = name
            case .component:
                guard let text = text(bytes) else { return nil }
                event.component = text
            case .scene:
                guard let text = text(bytes) else { return nil }
                event.scene = text
            case .session:
                guard let text = text(bytes) else { return nil }
                event.session = text
            default:
                if event.detail < 0 {
                    event.detail = Int32(truncatingIfNeeded: details.count)
                    details.append(.none)
                }
                guard take(key, into: &details[Int(event.detail)], bytes) else { return nil }
            }
        } while bytes.byte(at: at) == 0x2C
        guard bytes.byte(at: at) == 0x7D else { return nil }
        at += bytes.byte(at: at + 1) == 0x0D ? 2 : 1
        guard bytes.byte(at: at) == 0x0A, keys.suit(event.name) else { return nil }
        at += 1
        event.parts = keys.parts
        return event
    }

    @inline(__always)
    private mutating func skipOneSpace(_ bytes: ByteSpan) {
        if bytes.byte(at: at) == 0x20 { at += 1 }
    }

    /// The values that few events have.
    @inline(never)
    private mutating func take(_ key: Keys, into detail: inout EventDetail, _ bytes: ByteSpan) -> Bool {
        switch key {
        case .page:
            detail.page = page(bytes)
            return detail.page != nil
        case .payload, .properties:
            detail.payload = payload(bytes)
            return detail.payload != nil
        case .state:
            detail.isReady = word(bytes, "\"ready\"", else: "\"pending\"")
            return detail.isReady != nil
        case .attached:
            detail.isAttached = word(bytes, "true", else: "false")
            return detail.isAttached != nil
        case .parent:
            detail.parent = text(bytes)
            return detail.parent != nil
        case .name:
            guard let name = text(bytes) else { return false }
            detail.text = string(name, bytes)
            return true
        default:
            return false
        }
    }

    /// One of two words; whether it is the first one.
    private mutating func word(_ bytes: ByteSpan, _ first: StaticString, else second: StaticString) -> Bool? {
        let isFirst = bytes.starts(with: first, at: at)
        guard isFirst || bytes.starts(with: second, at: at) else { return nil }
        at += isFirst ? first.utf8CodeUnitCount : second.utf8CodeUnitCount
        return isFirst
    }
}
