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

    /// Returns the payload to send.
    func redacted(_ payload: Payload) -> Payload { changed(payload) ?? payload }

    /// Returns the payload to send; `nil` if nothing changes.
    func changed(_ payload: Payload) -> Payload? { isEmpty ? nil : changed(payload, level: 1) }

    private func changed(_ payload: Payload, level: Int) -> Payload? {
        // Most payloads do not change, so nothing is allocated before the first change.
        var kept: RenamedEntries?
        for (index, entry) in payload.entries.enumerated() {
            let new = changed(entry, level: level)
            if case .same = new {
                kept?.add(entry, isRenamed: false)
                continue
            }
            var entries = kept ?? RenamedEntries(payload.entries[..<index])
            if case .other(let entry, let isRenamed) = new { entries.add(entry, isRenamed: isRenamed) }
            kept = entries
        }
        return kept?.finished
    }

    private enum Change {
        case same, removed
        case other(Payload.Entry, isRenamed: Bool)
    }

    private func changed(_ entry: Payload.Entry, level: Int) -> Change {
        let renamed = texts.changed(entry.key)
        let key = renamed ?? entry.key
        var verdict = keys.verdict(on: entry.key, isTop: level == 1)
        if let renamed, case .keep = verdict { verdict = keys.verdict(on: renamed, isTop: level == 1) }
        var value: AnalyticsValue?
        switch verdict {
        case .drop: return .removed
        case .redact:
            let redacted = AnalyticsValue.string(TextRedaction.redactedValue)
            if entry.value != redacted { value = redacted }
        case .keep:
            value = durationKeys.contains(entry.key) ? rounded(entry.value) : nil
            value = value ?? changed(entry.value, level: level + 1)
        }
        guard renamed != nil || value != nil else { return .same }
        return .other(Payload.Entry(key: key, value: value ?? entry.value), isRenamed: renamed != nil)
    }

    private func changed(_ value: AnalyticsValue, level: Int) -> AnalyticsValue? {
        switch value {
        case .null, .bool: return nil
        case .int, .double, .decimal:
            return isCard(value) ? .string(TextRedaction.card) : nil
        case .string(let text): return texts.changed(text).map(AnalyticsValue.string)
        case .array(let values):
            guard level <= Self.maximumLevel else { return .string(TextRedaction.redactedValue) }
            var kept: [AnalyticsValue]?
            for (index, value) in values.enumerated() {
                guard let changed = changed(value, level: level + 1) else { continue }
                kept = kept ?? values
                kept?[index] = changed
            }
            return kept.map(AnalyticsValue.array)
        case .object(let payload):
            guard level <= Self.maximumLevel else { return .string(TextRedaction.redactedValue) }
            return changed(payload, level: level).map(AnalyticsValue.object)
        }
    }

    /// Returns whether a number is a card number. Phone numbers are not searched, because apps do not store them as numbers.
    private func isCard(_ value: AnalyticsValue) -> Bool {
        guard texts.patterns.contains(.cardNumbers) else { return false }
        switch value {
        case .int(let number) where number < CardNumber.smallest: return false
        case .double(let number) where !(number >= Double(CardNumber.smallest) && number < 0x1p63): return false
        case .double(let number):
            return Int64(exactly: number).map { CardNumber.isCard(String($0).utf8) } ?? false
        case .int, .decimal:
            let text = value.text
            let whole = text.utf8.prefix { $0 != 0x2E }
            let isWhole = text.utf8.dropFirst(whole.count + 1).allSatisfy { $0 == 0x30 }
            return isWhole && CardNumber.isCard(whole)
        case .null, .bool, .string, .array, .object: return false
        }
    }

    /// Returns a rounded number of seconds; `nil` for another type, or if nothing changes.
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
        // `if` instead of a conditional expression, in which `nil` would be the value `null`.
        if rounded == value { return nil }
        return rounded
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
    private var entries: [Payload.Entry]
    /// The number of entries for each key; `nil` until a key changes.
    private var taken: [ExactName: Int]?

    init(_ entries: some Sequence<Payload.Entry>) {
        self.entries = Array(entries)
    }

    mutating func add(_ entry: Payload.Entry, isRenamed: Bool) {
        guard isRenamed || taken != nil else { return entries.append(entry) }
        var taken = taken ?? Dictionary(uniqueKeysWithValues: entries.map { (ExactName($0.key), 1) })
        self.taken = nil
        var key = ExactName(entry.key)
        while let count = taken[key] {
            taken[key] = count + 1
            key = ExactName("\(key.text) \(count + 1)")
        }
        taken[key] = 1
        self.taken = taken
        entries.append(Payload.Entry(key: key.text, value: entry.value))
    }

    var finished: Payload { Payload(uniqueEntries: entries) }
}
