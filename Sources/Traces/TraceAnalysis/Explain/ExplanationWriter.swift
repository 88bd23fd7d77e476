import AnalyticsJSON
import NavigationTraces
package import PageViewAutomation

/// Writes explanations as lines in columns, or as JSON (EX-001, EX-004).
package struct ExplanationWriter {
    var writer = JSONWriter()
    private let isColoured: Bool
    private let isPrecise: Bool
    /// The widths of the columns for times and subjects.
    private var (timeWidth, subjectWidth) = (0, 0)

    /// Creates a writer of lines, with or without colours for a terminal, and with exact or rounded times.
    package init(isColoured: Bool = false, isPrecise: Bool = false) {
        self.isColoured = isColoured
        self.isPrecise = isPrecise
    }

    /// The number of written bytes since the last call of `takeBytes`.
    package var count: Int { writer.count }

    /// Returns the written UTF-8, and clears the buffer.
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

    /// Returns a time in seconds, exact or rounded.
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

    /// The escape sequences of terminals.
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
        case .counted: "counted"
        case .uncounted: "not counted"
        case .waiting: "waiting"
        case .untracked: "no page"
        case .unshown: "never shown"
        case .diagnostic: "diagnostic"
        case .link: "link"
        case .interaction: "interaction"
        case .before: "before"
        case .note: "note"
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
        string("verdict", explanation.verdict.rawValue)
        string("subject", explanation.subject)
        string("text", explanation.text)
        rules(explanation.rules)
        write(explanation.item)
        string("session", explanation.item.session)
        writer.endObject()
        writer.newline()
    }

    /// Writes the current page of a scene at a moment as one line of JSON.
    package mutating func writeObject(_ page: TraceHistory.CurrentPage, at moment: Timestamp) {
        writer.beginObject()
        string("verdict", "current")
        string("subject", page.label)
        string("text", page.text)
        rules([TraceHistory.CurrentPage.rule])
        integer("line", page.line)
        seconds("t", moment)
        seconds("since", page.start)
        string("component", page.component)
        string("scene", page.scene)
        write(page.page)
        string("session", page.session)
        writer.endObject()
        writer.newline()
    }

    private mutating func write(_ item: TraceHistory.Item) {
        integer("line", item.line)
        switch item {
        case .appearance(let story): write(story)
        case .manual(let story):
            string("scene", story.scene)
            write(story.page)
            if story.recordingStart == nil { write(story.count) }
            seconds("recordedFrom", story.recordingStart?.time)
        case .link(let story): write(story)
        case .diagnostic(let diagnostic):
            seconds("t", diagnostic.time)
            string("component", diagnostic.component)
            string("report", diagnostic.report)
            string("kind", diagnostic.kind.rawValue)
        case .record(let story):
            seconds("t", story.time)
            string("component", story.component)
            string("scene", story.scene)
            string("report", TraceEvent.Action.recordKeyword)
        case .unshown(let story):
            string("component", story.component)
            string("scene", story.scene)
            write(story.page)
            seconds("readyAt", story.time)
            seconds("endedAt", story.endedAt)
            string("twin", story.twin)
        case .note(let note):
            seconds("t", note.time)
            string("note", note.text)
        case .neverShown(let story):
            seconds("t", story.time)
            strings("components", story.first)
        case .interaction(let story):
            seconds("t", story.time)
            string("component", story.component)
            string("scene", story.scene)
            string("name", story.name)
            string("pageViewID", story.page)
        }
    }

    private mutating func write(_ story: TraceHistory.LinkStory) {
        string("scene", story.scene)
        string("url", story.link.url)
        string("source", story.link.source)
        if let start = story.recordingStart {
            // For a link from before the recorder's note, the trace lacks the true time and the true referrer (EX-005).
            seconds("recordedFrom", start.time)
        } else {
            seconds("t", story.time)
            string("referrer", story.referrer)
            string("target", story.target)
            seconds("expiresAt", story.deadline)
        }
        if story.endedBeforeRecording { return }
        string("carriedBy", story.carrier)
        seconds("droppedAt", story.outcome.droppedAt)
    }

    private mutating func write(_ story: AppearanceStory) {
        string("component", story.component)
        string("scene", story.scene)
        if let page = story.page { write(page) }
        seconds("recordedFrom", story.recordingStart?.time)
        // The times in the trace before the recorder's note are not the times in the app (EX-005).
        if story.endedBeforeRecording { return }
        seconds("heldSince", story.heldSince)
        seconds("appearedAt", story.beganAt)
        if let count = story.count, !story.wasCountedBeforeRecording { write(count) }
        seconds("endedAt", story.endedAt)
        string("outcome", story.outcome?.rawValue)
        string("hint", story.hint?.name)
        // The trace does not contain how long the scene was in the background before the recording.
        if story.beganBeforeRecording { return }
        duration("foreground", story.foreground)
        duration("background", story.background)
    }

    private mutating func write(_ count: AppearanceStory.Count) {
        writer.key("seq")
        writer.digits(count.sequence)
        seconds("countedAt", count.time)
        string("cause", count.cause.rawValue)
        string("previous", count.previous)
        string("deepLink", count.link)
    }

    private mutating func write(_ page: PageContext) {
        writer.key("page")
        writer.beginObject()
        string("name", page.name.rawValue)
        string("context", page.context?.rawValue)
        writer.endObject()
    }

    private mutating func rules(_ rules: [String]) {
        // Each rule appears once, at its first position.
        var cited: Set<String> = []
        strings("rules", rules.filter { cited.insert($0).inserted })
    }

    private mutating func strings(_ key: String, _ texts: [String]) {
        writer.key(key)
        writer.beginArray()
        for text in texts {
            writer.separate()
            writer.string(text)
        }
        writer.endArray()
    }

    // MARK: Members, omitted if the value is `nil`

    private mutating func string(_ key: String, _ text: String?) {
        guard let text else { return }
        writer.key(key)
        writer.string(text)
    }

    private mutating func integer(_ key: String, _ number: Int) {
        writer.key(key)
        writer.int(Int64(number))
    }

    private mutating func seconds(_ key: String, _ time: Timestamp?) { duration(key, time?.nanoseconds) }

    private mutating func duration(_ key: String, _ nanoseconds: Int64?) {
        guard let nanoseconds else { return }
        writer.key(key)
        writer.seconds(nanoseconds)
    }
}
