import NavigationTraces
import PageViewAutomation

/// The counts of one open session.
///
/// These counts are separate from the counts of the trace until the session ends. A recorder's note then drops only the counts
/// of its own session (ST-004).
struct SessionStatistics {
    private(set) var pages: [PageContext: PageStatistics] = [:]
    private(set) var steps: [TraceStatistics.Step: Int] = [:]
    /// The appearances that were live when the recording began.
    private var earlier: Set<AppearanceID> = []
    private var isRecording = false

    /// Applies a note. The first note of a recorder drops all counts before it (ST-004).
    mutating func take(note text: String, live: [PageAppearance]) {
        guard !isRecording, text.utf8.starts(with: RecordingStart.words.utf8) else { return }
        isRecording = true
        pages = [:]
        steps = [:]
        for page in live {
            if let id = page.reference.id.appearance { earlier.insert(id) }
        }
    }

    mutating func count(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            steps[TraceStatistics.Step(from: view.previous?.page, to: view.page), default: 0] += 1
            change(view.page) { page in
                guard let appearedAt = view.appearedAt else {
                    page.manual += 1
                    return
                }
                page.counted += 1
                page.timeToReady.add(view.countedAt.nanoseconds &- appearedAt.nanoseconds)
            }
        case .pageLeave(let leave): count(leave)
        case .interaction, .deepLink, .currentPage, .diagnostic: break
        }
    }

    private mutating func count(_ leave: PageLeave) {
        // The trace does not contain the time on the page of an appearance that began before the recording.
        let isComplete = leave.id.map { earlier.remove($0) == nil } ?? true
        switch leave.outcome {
        case .counted: if isComplete { change(leave.page) { $0.timeOnPage.add(leave.foregroundNanoseconds) } }
        case .neverReady:
            change(leave.page) { page in
                page.neverReady += 1
                if isComplete { page.timeOnPage.add(leave.foregroundNanoseconds) }
            }
        case .neverVisible: change(leave.page) { $0.neverVisible += 1 }
        }
    }

    /// Adds the live appearances without a page view to the waiting ones.
    mutating func endTrace(live: [PageAppearance]) {
        for page in live where !page.isCounted {
            if let id = page.reference.id.appearance, earlier.contains(id) { continue }
            change(page.page) { $0.waiting += 1 }
        }
    }

    private mutating func change(_ page: PageContext, _ body: (inout PageStatistics) -> Void) {
        body(&pages[page, default: PageStatistics(page: page)])
    }
}

/// An open session: its engine and its counts (ST-003).
final class OpenSession {
    private var session: TraceSession<ModelEngine>
    /// The counts so far.
    var statistics = SessionStatistics()

    init(policy: EnginePolicy) {
        // Statistics do not use the name of a session, so the session does not store it.
        session = TraceSession(name: nil, engine: ModelEngine(policy: policy, kinds: [.pageViews, .pageLeaves]))
    }

    /// The live appearances of pages.
    var livePages: [PageAppearance] { session.engine.rules.livePages() }

    /// Applies an event and counts its records.
    ///
    /// - Parameter batch: Memory that the sessions share.
    func apply(_ event: TraceEvent, in batch: inout EventBatch) {
        // A note without a time does not reach the engine.
        let isNote = if case .note = event.action { true } else { false }
        if event.time != nil || !isNote {
            session.apply(event, in: &batch)
            for record in session.engine.takeRecords() { statistics.count(record) }
        }
        if case .note(let text, _) = event.action { statistics.take(note: text, live: livePages) }
    }
}
