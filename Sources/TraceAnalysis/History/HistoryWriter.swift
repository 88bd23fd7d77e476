package import NavigationTraces
import PageViewAutomation

/// Replays a trace and writes its history.
///
///     var writer = HistoryWriter()
///     for (number, line) in lines { writer.take(line, number: number) }
///     let history = writer.finish()
package struct HistoryWriter {
    private var replay = TraceReplay()
    private var history = TraceHistory()
    private var sessions: [ExactName?: SessionHistory] = [:]
    private let limits: Limits

    /// How much of a trace a history keeps (rule EX-006).
    package struct Limits: Sendable {
        /// How many appearances, current pages, stays in the background, links, notes and diagnostics.
        package var entries = 2_000_000
        /// How many bytes of names they hold: a short line can repeat a long name.
        package var nameBytes = 256 << 20
        /// How many sessions that go on at a time.
        package var sessions = 200_000

        /// Creates the limits of the command.
        package init() {}
    }

    /// Creates a writer for one trace.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// What the trace has more of than a history keeps; `nil` if there is nothing.
    package var excess: String? {
        let advice = "select a session, or cut the trace by sessions (SC-002)"
        if history.entryCount > limits.entries {
            return "expected at most \(limits.entries) appearances, current pages and others, found more; \(advice)"
        }
        if history.nameBytes > limits.nameBytes {
            return "expected at most \(limits.nameBytes) bytes of names in what is kept, found more; \(advice)"
        }
        if sessions.count > limits.sessions {
            return "expected at most \(limits.sessions) sessions that go on, found more; \(advice)"
        }
        return nil
    }

    /// Takes the next line of the trace.
    package mutating func take(_ line: TraceLine, number: Int) {
        switch line {
        case .header(let header):
            replay = TraceReplay(policy: header.policy)
            history.title = header.title
        case .event(let event): apply(event, number)
        case .expectation: break
        }
    }

    /// Says that the trace has ended; returns its history.
    package mutating func finish() -> TraceHistory {
        // In the order in which the sessions were first heard of, so that nothing depends on how a table lies.
        var open = sessions.values.sorted { $0.firstLine > $1.firstLine }
        // What is not needed any more makes room for what is.
        (sessions, replay) = ([:], TraceReplay())
        while var session = open.popLast() { session.finish(&history) }
        return history
    }

    private mutating func apply(_ event: TraceEvent, _ number: Int) {
        let name = event.session.map { ExactName($0) }
        // At the end of a session it is forgotten; its names are still needed.
        let before = replay.session(event.session)
        let records = replay.apply(event).map(\.record)
        // A remark without a time begins no session; one in front of everything is of none.
        guard let session = replay.session(event.session) ?? before else { return note(event, number) }
        var stories = sessions.removeValue(forKey: name) ?? begin(event.session, number)
        stories.apply(event, records, of: session, line: number, &history)
        history.begin = min(history.begin ?? session.time, session.time)
        history.end = max(history.end, session.time)
        if event.action == .stop { stories.finish(&history) } else { sessions[name] = stories }
    }

    private mutating func note(_ event: TraceEvent, _ number: Int) {
        guard case .note(let text) = event.action else { return }
        history.items.append(
            .note(
                TraceHistory.NoteStory(
                    session: event.session, line: number, time: .zero, text: text, isRecordingStart: false)))
    }

    private mutating func begin(_ session: String?, _ number: Int) -> SessionHistory {
        history.sessions.append(TraceHistory.Session(name: session, line: number))
        return SessionHistory(name: session, firstLine: number)
    }
}
