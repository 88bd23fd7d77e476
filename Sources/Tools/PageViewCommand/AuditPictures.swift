import NavigationTraces
import PageViewAudit
import PageViewAutomation
import TraceAnalysis

/// The pictures of the sessions with the most findings (AU-302).
///
/// The command reads the trace a second time and keeps only the drawn sessions (AU-303).
struct AuditPictures {
    private static let sessions = 10
    private static let length = 32
    /// The number of lanes in a picture, unless more of them have a page view.
    private static let lanes = 24
    private static let width = 1110

    static func make(
        of audit: Audit, _ trace: Input, skipsInvalid: Bool
    ) -> (pictures: [AuditReport.Picture], reason: String?) {
        guard trace.path != nil, (try? trace.status.kind) == .file else {
            let reason = "The trace is no file that can be read again, so there are no timelines."
            return (make(of: audit) { _ in [:] }, reason)
        }
        var reason: String?
        let pictures = make(of: audit) { names in
            if let histories = read(names, of: trace, skipsInvalid) { return histories }
            reason = "The trace could not be read a second time, so there are no timelines."
            return [:]
        }
        return (pictures, reason)
    }

    /// - Parameter histories: Returns the histories of sessions. A session without one has no picture.
    static func make(
        of audit: Audit, histories: (Set<ExactName?>) -> [ExactName?: HistoryWriter]
    ) -> [AuditReport.Picture] {
        let found = audit.worstSessions(limit: sessions, length: length)
        if found.isEmpty { return [] }
        var histories = histories(Set(found.map { $0.name.map { ExactName($0) } }))
        return found.map { session in
            var picture = AuditReport.Picture(session: session)
            if var writer = histories.removeValue(forKey: session.name.map { ExactName($0) }) {
                picture.draw(writer.finish(), lanes: lanes, width: width)
            }
            return picture
        }
    }

    /// Reads the histories of sessions, without those that exceed the limits of a history; `nil` if it cannot read the trace.
    private static func read(
        _ names: Set<ExactName?>, of trace: Input, _ skipsInvalid: Bool
    ) -> [ExactName?: HistoryWriter]? {
        var writers: [ExactName?: HistoryWriter] = [:]
        for name in names { writers[name] = HistoryWriter() }
        // The first reading has reported the malformed lines.
        var source = LineSource(skipsInvalid: skipsInvalid, isQuiet: true)
        source.read(trace) { line, number, _ in
            switch line {
            case .header, .expectation: for name in names { writers[name]?.take(line, number: number) }
            case .event(let event):
                let name = event.session.map { ExactName($0) }
                writers[name]?.take(line, number: number)
                if writers[name]?.excess != nil { writers[name] = nil }
            }
        }
        // Without its end, a session would look as if it went on.
        return source.hasFailed ? nil : writers
    }
}

extension AuditReport.Picture {
    fileprivate mutating func draw(_ history: TraceHistory, lanes: Int, width: Int) {
        var timeline = Timeline(history)
        if timeline.sessions.isEmpty {
            reason = "The user saw nothing in the session."
            return
        }
        let longest = 300
        var (lines, missing, times) = ([Timeline.SentLine](), [Timeline.MissingView](), [Timestamp]())
        for entry in session.entries {
            guard let time = entry.time.map({ Timestamp(nanoseconds: $0) }) else { continue }
            times.append(max(timeline.start, min(time, timeline.end)))
            let text = entry.sentence.shortened(to: longest)
            if let number = entry.pageView {
                missing.append((UInt64(clamping: number), time, text))
                continue
            }
            let (isRight, name) = (entry.outcome == .right, entry.name ?? "")
            lines.append(
                Timeline.SentLine(
                    time: time, pageView: (entry.sequence ?? entry.of).map { UInt64(clamping: $0) },
                    page: entry.page ?? name,
                    isRight: isRight, name: isRight ? name : "\(entry.outcome.label): \(name)", text: text))
        }
        timeline.add(lines, missing: missing)
        // If the part is the whole session, the picture also shows the time before the first line and after the last one.
        if session.omitted == 0 { times += [max(timeline.start, history.begin ?? .zero), history.end] }
        guard let first = times.min(), let last = times.max() else { return }
        let excerpt = timeline.excerpt(first...last, lanes: lanes)
        let naming = SceneNaming(in: history)
        omittedLanes = excerpt.omittedLanes
        figure = SVGTimeline.figure(excerpt.timeline, name: "Timeline of what was seen and sent", width: width) {
            Explanation(history.items[$0], in: naming).text.shortened(to: longest)
        }
    }
}
