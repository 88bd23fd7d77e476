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
    /// The position of the next key or value, for all functions without a position of their own.
    var at = 0
    let seed = TextHash.start
    /// The pages by their JSON, so that events that name one page share it.
    var pages = NameTable<PageContext>()
    private let eventNames = WordTable.events
    private let keys = WordTable.keys

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
            let detailCount = details.count
            guard let next = readLine(bytes, lineStart, &events, &details) else {
                // Removes the values of the line that it left.
                if details.count > detailCount { details.removeLast() }
                return lineStart
            }
            lineStart = next
        }
        return lineStart
    }

    /// Reads a line, and returns the position after it. Returns `nil` for a line that it leaves to the general reader.
    @inline(__always)
    private mutating func readLine(
        _ bytes: ByteSpan, _ start: Int, _ events: inout [ScannedEvent], _ details: inout [ScannedDetail]
    ) -> Int? {
        var at = start
        var event = ScannedEvent()
        // Without `event`, no other key is allowed.
        var use = EventUse.none
        // Nearly all lines begin with these keys in this order and without spaces. `readKeys` reads the others, and any order.
        if bytes.starts(with: "{\"t\":", at: at) {
            at &+= 5
            guard let time = Self.seconds(bytes, &at) else { return nil }
            event.time = time
            event.keys = .time
            if bytes.starts(with: ",\"event\":", at: at) {
                at &+= 9
                guard let found = eventNames.value(bytes, &at) else { return nil }
                use = found
                event.kind = use.kind
                event.keys = [.time, .event]
                if bytes.starts(with: ",\"component\":\"", at: at) {
                    at &+= 14
                    guard let component = Self.restOfText(bytes, &at, seed) else { return nil }
                    event.component = component
                    event.keys = [.time, .event, .component]
                    if bytes.starts(with: ",\"scene\":\"", at: at) {
                        at &+= 10
                        guard let scene = Self.restOfText(bytes, &at, nil) else { return nil }
                        event.scene = scene
                        event.keys = [.time, .event, .component, .scene]
                    }
                }
            }
        }
        if bytes.paddedByte(at: at) != 0x7D {
            guard let next = readKeys(bytes, at, of: &event, &use, &details) else { return nil }
            at = next
        }
        at &+= bytes.paddedByte(at: at &+ 1) == 0x0D ? 2 : 1
        guard bytes.paddedByte(at: at) == 0x0A, event.keys.isSuperset(of: use.needed),
            event.keys.isSubset(of: use.allowed)
        else { return nil }
        events.append(event)
        return at &+ 1
    }

    /// Reads the rest of a line's keys, from the brace or the comma before the first one. Returns the position of the last brace.
    @inline(never)
    private mutating func readKeys(
        _ bytes: ByteSpan, _ start: Int, of event: inout ScannedEvent, _ use: inout EventUse,
        _ details: inout [ScannedDetail]
    ) -> Int? {
        at = start
        guard bytes.byte(at: at) == (event.keys.isEmpty ? 0x7B : 0x2C) else { return nil }
        repeat {
            at += 1
            skipOneSpace(bytes)
            guard let key = keys.value(bytes, &at), !event.keys.contains(EventKeys(key)) else { return nil }
            event.keys.insert(EventKeys(key))
            skipOneSpace(bytes)
            guard readValue(of: key, bytes, into: &event, &use, &details) else { return nil }
        } while bytes.byte(at: at) == 0x2C
        return bytes.byte(at: at) == 0x7D ? at : nil
    }

    private mutating func skipOneSpace(_ bytes: ByteSpan) {
        if bytes.byte(at: at) == 0x20 { at += 1 }
    }

    /// Reads the value of a key. Returns whether the value has the common form.
    private mutating func readValue(
        of key: ScannedKey, _ bytes: ByteSpan, into event: inout ScannedEvent, _ use: inout EventUse,
        _ details: inout [ScannedDetail]
    ) -> Bool {
        switch key {
        case .time: return Self.set(&event.time, Self.seconds(bytes, &at))
        case .session: return Self.set(&event.session, text(bytes))
        case .event:
            guard Self.set(&use, eventNames.value(bytes, &at)) else { return false }
            event.kind = use.kind
            return true
        case .other(.component): return Self.set(&event.component, text(bytes))
        case .other(.scene): return Self.set(&event.scene, text(bytes))
        case .other(let key):
            if event.detail == 0 {
                event.detail = Int32(truncatingIfNeeded: details.count)
                details.append(ScannedDetail())
            }
            return readValue(of: key, bytes, into: &details[Int(event.detail)])
        }
    }

    /// Reads the value of a key that few events have. Returns whether the value has the common form.
    private mutating func readValue(
        of key: EventKey, _ bytes: ByteSpan, into detail: inout ScannedDetail
    ) -> Bool {
        switch key {
        case .page: Self.set(&detail.values.page, page(bytes))
        case .payload, .properties: Self.set(&detail.values.payload, payload(bytes))
        case .state: Self.set(&detail.values.isReady, word(bytes, "\"ready\"", else: "\"pending\""))
        case .attached: Self.set(&detail.values.isAttached, word(bytes, "true", else: "false"))
        case .exclusive: Self.set(&detail.values.isExclusive, word(bytes, "true", else: "false"))
        case .level: Self.set(&detail.values.level, Self.wholeNumber(bytes, &at).map { Int($0) })
        case .parent: Self.set(&detail.parent, text(bytes))
        case .name, .url, .text: Self.set(&detail.values.text, string(bytes))
        case .source: Self.set(&detail.values.source, string(bytes))
        case .expires: Self.set(&detail.values.expires, Self.seconds(bytes, &at))
        // The general reader reads numbers of page views, entries and targets. The others are not in the detail.
        case .nextPageView, .entries, .target, .component, .scene: false
        }
    }

    /// Sets a variable to a value, if there is one. Returns whether there is one.
    private static func set<Value>(_ variable: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        variable = value
        return true
    }

    /// Sets an optional variable. Returns whether it has a value.
    private static func set<Value>(_ variable: inout Value?, _ value: Value?) -> Bool {
        variable = value
        return value != nil
    }

    /// Reads one of two literals. Returns whether it is the first one.
    private mutating func word(_ bytes: ByteSpan, _ first: StaticString, else second: StaticString) -> Bool? {
        let isFirst = bytes.starts(with: first, at: at)
        guard isFirst || bytes.starts(with: second, at: at) else { return nil }
        at += isFirst ? first.utf8CodeUnitCount : second.utf8CodeUnitCount
        return isFirst
    }
}
