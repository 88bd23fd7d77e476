import AnalyticsJSON
import PageViewAutomation

extension EventKind {
    /// The keys that the event can have.
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

/// The names of the page states in a trace.
enum PageStateName: String, NamedInTraces {
    case pending, ready
}

extension TraceFields {
    /// Returns the event's action from the values of a line (TR-002).
    ///
    /// - Throws: An error if a value has a wrong type, or if a required key is missing.
    func action(_ kind: EventKind) throws(LineError) -> TraceEvent.Action {
        var values = EventValues(kind)
        for key in kind.grammar.all { try read(key, into: &values) }
        do throws(MissingKey) {
            return try TraceEvent.Action(values)
        } catch {
            throw missing(error.key, or: error.other, of: "the event '\(kind.name)'")
        }
    }

    /// Reads the value of a key into `values`, if the line has the key.
    func read(_ key: TraceKey, into values: inout EventValues) throws(LineError) {
        switch key {
        case .component: values.component = try string(.component)
        case .scene: values.scene = try string(.scene)
        case .page where values.kind == .deepLink: values.detail.target = try string(.page)
        case .page: values.detail.page = try page()
        case .state: values.detail.isReady = try isReady()
        case .payload: values.detail.payload = try payload(.payload)
        case .parent: values.parent = try string(.parent)
        case .attached: values.detail.isAttached = try bool(.attached)
        case .exclusive: values.detail.isExclusive = try bool(.exclusive)
        case .level: values.detail.level = try level()
        case .entries: values.detail.entries = try shownEntries()
        case .name: values.detail.text = try string(.name)
        case .properties: values.detail.payload = try payload(.properties)
        case .url: values.detail.text = try string(.url)
        case .source: values.detail.source = try string(.source)
        case .expires:
            values.detail.expires = try seconds(.expires)
            if values.detail.expires.map({ $0 < 0 }) == true { throw wrong(.expires, "'expires' to be seconds from 0") }
        case .text: values.detail.text = try string(.text)
        case .nextPageView:
            guard let number = try whole(.nextPageView) else { return }
            guard let number = UInt64(exactly: number), TraceEvent.Action.nextPageViews.contains(number) else {
                throw wrong(.nextPageView, "'nextPageView' to be a whole number from 1")
            }
            values.detail.nextPageView = number
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
    /// Creates the list of an event's keys and values, in the order of its grammar.
    init(_ values: EventValues) {
        for key in values.kind.grammar.all { add(key, of: values) }
    }

    private mutating func add(_ key: TraceKey, of values: EventValues) {
        switch key {
        case .component: add(.component, values.component)
        case .scene: add(.scene, values.scene)
        case .page where values.kind == .deepLink: add(.page, values.detail.target)
        case .page: add(values.detail.page)
        case .state: add(isReady: values.detail.isReady)
        case .payload: add(.payload, values.detail.payload)
        case .parent: add(.parent, values.parent)
        case .attached: add(.attached, values.detail.isAttached)
        case .exclusive: add(.exclusive, values.detail.isExclusive)
        case .level: add(.level, whole: values.detail.level.map { Int64($0) })
        case .entries: add(.entries, values.detail.entries.map { .entries($0) })
        case .name: add(.name, values.detail.text)
        case .properties: add(.properties, values.detail.payload)
        case .url: add(.url, values.detail.text)
        case .source: add(.source, values.detail.source)
        case .expires: add(.expires, seconds: values.detail.expires)
        case .text: add(.text, values.detail.text)
        case .nextPageView: add(.nextPageView, whole: values.detail.nextPageView.map { Int64(clamping: $0) })
        default: break
        }
    }

    /// Creates the list of the keys and values of a component that a `show` lists.
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
