import AnalyticsJSON
import PageViewAutomation

/// Makes invalid values of an event valid (rule TK-009).
///
/// Values that JSON cannot express become `null`. Long texts are cut, and deep values become `null`. NUL becomes U+FFFD. A
/// blank key is removed with its value.
struct EventSanitizer {
    let limits: EventLimits
    private var valuesLeft: Int
    private var bytesLeft: Int
    /// Descriptions of the changes, without duplicates.
    private(set) var changes: [String] = []

    init(_ limits: EventLimits) {
        self.limits = EventLimits(
            textBytes: limits.textBytes, values: limits.values, depth: limits.depth, totalBytes: limits.totalBytes)
        valuesLeft = self.limits.values
        bytesLeft = self.limits.totalBytes
    }

    /// Returns whether a name consists only of white space and control characters.
    static func isBlank(_ name: String) -> Bool {
        if let first = name.utf8.first, (0x21...0x7E).contains(first) { return false }
        return name.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
    }

    /// Sanitizes properties. Valid properties are not copied.
    mutating func sanitize(_ payload: inout Payload) {
        if !isClean(payload, level: 1) {
            (valuesLeft, bytesLeft) = (limits.values, limits.totalBytes)
            payload = sanitized(payload, level: 1)
        }
    }

    /// Sanitizes a text outside the properties: a name, a link or a user id.
    mutating func sanitize(_ text: inout String) {
        if text.utf8.count > limits.textBytes || Self.hasNUL(text) { text = sanitized(text, atMost: limits.textBytes) }
    }

    // MARK: Checking

    private mutating func isClean(_ payload: Payload, level: Int) -> Bool {
        guard level <= limits.depth else { return payload.isEmpty }
        let entries = payload.entries
        // Access by index, because iteration would copy each entry.
        return entries.indices.allSatisfy { index in
            isClean(entries[index].key, isKey: true) && isClean(entries[index].value, level: level)
        }
    }

    /// Returns whether a text is valid. A key must also not be blank.
    private mutating func isClean(_ text: String, isKey: Bool) -> Bool {
        let limit = min(limits.textBytes, bytesLeft)
        let (count, isFit, isSurelyVisible) = Self.withBytes(of: text) { bytes in
            (
                bytes.count, bytes.count <= limit && !bytes.hasZeroByte,
                bytes.count > 0 && (0x21...0x7E).contains(bytes[0])
            )
        }
        bytesLeft -= count
        return isFit && (!isKey || isSurelyVisible || !Self.isBlank(text))
    }

    private mutating func isClean(_ value: AnalyticsValue, level: Int) -> Bool {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { return false }
        return switch value {
        case .null, .bool, .int, .decimal: true
        case .double(let number): number.isFinite
        case .string(let text): isClean(text, isKey: false)
        case .array(let values):
            values.isEmpty || (level < limits.depth && values.allSatisfy { isClean($0, level: level + 1) })
        case .object(let payload): isClean(payload, level: level + 1)
        }
    }

    private static func hasNUL(_ text: String) -> Bool { withBytes(of: text) { $0.hasZeroByte } }

    /// Passes the bytes of a text to a closure. Copies only a text that is not stored as contiguous UTF-8.
    @inline(__always)
    private static func withBytes<Answer>(of text: String, _ body: (ByteSpan) -> Answer) -> Answer {
        if let answer = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe body($0.span) }) { return answer }
        var native = text
        return native.withUTF8 { unsafe body($0.span) }
    }

    // MARK: Sanitizing

    private mutating func sanitized(_ payload: Payload, level: Int) -> Payload {
        var builder = PayloadBuilder()
        var count = 0
        for entry in payload.entries {
            let key = sanitized(entry.key, atMost: limits.textBytes)
            guard !Self.isBlank(key) else {
                note("a blank key was removed")
                continue
            }
            guard valuesLeft > 0, bytesLeft >= key.utf8.count else {
                note(beyond)
                break
            }
            bytesLeft -= key.utf8.count
            builder.set(key, sanitized(entry.value, level: level))
            count += 1
        }
        let finished = builder.finished
        if finished.entries.count < count { note("keys that became equal were merged, with the last value") }
        return finished
    }

    private mutating func sanitized(_ value: AnalyticsValue, level: Int) -> AnalyticsValue {
        valuesLeft -= 1
        switch value {
        case .null, .bool, .int, .decimal: return value
        case .double(let number):
            guard !number.isFinite else { return value }
            note("\(number) became null")
            return .null
        case .string(let text): return .string(sanitized(text))
        case .array(let values):
            guard level < limits.depth || values.isEmpty else { return tooDeep() }
            var kept: [AnalyticsValue] = []
            for value in values {
                guard valuesLeft > 0 else {
                    note(beyond)
                    break
                }
                kept.append(sanitized(value, level: level + 1))
            }
            return .array(kept)
        case .object(let payload):
            guard level < limits.depth || payload.isEmpty else { return tooDeep() }
            return .object(sanitized(payload, level: level + 1))
        }
    }

    private mutating func tooDeep() -> AnalyticsValue {
        note("values nested deeper than \(limits.depth) levels became null")
        return .null
    }

    private mutating func sanitized(_ text: String) -> String {
        let sanitized = sanitized(text, atMost: min(limits.textBytes, bytesLeft))
        bytesLeft -= sanitized.utf8.count
        return sanitized
    }

    private mutating func sanitized(_ text: String, atMost limit: Int) -> String {
        guard text.utf8.count > limit || Self.hasNUL(text) else { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            let scalar = scalar.value == 0 ? "\u{FFFD}" : scalar
            count += UTF8.width(scalar)
            guard count <= limit else {
                note("a text of \(text.utf8.count) bytes was cut to the limit")
                break
            }
            kept.append(scalar)
        }
        if Self.hasNUL(text) { note("NUL became U+FFFD") }
        return String(kept)
    }

    private var beyond: String {
        "values beyond \(limits.values) values or \(limits.totalBytes) bytes of text were removed"
    }

    private mutating func note(_ change: String) {
        if changes.count < Self.mostChanges, !changes.contains(change) { changes.append(change) }
    }

    private static let mostChanges = 8
}

/// The location of an event: its pages and its link (rule TK-009).
extension EventSanitizer {
    /// Sanitizes the pages and the link of an event. Valid names of pages are not copied.
    mutating func sanitizeLocation(of event: inout TrackedEvent) {
        if let page = event.page?.page, !isClean(page) { event.page = event.page.map { sanitized($0) } }
        switch event.details {
        case .custom, .interaction, .pageLeave: break
        case .pageView(var view):
            guard view.previous != nil || view.deepLink != nil else { break }
            view.previous = view.previous.map { sanitized($0) }
            view.deepLink = view.deepLink.map { sanitized($0) }
            event.details = .pageView(view)
        case .deepLink(let link):
            event.details = .deepLink(sanitized(link))
        }
    }

    /// Sanitizes the app's context. Valid texts are not copied.
    mutating func sanitizeContext(of event: inout TrackedEvent) {
        guard let texts = event.appContext?.texts,
            texts.values.contains(where: { $0.utf8.count > limits.textBytes || Self.hasNUL($0) })
        else { return }
        event.appContext = AppContext(
            texts.mapValues { text in
                var text = text
                sanitize(&text)
                return text
            })
    }

    private mutating func sanitized(_ link: DeepLinkDetails) -> DeepLinkDetails {
        var link = link
        sanitize(&link.url)
        link.source = link.source.map { source in
            var source = source
            sanitize(&source)
            return source
        }
        link.referrer = link.referrer.map { sanitized($0) }
        return link
    }

    private mutating func sanitized(_ page: TrackedPage) -> TrackedPage {
        guard !isClean(page.page) else { return page }
        var (name, context) = (page.name, page.context ?? "")
        sanitize(&name)
        sanitize(&context)
        return TrackedPage(
            id: page.id,
            page: PageContext(
                name: PageName(rawValue: name), context: page.context.map { _ in ContextName(rawValue: context) }))
    }

    private func isClean(_ page: PageContext) -> Bool {
        isClean(page.name.rawValue) && page.context.map { isClean($0.rawValue) } ?? true
    }

    private func isClean(_ name: String) -> Bool { name.utf8.count <= limits.textBytes && !name.utf8.contains(0) }
}
