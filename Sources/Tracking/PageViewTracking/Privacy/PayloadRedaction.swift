import AnalyticsJSON
import PageViewAutomation

/// The redaction of payloads (rules PR-002 to PR-006, PR-008, PR-011).
struct PayloadRedaction: Sendable {
    let keys: KeyRules
    let texts: TextRedaction
    let durationUnit: Int64?
    let durationKeys: KeySet

    /// The maximal depth of the search, because each level needs stack. Deeper lists and objects are redacted (PR-004).
    private static let maximumLevel = 100

    var isEmpty: Bool { keys.isEmpty && texts.isEmpty && (durationUnit == nil || durationKeys.isEmpty) }

    func redacted(_ payload: Payload) -> Payload { isEmpty ? payload : redacted(payload, level: 1) }

    private func redacted(_ payload: Payload, level: Int) -> Payload {
        var kept = RenamedEntries()
        for entry in payload.entries {
            let renamed = texts.changed(entry.key)
            let verdicts = [entry.key, renamed].compactMap(\.self).map { keys.verdict(on: $0, isTop: level == 1) }
            let value: AnalyticsValue
            switch verdicts.first(where: { $0 != .keep }) ?? .keep {
            case .drop: continue
            case .redact: value = .string(TextRedaction.redactedValue)
            case .keep:
                let isDuration = durationKeys.contains(entry.key)
                value = redacted(
                    isDuration ? rounded(entry.value) : entry.value, level: level + 1, key: renamed ?? entry.key)
            }
            kept.add(Payload.Entry(key: renamed ?? entry.key, value: value), isRenamed: renamed != nil)
        }
        return Payload(uniqueEntries: kept.entries)
    }

    private func redacted(_ value: AnalyticsValue, level: Int, key: String) -> AnalyticsValue {
        switch value {
        case .null, .bool: value
        case .int, .double, .decimal:
            wholeDigits(of: value).flatMap { texts.changed($0, under: key) }.map(AnalyticsValue.string) ?? value
        case .string(let text): .string(texts.changed(text, under: key) ?? text)
        case .array where level > Self.maximumLevel, .object where level > Self.maximumLevel:
            .string(TextRedaction.redactedValue)
        case .array(let values): .array(values.map { redacted($0, level: level + 1, key: key) })
        case .object(let payload): .object(redacted(payload, level: level))
        }
    }

    /// Returns the digits of a whole number that is not negative. They are searched as a text.
    private func wholeDigits(of value: AnalyticsValue) -> String? {
        var text = value.text
        if case .double(let number) = value {
            guard let whole = Int64(exactly: number) else { return nil }
            text = String(whole)
        }
        let digits = text.utf8.prefix { $0.isASCIIDigit }
        let isWhole = text.utf8.dropFirst(digits.count).allSatisfy { $0 == 0x2E || $0 == 0x30 }
        return isWhole && !digits.isEmpty ? String(text.prefix(digits.count)) : nil
    }

    /// Returns a number of seconds, rounded. A value of another type stays.
    private func rounded(_ value: AnalyticsValue) -> AnalyticsValue {
        guard let unit = durationUnit else { return value }
        switch value {
        case .int(let seconds): return .int(seconds.rounded(toMultipleOf: unit))
        case .double(let seconds): return .double(Self.rounded(seconds, unit))
        case .decimal(let seconds):
            let number = Double(seconds.text).map { Self.rounded($0, unit) }
            return number.flatMap(Int64.init(exactly:)).map(AnalyticsValue.int) ?? value
        case .null, .bool, .string, .array, .object: return value
        }
    }

    private static func rounded(_ seconds: Double, _ unit: Int64) -> Double {
        let unit = Double(unit)
        // Larger numbers are not exact, so rounding is meaningless. The condition also excludes infinity and NaN.
        guard seconds.magnitude < 0x1p53 else { return seconds }
        return (seconds / unit).rounded() * unit
    }
}

/// A list of entries whose keys may become equal (rule PR-004). Equal keys are numbered, so that no entry is lost.
private struct RenamedEntries {
    private(set) var entries: [Payload.Entry] = []
    /// The number of entries for each key; empty until a key changes.
    private var taken: [ExactName: Int] = [:]

    mutating func add(_ entry: Payload.Entry, isRenamed: Bool) {
        guard isRenamed || !taken.isEmpty else { return entries.append(entry) }
        if taken.isEmpty { for entry in entries { taken[ExactName(entry.key)] = 1 } }
        var key = ExactName(entry.key)
        while let count = taken[key] {
            taken[key] = count + 1
            key = ExactName("\(key.text) \(count + 1)")
        }
        taken[key] = 1
        entries.append(Payload.Entry(key: key.text, value: entry.value))
    }
}
