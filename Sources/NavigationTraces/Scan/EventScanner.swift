import AnalyticsJSON
import PageViewAutomation

/// Reads the common form of lines in JSON Lines: an event, as programs write it.
///
/// It accepts a subset of the lines that ``JSONLine`` accepts. The general reader reads every other line. So the general reader
/// alone decides what is valid, and it writes the error messages.
///
/// The scanner reads bytes without bounds checks. It advances only past keys, texts, numbers and literals, and none of them
/// contains a line feed. So it stops at the line feed that ends the line, and padding follows that.
struct EventScanner: Sendable {
    /// The position of the next value of a rare key.
    var at = 0
    let seed = TextHash.start
    /// The pages by their JSON, so that events that name one page share it.
    var pages = NameTable<PageContext>()
    private let names = EventNameTable.shared

    /// Reads lines until the first one that it leaves to the general reader. Returns the position of that line, or `end`.
    ///
    /// The last byte before `end` must be a line feed, and padding must follow `end`.
    mutating func scan(
        _ bytes: ByteSpan, from start: Int, to end: Int, events: inout [ScannedEvent], details: inout [ScannedDetail]
    ) -> Int {
        guard start < end else { return start }
        precondition(start >= 0 && end + ByteSpan.padding <= bytes.count && bytes[end - 1] == 0x0A)
        var lineStart = start
        while lineStart < end {
            var at = lineStart
            let detailCount = details.count
            guard let event = event(bytes, &at, &details) else {
                // Removes the values of the line that it left.
                if details.count > detailCount { details.removeLast() }
                return lineStart
            }
            events.append(event)
            lineStart = at
        }
        return lineStart
    }

    /// Reads a line, and advances the position past it. Returns `nil` for a line that it leaves to the general reader.
    @inline(__always)
    private mutating func event(_ bytes: ByteSpan, _ at: inout Int, _ details: inout [ScannedDetail]) -> ScannedEvent? {
        guard bytes.paddedByte(at: at) == 0x7B else { return nil }
        var event = ScannedEvent()
        var keys: EventKeys = []
        // Without `event`, no other key is allowed.
        var (needed, allowed): (EventKeys, EventKeys) = (.event, [])
        repeat {
            at &+= 1
            Self.skipOneSpace(bytes, &at)
            let word = bytes.paddedWord(at: at)
            let key: EventKeys
            if CommonKey.isTime(word) {
                Self.skip(4, bytes, &at)
                guard let time = Self.seconds(bytes, &at) else { return nil }
                event.time = time
                key = .time
            } else if CommonKey.isEvent(word) {
                Self.skip(8, bytes, &at)
                guard let entry = names.name(bytes, &at) else { return nil }
                event.kind = entry.kind
                (needed, allowed) = (entry.needed, entry.allowed)
                key = .event
            } else if CommonKey.isComponent(word, bytes, at) {
                Self.skip(12, bytes, &at)
                guard let text = Self.text(bytes, &at, seed) else { return nil }
                event.component = text
                key = .component
            } else if CommonKey.isScene(word) {
                Self.skip(8, bytes, &at)
                guard let text = Self.text(bytes, &at, seed) else { return nil }
                event.scene = text
                key = .scene
            } else if CommonKey.isSession(word, bytes, at) {
                Self.skip(10, bytes, &at)
                guard let text = Self.text(bytes, &at, seed) else { return nil }
                event.session = text
                key = .session
            } else {
                let (rare, count) = Self.rareKey(bytes, at)
                guard let rare else { return nil }
                Self.skip(count, bytes, &at)
                if event.detail == 0 {
                    event.detail = Int32(truncatingIfNeeded: details.count)
                    details.append(ScannedDetail())
                }
                self.at = at
                guard readValue(of: rare, into: &details[Int(event.detail)], bytes) else { return nil }
                at = self.at
                key = EventKeys(rare)
            }
            guard !keys.contains(key) else { return nil }
            keys.insert(key)
        } while bytes.paddedByte(at: at) == 0x2C
        guard bytes.paddedByte(at: at) == 0x7D else { return nil }
        at &+= bytes.paddedByte(at: at &+ 1) == 0x0D ? 2 : 1
        guard bytes.paddedByte(at: at) == 0x0A, keys.isSuperset(of: needed), keys.isSubset(of: allowed) else {
            return nil
        }
        at &+= 1
        event.keys = keys
        return event
    }

    /// Advances the position past a key and past one space.
    @inline(__always)
    private static func skip(_ count: Int, _ bytes: ByteSpan, _ at: inout Int) {
        at &+= count
        skipOneSpace(bytes, &at)
    }

    @inline(__always)
    private static func skipOneSpace(_ bytes: ByteSpan, _ at: inout Int) {
        // The processor predicts a branch. After a conditional move, the next load would wait for this one.
        if _slowPath(bytes.paddedByte(at: at) == 0x20) { at &+= 1 }
    }

    /// Reads the value of a rare key into `detail`. Returns whether the value has the common form.
    @inline(never)
    private mutating func readValue(of key: EventKey, into detail: inout ScannedDetail, _ bytes: ByteSpan) -> Bool {
        switch key {
        case .page:
            detail.values.page = page(bytes)
            return detail.values.page != nil
        case .payload, .properties:
            detail.values.payload = payload(bytes)
            return detail.values.payload != nil
        case .state:
            detail.values.isReady = word(bytes, "\"ready\"", else: "\"pending\"")
            return detail.values.isReady != nil
        case .attached:
            detail.values.isAttached = word(bytes, "true", else: "false")
            return detail.values.isAttached != nil
        case .parent:
            detail.parent = text(bytes)
            return detail.parent != nil
        case .name, .url, .text:
            detail.values.text = text(bytes).map { string($0, bytes) }
            return detail.values.text != nil
        case .source:
            detail.values.source = text(bytes).map { string($0, bytes) }
            return detail.values.source != nil
        case .component, .scene, .nextPageView:
            // The caller reads the common keys. The general reader reads notes.
            return false
        }
    }

    /// Reads one of two literals. Returns whether it is the first one.
    private mutating func word(_ bytes: ByteSpan, _ first: StaticString, else second: StaticString) -> Bool? {
        let isFirst = bytes.starts(with: first, at: at)
        guard isFirst || bytes.starts(with: second, at: at) else { return nil }
        at += isFirst ? first.utf8CodeUnitCount : second.utf8CodeUnitCount
        return isFirst
    }
}
