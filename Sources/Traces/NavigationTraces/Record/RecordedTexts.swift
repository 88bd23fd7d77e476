import PageViewAutomation

/// Removes from the texts of a recording what its options leave out and what policies remove (RC-007, RC-009).
///
/// Equal names get equal replacements, and different names get different ones. So a replay counts the same pages.
final class RecordedTexts {
    private enum Kind {
        case page, context, interaction
    }

    private struct Replacements {
        var known: [ExactName: String] = [:]
        var taken: Set<ExactName> = []
    }

    let options: RecordingOptions
    private let policies: [any RecordingPolicy]
    private let isComplete: Bool
    private var replacements: [Kind: Replacements] = [:]

    init(_ options: RecordingOptions, _ policies: [any RecordingPolicy]) {
        (self.options, self.policies) = (options, policies)
        isComplete =
            policies.isEmpty && options.includesNames && options.includesPayloads && options.includesLinks
    }

    /// Whether the recording may contain its calendar time. An exact one would undo the rounding of times.
    var includesCalendarTime: Bool { options.includesCalendarTime && !policies.contains(where: \.roundsTimes) }

    func redacted(_ text: String) -> String { policies.reduce(text) { $1.redacted($0) } }

    func note(_ text: String) -> String { options.includesNames ? redacted(text) : RecordingOptions.leftOut }

    func given(_ name: String?) -> String? { options.includesNames ? name.map(redacted) : nil }

    func pageName(_ name: String) -> String { replacement(of: name, .page) }

    private func replacement(of name: String, _ kind: Kind) -> String {
        // The engine rejects a blank name, and so must the replay.
        if isComplete || name.isBlank { return name }
        let key = ExactName(name)
        if let known = replacements[kind]?.known[key] { return known }
        var number = (replacements[kind]?.known.count ?? 0) + 1
        let redacted = options.includesNames ? redacted(name) : "\(kind)-\(number)"
        var text = redacted
        while !replacements[kind, default: Replacements()].taken.insert(ExactName(text)).inserted {
            text = "\(redacted) \(number)"
            number += 1
        }
        replacements[kind]?.known[key] = text
        return text
    }

    private func page(_ page: PageContext) -> PageContext {
        PageContext(
            name: PageName(rawValue: pageName(page.name.rawValue)),
            context: page.context.map { ContextName(rawValue: replacement(of: $0.rawValue, .context)) })
    }

    private func payload(_ payload: Payload) -> Payload {
        options.includesPayloads ? policies.reduce(payload) { $1.redacted($0) } : Payload()
    }

    /// The source of a link may be a link itself.
    private func redactedSource(_ source: String) -> String {
        guard source.utf8.contains(UInt8(ascii: "?")) else { return redacted(source) }
        return policies.reduce(source) { $1.redacted(link: $0) }
    }

    /// Returns a line without what is left out. This value has already replaced its notes and names of components and scenes.
    func applied(to line: TraceLine) -> TraceLine {
        guard !isComplete, case .event(var event) = line else { return line }
        var values = event.action.values
        values.page = values.page.map(page)
        values.payload = values.payload.map(payload)
        values.target = values.target.map(pageName)
        values.entries = values.entries?.map { entry in
            var entry = entry
            entry.page = entry.page.map(page)
            entry.payload = entry.payload.map(payload)
            return entry
        }
        if values.kind == .interaction {
            values.text = values.text.map { replacement(of: $0, .interaction) }
        } else if values.kind == .deepLink {
            values.text = values.text.map { url in
                options.includesLinks ? policies.reduce(url) { $1.redacted(link: $0) } : RecordingOptions.leftOut
            }
            values.source = options.includesLinks ? values.source.map(redactedSource) : nil
        }
        event.action = (try? TraceEvent.Action(values)) ?? .note(RecordingOptions.leftOut)
        return .event(event)
    }
}

extension RecordingOptions {
    fileprivate static let leftOut = "left out"
}

extension TraceLine {
    /// A lower bound of the bytes of the printed line, computed without a search for patterns (RC-005).
    var sizeLowerBound: Int {
        guard case .event(let event) = self else { return 0 }
        let values = event.action.values
        let pages = [values.page] + (values.entries ?? []).map(\.page)
        let payloads = [values.payload] + (values.entries ?? []).map(\.payload)
        let texts = pages.flatMap { [$0?.name.rawValue, $0?.context?.rawValue] } + [values.text, values.source]
        return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + payloads.reduce(0) { $0 + ($1.map { AnalyticsValue.object($0).sizeLowerBound } ?? 0) }
    }
}

extension AnalyticsValue {
    fileprivate var sizeLowerBound: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.sizeLowerBound }
        case .object(let payload): payload.entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.sizeLowerBound }
        case .null, .bool, .int, .double, .decimal: 1
        }
    }
}
