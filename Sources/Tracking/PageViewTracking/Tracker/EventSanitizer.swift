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

    /// Returns a text outside the properties, sanitized: a name, a link or a user id.
    mutating func sanitized(_ text: String) -> String { sanitized(text, atMost: limits.textBytes) }

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
        let count = text.utf8.count
        bytesLeft -= count
        guard count <= limit, !Self.hasNUL(text) else { return false }
        let isSurelyVisible = text.utf8.first.map { (0x21...0x7E).contains($0) } ?? false
        return !isKey || isSurelyVisible || !Self.isBlank(text)
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

    private static func hasNUL(_ text: String) -> Bool { text.utf8.contains(0) }

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
        case .string(let text):
            let kept = sanitized(text, atMost: min(limits.textBytes, bytesLeft))
            bytesLeft -= kept.utf8.count
            return .string(kept)
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
