import AnalyticsJSON
import PageViewAutomation

/// Named values as they may be sent (rules PR-002 to PR-006, PR-008).
struct PayloadRedaction: Sendable {
    let keys: KeyRules
    let texts: TextRedaction
    let durationUnit: Int64?
    let durationKeys: KeySet

    /// Deeper than any JSON that can be read here; what is deeper is not looked at, so it is not sent either.
    private static var deepestLevel: Int { JSONParser.deepestLevel }

    var isEmpty: Bool { keys.isEmpty && texts.isEmpty && (durationUnit == nil || durationKeys.isEmpty) }

    /// The values as they may be sent.
    func redacted(_ payload: Payload) -> Payload { changed(payload) ?? payload }

    /// The values as they may be sent; `nil` if they may as they are.
    func changed(_ payload: Payload) -> Payload? { isEmpty ? nil : changed(payload, level: 1) }

    private func changed(_ payload: Payload, level: Int) -> Payload? {
        var kept = RenamedEntries()
        var isChanged = false
        for entry in payload.entries {
            let key = texts.redacted(entry.key)
            let isRenamed = !key.isSame(as: entry.key)
            isChanged = isChanged || isRenamed
            var verdict = keys.verdict(on: entry.key, isTop: level == 1)
            if isRenamed, case .keep = verdict { verdict = keys.verdict(on: key, isTop: level == 1) }
            switch verdict {
            case .drop: isChanged = true
            case .redact:
                let value = AnalyticsValue.string(TextRedaction.redactedValue)
                isChanged = isChanged || entry.value != value
                kept.add(key, value)
            case .keep:
                let rounded = durationKeys.contains(entry.key) ? rounded(entry.value) : nil
                let value = rounded ?? changed(entry.value, level: level + 1)
                isChanged = isChanged || value != nil
                kept.add(key, value ?? entry.value)
            }
        }
        return isChanged ? kept.finished : nil
    }

    private func changed(_ value: AnalyticsValue, level: Int) -> AnalyticsValue? {
        switch value {
        case .null, .bool: return nil
        case .int, .double, .decimal:
            if texts.isCard(value) { return .string(TextRedaction.card) }
            return nil
        case .string(let text): return texts.changed(text).map(AnalyticsValue.string)
        case .array(let values):
            guard level <= Self.deepestLevel else { return .string(TextRedaction.redactedValue) }
            var kept: [AnalyticsValue]?
            for (index, value) in values.enumerated() {
                guard let changed = changed(value, level: level + 1) else { continue }
                kept = kept ?? values
                kept?[index] = changed
            }
            return kept.map(AnalyticsValue.array)
        case .object(let payload):
            guard level <= Self.deepestLevel else { return .string(TextRedaction.redactedValue) }
            return changed(payload, level: level).map(AnalyticsValue.object)
        }
    }

    /// A number of seconds as exact as it may be; `nil` for what is none, or is so already.
    private func rounded(_ value: AnalyticsValue) -> AnalyticsValue? {
        guard let unit = durationUnit else { return nil }
        let rounded: AnalyticsValue
        switch value {
        case .int(let seconds): rounded = .int(seconds.rounded(toMultipleOf: unit))
        case .double(let seconds): rounded = .double(Self.rounded(seconds, unit))
        case .decimal(let seconds):
            let number = Double(seconds.text).map { Self.rounded($0, unit) }
            guard let number, let whole = Int64(exactly: number) else { return nil }
            rounded = .int(whole)
        case .null, .bool, .string, .array, .object: return nil
        }
        // Not by a conditional expression: there `nil` would be the value `null`.
        if rounded == value { return nil }
        return rounded
    }

    private static func rounded(_ seconds: Double, _ unit: Int64) -> Double {
        let unit = Double(unit)
        // Beyond what it can hold exactly, a number is its own multiple, and one that is not finite has none.
        guard seconds.magnitude < 0x1p53 else { return seconds }
        return (seconds / unit).rounded() * unit
    }
}

/// Entries whose keys may have become the same; then a number tells them apart, so that none is lost.
private struct RenamedEntries {
    private var builder = PayloadBuilder()
    private var taken: [ExactName: Int] = [:]

    mutating func add(_ key: String, _ value: AnalyticsValue) {
        var key = ExactName(key)
        while let count = taken[key] {
            taken[key] = count + 1
            key = ExactName("\(key.text) \(count + 1)")
        }
        taken[key] = 1
        builder.set(key.text, value)
    }

    var finished: Payload { builder.finished }
}
