import NavigationTraces
import PageViewAutomation

/// An open session: an engine for its events, and what was counted in it.
final class OpenSession {
    private var session: TraceSession<ModelEngine>
    /// What was counted so far.
    var statistics = SessionStatistics()

    init(policy: EnginePolicy) {
        // Nothing that is counted names the session, so its name is not kept.
        session = TraceSession(name: nil, engine: ModelEngine(policy: policy, kinds: [.pageViews, .pageLeaves]))
    }

    /// The appearances of pages that go on.
    var livePages: [PageAppearance] { session.engine.model.livePages() }

    /// Applies an event, and counts what it leads to. `batch` is memory that sessions share.
    func apply(_ event: TraceEvent, in batch: inout EventBatch) {
        // A note without a time means nothing.
        let isNote = if case .note = event.action { true } else { false }
        if event.time != nil || !isNote {
            batch.reset([])
            batch.append(event, seed: TextHash.start)
            // Slices, because `Array.span` needs macOS 26 and iOS 26.
            let (bytes, details) = (batch.bytes[...], batch.details[...])
            session.apply(batch.events[0], bytes.span, details.span)
            for index in 0..<session.engine.model.records.count {
                statistics.count(session.engine.model.records[index])
            }
            session.engine.model.records.removeAll()
        }
        if case .note(let text) = event.action { statistics.take(note: text, live: livePages) }
    }
}
