import NavigationTraces
import PageViewAutomation

extension Explanation {
    /// Explains what became of anything in a trace; `nil` of what needs no explanation. `place` says how scenes are
    /// spoken of.
    package init?(_ item: TraceHistory.Item, in place: ScenePlace = .only) {
        switch item {
        case .appearance(let story): self.init(story, in: place)
        case .manual(let story): self.init(story, in: place)
        case .link(let story): self.init(story, in: place)
        case .remark(let remark): self.init(remark, in: place)
        case .record(let story): self.init(story, in: place)
        case .note(let note): self.init(note)
        case .interaction: return nil
        }
    }

    private init(_ story: TraceHistory.ManualStory, in place: ScenePlace) {
        self.init(.manual(story), story.recordingStart == nil ? .counted : .before)
        begin(with: story.page)
        guard story.recordingStart == nil else {
            say("had been counted by hand when the recording began", by: "RC-004")
            return
        }
        say(
            "was counted by hand at \(story.count.time.seconds)\(place.text(of: story.scene)) as page view \(story.count.sequence), with no appearance to count",
            by: "RD-011")
        say(story.count.previous.map { "after \($0)" } ?? place.first(of: story.scene), by: "PV-003")
        if let link = story.count.link { say("led to by the link \(link)", by: "PV-006") }
    }

    private init(_ story: TraceHistory.RecordStory, in place: ScenePlace) {
        self.init(.record(story), .uncounted)
        say(
            "record of \(story.identity) at \(story.time.seconds)\(place.text(of: story.scene)), line \(story.line), counted nothing: it has been counted already, as \(story.label)",
            by: "RD-011")
    }

    private init(_ story: TraceHistory.LinkStory, in place: ScenePlace) {
        self.init(.link(story), .link)
        guard !story.endedBeforeRecording else {
            sayOver()
            return
        }
        let source = story.link.source.map { " from \($0)" } ?? ""
        let scene = place.text(of: story.scene)
        if let start = story.recordingStart {
            say("had been opened\(source)\(scene) when the recording began at \(start.time.seconds)", by: "RC-004")
        } else {
            say("was opened\(source) at \(story.time.seconds)\(scene) \(Self.text(ofReferrerOf: story))", by: "PV-006")
        }
        say(Self.text(of: story.outcome), by: Self.rule(of: story.outcome))
    }

    private static func text(ofReferrerOf story: TraceHistory.LinkStory) -> String {
        guard let referrer = story.referrer else { return "before there was any page" }
        if let scene = story.referrerScene { return "with \(referrer) in the scene \(scene) as its referrer" }
        if story.isReferrerThere { return "on \(referrer)" }
        return "with the last page, \(referrer), as its referrer"
    }

    private static func text(of outcome: TraceHistory.LinkStory.Outcome) -> String {
        switch outcome {
        case .waits: "waits at the end of the trace for the page view of a page that begins in its scene after it"
        case .rode(let label): "rode on \(label)"
        case .replaced(let other, let time): "gave way at \(time.seconds) to the link \(other)"
        case .droppedInBackground(let time): "was dropped at \(time.seconds), when its scene went to the background"
        case .discarded(let time): "was discarded at \(time.seconds)"
        case .wentWithScene(let time): "was dropped at \(time.seconds) with its scene"
        case .wentWithSession(let time): "was dropped at \(time.seconds) with its session"
        }
    }

    private static func rule(of outcome: TraceHistory.LinkStory.Outcome) -> String {
        switch outcome {
        case .wentWithSession: "TR-002"
        case .waits, .rode, .replaced, .droppedInBackground, .discarded, .wentWithScene: "PV-006"
        }
    }

    private init(_ note: TraceHistory.NoteStory) {
        self.init(.note(note), .note)
        say(note.text)
        if note.isRecordingStart { parts.append(.rule("RC-004")) }
    }

    private init(_ remark: TraceHistory.Remark, in place: ScenePlace) {
        self.init(.remark(remark), .odd)
        let scene = remark.scene.map { place.text(of: $0) } ?? ""
        let (text, rule) = remark.reason ?? ("is unexpected", nil)
        let component = remark.identity.map { " of \($0)" } ?? ""
        say("\(remark.report)\(component) at \(remark.time.seconds)\(scene), line \(remark.line), \(text)", by: rule)
        parts.append(.text(" [\(remark.kind.rawValue)]"))
    }
}
