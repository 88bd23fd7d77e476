import AnalyticsJSON
import NavigationTraces
package import PageViewAutomation

/// Writes explanations as lines in columns, or as JSON (EX-001, EX-004).
package struct ExplanationWriter {
    var writer = JSONWriter()
    private let isColoured: Bool
    private let isPrecise: Bool
    private var (timeWidth, subjectWidth) = (0, 0)

    /// Creates a writer of lines, with or without colours for a terminal, and with exact or rounded times.
    package init(isColoured: Bool = false, isPrecise: Bool = false) {
        self.isColoured = isColoured
        self.isPrecise = isPrecise
    }

    /// The number of written bytes since the last call of `takeBytes`.
    package var count: Int { writer.count }

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Sets the widths of the columns to what these items need.
    package mutating func fitColumns(to items: some Sequence<TraceHistory.Item>) {
        (timeWidth, subjectWidth) = (0, 0)
        for item in items {
            let subject = item.subject
            timeWidth = max(timeWidth, text(item.time.nanoseconds).count)
            if subjectWidth < Self.widestSubject {
                subjectWidth = max(subjectWidth, min(Self.widestSubject, subject.printable.count))
            }
        }
    }

    private static let widestSubject = 30

    private func text(_ nanoseconds: Int64) -> String { Timestamp.seconds(of: nanoseconds, isPrecise: isPrecise) }

    /// Writes an explanation as one line: time, verdict, subject and sentence.
    package mutating func writeLine(_ explanation: Explanation) {
        writer.raw("\(text(explanation.item.time.nanoseconds).padded(to: timeWidth))  ")
        colour(explanation.verdict.colour)
        writer.raw(explanation.verdict.title.padded(to: Explanation.Verdict.longestTitle))
        colour(.none)
        writer.raw("  ")
        colour(.strong)
        writer.raw(explanation.subject.printable.padded(to: subjectWidth))
        colour(.none)
        writer.raw("  ")
        writer.raw(Self.prefix(explanation.item.session))
        for part in explanation.parts {
            switch part {
            case .text(let text): writer.raw(text.printable)
            case .seconds(let nanoseconds): writer.raw(text(nanoseconds))
            case .rule(let rule):
                colour(.faint)
                writer.raw(" (\(rule))")
                colour(.none)
            }
        }
        writer.newline()
    }

    /// Writes the current page of a scene as one line, for `--at` (EX-003).
    package mutating func writeLine(_ page: TraceHistory.CurrentPage) {
        writer.raw("\(Self.prefix(page.session))\(page.text.printable)\n")
    }

    /// Writes that the moment of `--at` is before the beginning of a recording (EX-005).
    package mutating func writeLine(_ recording: TraceHistory.Recording) {
        let time = text(recording.start.time.nanoseconds)
        writer.raw("\(Self.prefix(recording.session))The recording began only at \(time) (RC-004)\n")
    }

    private static func prefix(_ session: String?) -> String { session.map { "[\($0.printable)] " } ?? "" }

    private mutating func colour(_ colour: Colour) {
        if isColoured { writer.raw(colour.rawValue) }
    }

    enum Colour: String {
        case none = "\u{1B}[0m"
        case strong = "\u{1B}[1m"
        case faint = "\u{1B}[2m"
        case green = "\u{1B}[32m"
        case red = "\u{1B}[31m"
        case yellow = "\u{1B}[33m"
        case blue = "\u{1B}[34m"
    }
}

extension Explanation.Verdict {
    /// The verdict as people read it, in the lines and in the HTML document.
    var title: String {
        switch self {
        case .uncounted: "not counted"
        case .untracked: "no page"
        case .unshown: "never shown"
        case .counted, .waiting, .diagnostic, .link, .interaction, .before, .note: rawValue
        }
    }

    static var longestTitle: Int { allCases.map(\.title.count).max() ?? 0 }

    var colour: ExplanationWriter.Colour {
        switch self {
        case .counted: .green
        case .uncounted: .red
        case .waiting, .unshown, .diagnostic: .yellow
        case .untracked, .before, .note: .faint
        case .link, .interaction: .blue
        }
    }
}

extension ExplanationWriter {
    /// Writes an explanation as one line of JSON (EX-004).
    package mutating func writeObject(_ explanation: Explanation) {
        writer.beginObject()
        writer.member("verdict", explanation.verdict.rawValue)
        writer.member("subject", explanation.subject)
        writer.member("text", explanation.text)
        // Each rule appears once, at its first position.
        var cited: Set<String> = []
        writer.member("rules", explanation.rules.filter { cited.insert($0).inserted })
        write(explanation.item)
        writer.member("session", explanation.item.session)
        writer.endObject()
        writer.newline()
    }

    /// Writes the current page of a scene at a moment as one line of JSON.
    package mutating func writeObject(_ page: TraceHistory.CurrentPage, at moment: Timestamp) {
        writer.beginObject()
        writer.member("verdict", "current")
        writer.member("subject", page.label)
        writer.member("text", page.text)
        writer.member("rules", [TraceHistory.CurrentPage.rule])
        writer.member("line", page.line)
        writer.member("t", moment)
        writer.member("since", page.start)
        writer.member("component", page.component)
        writer.member("scene", page.scene)
        writer.member("page", page.page)
        writer.member("session", page.session)
        writer.endObject()
        writer.newline()
    }

    private mutating func write(_ item: TraceHistory.Item) {
        writer.member("line", item.line)
        switch item {
        case .appearance(let story): write(story)
        case .manual(let story):
            writer.member("scene", story.scene)
            writer.member("page", story.page)
            if story.recordingStart == nil { write(story.count) }
            writer.member("recordedFrom", story.recordingStart?.time)
        case .link(let story): write(story)
        case .diagnostic(let diagnostic):
            writer.member("t", diagnostic.time)
            writer.member("component", diagnostic.component)
            writer.member("report", diagnostic.report)
            writer.member("kind", diagnostic.kind.rawValue)
        case .record(let story):
            writer.member("t", story.time)
            writer.member("component", story.component)
            writer.member("scene", story.scene)
            writer.member("report", TraceEvent.Action.recordKeyword)
        case .unshown(let story):
            writer.member("component", story.component)
            writer.member("scene", story.scene)
            writer.member("page", story.page)
            writer.member("readyAt", story.time)
            writer.member("endedAt", story.endedAt)
            writer.member("twin", story.twin)
        case .note(let note):
            writer.member("t", note.time)
            writer.member("note", note.text)
        case .neverShown(let story):
            writer.member("t", story.time)
            writer.member("components", story.first)
        case .interaction(let story):
            writer.member("t", story.time)
            writer.member("component", story.component)
            writer.member("scene", story.scene)
            writer.member("name", story.name)
            writer.member("pageViewID", story.page)
        }
    }

    private mutating func write(_ story: TraceHistory.LinkStory) {
        writer.member("scene", story.scene)
        writer.member("url", story.link.url)
        writer.member("source", story.link.source)
        if let start = story.recordingStart {
            // For a link from before the recorder's note, the trace lacks the true time and the true referrer (EX-005).
            writer.member("recordedFrom", start.time)
        } else {
            writer.member("t", story.time)
            writer.member("referrer", story.referrer)
            writer.member("target", story.target)
            writer.member("expiresAt", story.deadline)
        }
        if story.endedBeforeRecording { return }
        writer.member("carriedBy", story.carrier)
        if story.carrier == nil { writer.member("droppedAt", story.endedAt) }
    }

    private mutating func write(_ story: AppearanceStory) {
        writer.member("component", story.component)
        writer.member("scene", story.scene)
        writer.member("page", story.page)
        writer.member("recordedFrom", story.recordingStart?.time)
        // The times in the trace before the recorder's note are not the times in the app (EX-005).
        if story.endedBeforeRecording { return }
        writer.member("heldSince", story.heldSince)
        writer.member("appearedAt", story.beganAt)
        if let count = story.count, !story.wasCountedBeforeRecording { write(count) }
        writer.member("endedAt", story.endedAt)
        writer.member("outcome", story.outcome?.rawValue)
        writer.member("hint", story.hint?.name)
        // The trace does not contain how long the scene was in the background before the recording.
        if story.beganBeforeRecording { return }
        writer.member("foreground", seconds: story.foreground)
        writer.member("background", seconds: story.background)
    }

    private mutating func write(_ count: AppearanceStory.Count) {
        writer.key("seq")
        writer.digits(count.sequence)
        writer.member("countedAt", count.time)
        writer.member("cause", count.cause.rawValue)
        writer.member("previous", count.previous)
        writer.member("deepLink", count.link)
    }
}
