import AnalyticsJSON
import PageViewAutomation

/// Reads the lines of JSON Lines that nearly all lines are like: an event, written as programs write it.
///
/// It accepts less than ``JSONLine`` does, and nothing else: what it has any doubt about, it leaves alone. Then the line
/// is read by the general reader, which alone says what is accepted, and what is wrong with a line.
///
/// It looks at bytes without asking whether they are there. What it goes past is never a line feed: no key, text, number or
/// word has one in it. So it gets as far as the one that ends the line, behind which the padding of words lies.
struct EventScanner {
    /// Where what few events have is to be read from, and then has been read to.
    var at = 0
    let seed = TextHash.start
    var pages = PageCache()
    private let names = EventNameTable.shared

    /// Reads lines one after another until one that it leaves alone; returns where that one, or the end, is.
    ///
    /// The bytes must go on behind `end` by the padding of words, and the last one before it must be a line feed.
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
    private mutating func event(_ bytes: ByteSpan, _ at: inout Int, _ details: inout [ScannedDetail]) -> ScannedEvent? {
        guard bytes.paddedByte(at: at) == 0x7B else { return nil }
        var event = ScannedEvent()
        var keys: Keys = []
        // Of an event without a name nothing suits.
        var (needed, allowed): (Keys, Keys) = (.event, [])
        repeat {
            at &+= 1
            Self.skipOneSpace(bytes, &at)
            let word = bytes.paddedWord(at: at)
            let key: Keys
            if CommonKey.isTime(word) {
                Self.skip(4, bytes, &at)
                guard let time = Self.seconds(bytes, &at) else { return nil }
                event.time = time
                key = .time
            } else if CommonKey.isEvent(word) {
                Self.skip(8, bytes, &at)
                guard let entry = names.name(bytes, &at) else { return nil }
                event.name = entry.name
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
                key = Keys(rare)
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
        event.parts = keys.parts
        return event
    }

    /// Goes past a key, and past one space.
    @inline(__always)
    private static func skip(_ count: Int, _ bytes: ByteSpan, _ at: inout Int) {
        at &+= count
        skipOneSpace(bytes, &at)
    }

    @inline(__always)
    private static func skipOneSpace(_ bytes: ByteSpan, _ at: inout Int) {
        // A branch and not a choice of two numbers, so that nobody waits for the answer.
        if _slowPath(bytes.paddedByte(at: at) == 0x20) { at &+= 1 }
    }

    /// The values that few events have.
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
        case .component, .scene:
            // Common keys, which are read where they stand.
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
