import NavigationTraces
import PageViewAutomation

/// The components of a session that were declared or became ready, and have not been shown (EX-001).
struct UnshownLog {
    private var open: [ComponentID: TraceHistory.ReadyUnshownStory] = [:]
    /// The components that have never been shown, each with the line of its page and its identity.
    private var declared = DeclaredPages<(line: Int, identity: String)>()

    /// Adds or removes components because of an event.
    mutating func apply(_ moment: Moment, _ history: inout TraceHistory) {
        for id in moment.session.component.map({ [$0] }) ?? moment.session.shownComponents {
            declared.update(id, moment.session.engine.status(of: id), isRecord: moment.event.action.isRecord) { _ in
                (moment.line, moment.session.identity(of: id))
            }
        }
        guard let id = moment.session.component else { return }
        switch moment.event.action {
        case .ready: add(id, moment)
        // `record` counts the component, so it needs no `didAppear`.
        case .component(_, .didAppear, _), .record: open[id] = nil
        case .component(_, .destroy, _):
            guard var story = open.removeValue(forKey: id) else { return }
            story.endedAt = moment.time
            history.add(story)
        case .create, .component, .move, .pending, .declare, .scene, .begin, .commit, .show, .interaction, .deepLink,
            .discardDeepLink, .start, .stop, .note:
            break
        }
    }

    /// Ends the session or the trace.
    mutating func finish(_ session: String?, at end: (line: Int, time: Timestamp), _ history: inout TraceHistory) {
        for story in open.values { history.add(story) }
        open = [:]
        let rest = declared.pages.values.sorted { ($0.line, $0.identity) < ($1.line, $1.identity) }
        declared = DeclaredPages()
        if rest.isEmpty { return }
        let story = TraceHistory.OtherUnshownStory(
            session: session, line: end.line, time: end.time, count: rest.count,
            first: rest.prefix(TraceHistory.OtherUnshownStory.keptLimit).map(\.identity))
        history.nameBytes += TraceHistory.Item.neverShown(story).nameBytes
        history.items.append(.neverShown(story))
    }

    private mutating func add(_ id: ComponentID, _ moment: Moment) {
        guard let status = moment.session.engine.status(of: id), let page = status.page, status.presence == .hidden,
            status.appearance.ordinal == 0
        else { return }
        // A component that was held has a line already.
        guard declared.pages[id] != nil || open[id] != nil else { return }
        declared.remove(id)
        if open[id] != nil {
            open[id]?.page = page
        } else {
            open[id] = TraceHistory.ReadyUnshownStory(
                session: moment.session.name, line: moment.line, time: moment.time,
                scene: moment.session.name(of: status.scene), component: moment.session.name(of: id),
                identity: moment.session.identity(of: id), page: page)
        }
    }
}

/// The components that have declared a page and were never reported as shown, each with a value (EX-001, ST-001).
struct DeclaredPages<Value> {
    private(set) var pages: [ComponentID: Value] = [:]
    /// Components that `update` must not add: they were held without an appearance, recorded by hand, or removed.
    private var excluded: Set<ComponentID> = []

    /// Updates a component after an event about it. A component that is counted by hand needs no `didAppear`.
    mutating func update(_ id: ComponentID, _ status: ComponentStatus?, isRecord: Bool, value: (PageContext) -> Value) {
        guard let status else {
            excluded.remove(id)
            return
        }
        if status.appearance.ordinal > 0 {
            pages[id] = nil
            excluded.remove(id)
        } else if status.presence != .hidden || isRecord {
            remove(id)
        } else if let page = status.page, !excluded.contains(id) {
            pages[id] = value(page)
        }
    }

    mutating func remove(_ id: ComponentID) {
        pages[id] = nil
        excluded.insert(id)
    }
}

extension EngineInput {
    var isRecord: Bool { if case .record = self { true } else { false } }
}

extension TraceHistory {
    fileprivate mutating func add(_ story: ReadyUnshownStory) {
        nameBytes += Item.unshown(story).nameBytes
        unshown.append(story)
    }

    /// Moves the components that were never shown into the items, in the order of lines.
    mutating func addUnshown() {
        guard !unshown.isEmpty else { return }
        let twins = neverReady()
        var rest = unshown.sorted { $0.line < $1.line }[...]
        unshown = []
        func next(before line: Int) -> [Item] {
            let stories = rest.prefix { $0.line < line }
            rest = rest.dropFirst(stories.count)
            return stories.map { story in
                var story = story
                story.twin = twins[PageKey(story.session, story.page)]
                return .unshown(story)
            }
        }
        items = items.flatMap { next(before: $0.line) + [$0] } + next(before: .max)
    }

    /// A page in the sessions of one name.
    private struct PageKey: Hashable {
        let session: ExactName?
        let page: PageContext

        init(_ session: String?, _ page: PageContext) {
            self.session = session.map { ExactName($0) }
            self.page = page
        }
    }

    private func neverReady() -> [PageKey: String] {
        var labels: [PageKey: String] = [:]
        for case .appearance(let story) in items {
            guard let page = story.page, story.count == nil, !story.isReady else { continue }
            labels[PageKey(story.session, page)] = story.label
        }
        return labels
    }
}
