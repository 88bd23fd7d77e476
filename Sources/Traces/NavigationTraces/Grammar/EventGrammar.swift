import AnalyticsJSON
import PageViewAutomation

extension EventKind {
    var grammar: LineGrammar {
        switch self {
        case .create:
            LineGrammar(
                positional: [.component],
                keys: [.scene, .page, .context, .state, .payload, .parent, .attached, .exclusive, .level])
        case .component: LineGrammar(positional: [.component], keys: [.scene])
        case .pending: LineGrammar(positional: [.component], keys: [.scene, .page, .context])
        case .ready, .record: LineGrammar(positional: [.component], keys: [.scene, .page, .context, .payload])
        case .scene, .discardDeepLink: LineGrammar(positional: [.scene], keys: [])
        case .show: LineGrammar(positional: [], keys: [.scene, .entries])
        case .interaction: LineGrammar(positional: [.name], keys: [.component, .scene, .properties])
        case .deepLink: LineGrammar(positional: [.url], keys: [.scene, .source, .page, .expires])
        case .begin, .commit, .stop: LineGrammar(positional: [], keys: [])
        case .note: LineGrammar(positional: [.text], keys: [.nextPageView])
        }
    }
}

enum PageStateName: String, NamedInTraces {
    case pending, ready
}

extension TraceFields {
    /// Returns the event's action from the values of a line (TR-002).
    ///
    /// - Throws: An error if a value has a wrong type, or if a required key is missing.
    func action(_ kind: EventKind) throws(LineError) -> TraceEvent.Action {
        var values = EventValues(kind: kind)
        for key in kind.grammar.all { try read(key, into: &values) }
        do throws(MissingKey) {
            return try TraceEvent.Action(values)
        } catch {
            throw missing(error.key, or: error.other, of: "the event '\(kind.name)'")
        }
    }

    func read(_ key: TraceKey, into values: inout EventValues) throws(LineError) {
        switch key {
        case .component: values.component = try string(.component)
        case .scene: values.scene = try string(.scene)
        case .page where values.kind == .deepLink: values.target = try string(.page)
        case .page: values.page = try page()
        case .state: values.isReady = try isReady()
        case .payload: values.payload = try payload(.payload)
        case .parent: values.parent = try string(.parent)
        case .attached: values.isAttached = try bool(.attached)
        case .exclusive: values.isExclusive = try bool(.exclusive)
        case .level: values.level = try level()
        case .entries: values.entries = try shownEntries()
        case .name: values.text = try string(.name)
        case .properties: values.payload = try payload(.properties)
        case .url: values.text = try string(.url)
        case .source: values.source = try string(.source)
        case .expires:
            values.expires = try seconds(.expires)
            if values.expires.map({ $0 < 0 }) == true { throw wrong(.expires, "'expires' to be seconds from 0") }
        case .text: values.text = try string(.text)
        case .nextPageView:
            guard let number = try whole(.nextPageView) else { return }
            guard let number = UInt64(exactly: number), TraceEvent.Action.nextPageViews.contains(number) else {
                throw wrong(.nextPageView, "'nextPageView' to be a whole number from 1")
            }
            values.nextPageView = number
        default: break
        }
    }

    /// Returns a level. Levels have 32 bits, so that every engine can store them.
    private func level() throws(LineError) -> Int? {
        guard let number = try whole(.level) else { return nil }
        guard let level = Int32(exactly: number) else {
            throw wrong(.level, "'level' to be a whole number from \(Int32.min) to \(Int32.max)")
        }
        return Int(level)
    }

    private func shownEntries() throws(LineError) -> [TraceEvent.Action.ShownEntry]? {
        guard let entries = try self.entries() else { return nil }
        var shown: [TraceEvent.Action.ShownEntry] = []
        for entry in entries {
            shown.append(
                TraceEvent.Action.ShownEntry(
                    component: try entry.required(.component, of: "an entry"), page: try entry.page(),
                    payload: try entry.payload(.payload), isReady: try entry.isReady(),
                    parent: try entry.string(.parent), isVisible: try entry.bool(.visible) ?? true,
                    level: try entry.level()))
        }
        return shown
    }

    private func isReady() throws(LineError) -> Bool? { try choice(.state, PageStateName.self).map { $0 == .ready } }
}

extension FieldList {
    init(_ values: EventValues) {
        for key in values.kind.grammar.all { add(key, of: values) }
    }

    private mutating func add(_ key: TraceKey, of values: EventValues) {
        switch key {
        case .component: add(.component, values.component)
        case .scene: add(.scene, values.scene)
        case .page where values.kind == .deepLink: add(.page, values.target)
        case .page: add(values.page)
        case .state: add(isReady: values.isReady)
        case .payload: add(.payload, values.payload)
        case .parent: add(.parent, values.parent)
        case .attached: add(.attached, values.isAttached)
        case .exclusive: add(.exclusive, values.isExclusive)
        case .level: add(.level, whole: values.level.map { Int64($0) })
        case .entries: add(.entries, values.entries.map { .entries($0) })
        case .name: add(.name, values.text)
        case .properties: add(.properties, values.payload)
        case .url: add(.url, values.text)
        case .source: add(.source, values.source)
        case .expires: add(.expires, seconds: values.expires)
        case .text: add(.text, values.text)
        case .nextPageView: add(.nextPageView, whole: values.nextPageView.map { Int64(clamping: $0) })
        default: break
        }
    }

    init(_ entry: TraceEvent.Action.ShownEntry) {
        add(.component, entry.component)
        add(entry.page)
        add(isReady: entry.isReady)
        add(.payload, entry.payload)
        add(.parent, entry.parent)
        if !entry.isVisible { add(.visible, false) }
        add(.level, whole: entry.level.map { Int64($0) })
    }

    private mutating func add(isReady: Bool?) {
        add(.state, isReady.map { ($0 ? PageStateName.ready : .pending).rawValue })
    }
}
