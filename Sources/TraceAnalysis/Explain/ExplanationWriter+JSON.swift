import NavigationTraces
import AnalyticsJSON
package import PageViewAutomation

extension ExplanationWriter {
    /// Writes an explanation as a JSON object on a line of its own.
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

    /// Writes that a page was the current one of its scene at a moment.
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
        case .remark(let remark):
            seconds("t", remark.time)
            string("component", remark.component)
            string("report", remark.report)
            string("kind", remark.kind.rawValue)
        case .record(let story):
            seconds("t", story.time)
            string("component", story.component)
            string("scene", story.scene)
            string("report", TraceEvent.Action.recordWord)
        case .note(let note):
            seconds("t", note.time)
            string("note", note.text)
        case .interaction: break
        }
    }

    private mutating func write(_ story: TraceHistory.LinkStory) {
        string("scene", story.scene)
        string("url", story.link.url)
        string("source", story.link.source)
        if let start = story.recordingStart {
            // When it was opened, and on what, is played.
            seconds("recordedFrom", start.time)
        } else {
            seconds("t", story.time)
            string("referrer", story.referrer)
        }
        if story.endedBeforeRecording { return }
        string("rodeOn", story.rodeOn)
        seconds("droppedAt", story.outcome.droppedAt)
    }

    private mutating func write(_ story: AppearanceStory) {
        string("component", story.component)
        string("scene", story.scene)
        if let page = story.page { write(page) }
        seconds("recordedFrom", story.recordingStart?.time)
        // What is played has no times of its own.
        if story.endedBeforeRecording { return }
        seconds("heldSince", story.heldSince)
        seconds("appearedAt", story.beganAt)
        if let count = story.count, !story.wasCountedBeforeRecording { write(count) }
        seconds("endedAt", story.endedAt)
        string("outcome", story.outcome?.rawValue)
        // How long it was in the background before the recording is not known.
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
        writer.key("rules")
        writer.beginArray()
        // Each once, where it comes first.
        var told: Set<String> = []
        for rule in rules where told.insert(rule).inserted {
            writer.separate()
            writer.string(rule)
        }
        writer.endArray()
    }

    // MARK: Members, which are left out where there is nothing

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
