import PageViewAutomation

/// Makes invalid values of an event valid (rule TK-009).
struct EventSanitizer {
    let limits: EventLimits
    private var valuesLeft: Int
    private var bytesLeft: Int
    private(set) var changes: [String] = []

    init(_ limits: EventLimits) {
        self.limits = limits
        (valuesLeft, bytesLeft) = (limits.values, limits.totalBytes)
    }

    static func isBlank(_ name: String) -> Bool {
        if let first = name.utf8.first, (0x21...0x7E).contains(first) { return false }
        return name.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
    }

    /// Returns the properties within the limits; `nil` if nothing changes.
    mutating func changed(_ payload: Payload) -> Payload? { changed(payload, level: 1) }

    /// Returns a text outside the properties within the limits, such as a name or a link; `nil` if nothing changes.
    mutating func changed(_ text: String) -> String? { changed(text, atMost: limits.textBytes) }

    private mutating func changed(_ payload: Payload, level: Int) -> Payload? {
        // Most payloads do not change, so nothing is allocated before the first change.
        var kept: [(String, AnalyticsValue)]?
        for (index, entry) in payload.entries.enumerated() {
            func keptSoFar() -> [(String, AnalyticsValue)] {
                kept ?? payload.entries[..<index].map { ($0.key, $0.value) }
            }
            let newKey = changed(entry.key)
            let key = newKey ?? entry.key
            guard !Self.isBlank(key) else {
                note("a blank key was removed")
                kept = keptSoFar()
                continue
            }
            guard valuesLeft > 0, bytesLeft >= key.utf8.count else {
                note(beyond)
                kept = keptSoFar()
                break
            }
            bytesLeft -= key.utf8.count
            let newValue = changed(entry.value, level: level)
            guard kept != nil || newKey != nil || newValue != nil else { continue }
            kept = keptSoFar()
            kept?.append((key, newValue ?? entry.value))
        }
        guard let kept else { return nil }
        let payload = Payload(kept)
        if payload.entries.count < kept.count { note("keys that became equal were merged, with the last value") }
        return payload
    }

    private mutating func changed(_ value: AnalyticsValue, level: Int) -> AnalyticsValue? {
        valuesLeft -= 1
        switch value {
        case .null, .bool, .int, .decimal: return nil
        case .double(let number):
            guard !number.isFinite else { return nil }
            note("\(number) became null")
            return AnalyticsValue.null
        case .string(let text):
            let new = changed(text, atMost: min(limits.textBytes, bytesLeft))
            bytesLeft -= (new ?? text).utf8.count
            return new.map(AnalyticsValue.string)
        case .array(let values):
            guard level < limits.depth || values.isEmpty else { return tooDeep() }
            var (kept, isChanged): ([AnalyticsValue], Bool) = ([], false)
            for value in values {
                guard valuesLeft > 0 else {
                    note(beyond)
                    isChanged = true
                    break
                }
                let new = changed(value, level: level + 1)
                isChanged = isChanged || new != nil
                kept.append(new ?? value)
            }
            return isChanged ? .array(kept) : nil
        case .object(let payload):
            guard level < limits.depth || payload.isEmpty else { return tooDeep() }
            return changed(payload, level: level + 1).map(AnalyticsValue.object)
        }
    }

    private mutating func tooDeep() -> AnalyticsValue {
        note("values nested deeper than \(limits.depth) levels became null")
        return AnalyticsValue.null
    }

    private mutating func changed(_ text: String, atMost limit: Int) -> String? {
        let hasNUL = text.utf8.contains(0)
        guard hasNUL || text.utf8.count > limit else { return nil }
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
        if hasNUL { note("NUL became U+FFFD") }
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
