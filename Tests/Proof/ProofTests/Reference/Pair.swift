import PageViewAutomation

@testable import NavigationTraces

/// An engine and a reference model that receive the same steps.
struct Pair {
    private var replay: TraceReplay
    private let policy: EnginePolicy
    /// One model for each session, by name. The unnamed session is under `nil`.
    private var models: [String?: ReferenceModel] = [:]
    /// The components that any record has named, for queries.
    private var known: [String?: [ComponentID: String]] = [:]

    init(policy: EnginePolicy) {
        self.policy = policy
        replay = TraceReplay(policy: policy)
    }

    /// Takes a step and returns the differences after it, or `nil`.
    mutating func take(_ step: Step) -> String? {
        if case .event(let event) = step { return apply(event) }
        // A step that a trace cannot express applies to the unnamed session.
        guard let session = replay.session(nil), let records = models[nil]?.take(step) else { return nil }
        switch step {
        case .event: break
        case .stop: session.engine.stop()
        case .start(let isCountingVisible): session.engine.start(countingVisible: isCountingVisible)
        }
        // A remark changes nothing, and returns the records emitted since the last event.
        return compare(session.apply(TraceEvent(.note(""))), with: records, in: session)
    }

    private mutating func apply(_ event: TraceEvent) -> String? {
        defer {
            if event.action == .stop {
                models[event.session] = nil
                known[event.session] = nil
            }
        }
        let emitted = replay.apply(event)
        let records = models[event.session, default: ReferenceModel(policy: policy)].apply(event)
        // After an event that ends its session, only the records still refer to the session.
        guard let session = replay.session(event.session) ?? emitted.first?.session else {
            return records.isEmpty ? nil : "engine: nothing\nmodel:\n\(lines(records))"
        }
        return compare(emitted.map(\.record), with: records, in: session)
    }

    private mutating func compare(
        _ emitted: [EngineRecord], with records: [ReferenceRecord], in session: ReplaySession
    ) -> String? {
        let translation = EngineTranslation(session: session)
        let translated = emitted.map(translation.record)
        if parts(translated) != parts(records) { return "engine:\n\(lines(translated))\nmodel:\n\(lines(records))" }
        for component in emitted.compactMap(component(of:)) {
            known[session.name, default: [:]][component] = translation.label(of: component)
        }
        return compareAnswers(translation)
    }

    /// Returns the records of one report, as far as the specification fixes their order. It does not fix the position
    /// of diagnostics among other records, or the order of scenes whose current page changes.
    private func parts(_ records: [ReferenceRecord]) -> Parts {
        var parts = Parts()
        for record in records {
            switch record {
            case .diagnostic: parts.diagnostics.append(record)
            case .currentPage: parts.changes[record, default: 0] += 1
            default: parts.others.append(record)
            }
        }
        return parts
    }

    private struct Parts: Equatable {
        var others: [ReferenceRecord] = []
        /// Each change with its number of occurrences.
        var changes: [ReferenceRecord: Int] = [:]
        var diagnostics: [ReferenceRecord] = []
    }

    private func compareAnswers(_ translation: EngineTranslation) -> String? {
        let session = translation.session
        let engine = session.engine
        // An ended session has no queries.
        guard let model = models[session.name], replay.session(session.name) != nil else { return nil }
        var differences: [String] = []
        func compare(_ query: Rules.Query, in name: String?, of component: (id: ComponentID, label: String)? = nil) {
            let scene = name.flatMap { session.scene(named: $0) }
            let isUnknown = name != nil && scene == nil
            var answer: ReferenceAnswer? = nil
            if !isUnknown { answer = translation.answer(engine.answer(query, in: scene, of: component?.id)) }
            var expected = model.answer(query, in: name, of: component?.label)
            switch (answer, expected) {
            // A scene that the engine does not know has no pages.
            case (nil, .page(nil)), (nil, .mention(nil)), (nil, .pages([])), (nil, .condition(false)): return
            // A replay gives the name of a closed scene to another scene.
            case (.page(var page?), .page(let last?))
            where name == nil && query == .lastPage && !model.isLastSceneThere:
                page.scene = last.scene
                answer = .page(page)
            // The rules do not state the order of scenes.
            case (.pages(let pages), .pages(let others)) where name == nil:
                answer = .pages(pages.sorted { $0.id < $1.id })
                expected = .pages(others.sorted { $0.id < $1.id })
            default: break
            }
            if answer == expected { return }
            let subject = [name, component?.label].compactMap(\.self).joined(separator: " ")
            let found = answer.map { "\($0)" } ?? "no such scene"
            differences.append("\(query) \(subject)\n  engine: \(found)\n  model:  \(expected)")
        }
        let scenes = Set(model.scenes.keys).union(model.components.map(\.scene)).union(["main"])
        for query in Rules.Query.allCases {
            for name in [nil] + scenes.map(Optional.some) { compare(query, in: name) }
        }
        for (id, label) in known[session.name] ?? [:] { compare(.isLive, in: nil, of: (id, label)) }
        return differences.isEmpty ? nil : differences.joined(separator: "\n")
    }

    private func component(of record: EngineRecord) -> ComponentID? {
        switch record {
        case .pageView(let view): view.component
        case .pageLeave(let leave): leave.component
        case .diagnostic(let diagnostic): diagnostic.component
        case .currentPage(let change): change.page?.component
        case .interaction, .deepLink: nil
        }
    }

    private func lines(_ records: [ReferenceRecord]) -> String {
        records.isEmpty ? "  nothing" : records.map { "  \($0)" }.joined(separator: "\n")
    }
}
