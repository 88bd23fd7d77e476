import NavigationTraces
package import PageViewAutomation

extension Explanation {
    package init(_ item: TraceHistory.Item, in naming: SceneNaming = .only) {
        switch item {
        case .appearance(let story): self.init(story, in: naming)
        case .manual(let story): self.init(story, in: naming)
        case .link(let story): self.init(story, in: naming)
        case .diagnostic(let diagnostic): self.init(diagnostic, in: naming)
        case .record(let story): self.init(story, in: naming)
        case .unshown(let story): self.init(story, in: naming)
        case .note(let note): self.init(note)
        case .neverShown(let story): self.init(story)
        case .interaction(let story): self.init(story, in: naming)
        }
    }

    private init(_ story: TraceHistory.OtherUnshownStory) {
        self.init(.neverShown(story), .unshown)
        let more = story.count > story.first.count ? " and \(story.count - story.first.count) more" : ""
        append("declared and never shown: \(story.first.joined(separator: ", "))\(more)", citing: "AP-002")
    }

    private init(_ story: TraceHistory.InteractionStory, in naming: SceneNaming) {
        self.init(.interaction(story), .interaction)
        let component = story.identity.map { " with \($0)" } ?? ""
        append("was recorded at \(story.time)\(naming.text(of: story.scene))\(component)")
        let before = story.isInUpdate ? " before the update" : ""
        let why: String? =
            switch story.reason {
            case .scene, .own, .content, .container: nil
            case .noComponent: "no component of this name exists"
            case .sceneOfComponent: "\(story.identity ?? "it") has no page in front inside or around it"
            }
        guard let page = story.page else {
            append(
                "without a page: \(why.map { "\($0), and " } ?? "")its scene had no current page\(before)",
                citing: "PV-005")
            return
        }
        let place =
            switch story.reason {
            case .scene, .noComponent, .sceneOfComponent: "the current page of its scene\(before)"
            case .own: "the page of the component itself"
            case .content: "the page in front inside the component"
            case .container: "the nearest page around the component"
            }
        append("on \(page), \(place)\(why.map { ", because \($0)" } ?? "")", citing: "PV-005")
    }

    private init(_ story: TraceHistory.ManualStory, in naming: SceneNaming) {
        self.init(.manual(story), story.recordingStart == nil ? .counted : .before)
        begin(with: story.page)
        guard story.recordingStart == nil else {
            append("had been counted by hand when the recording began", citing: "RC-004")
            return
        }
        append(
            "was counted by hand at \(story.count.time)\(naming.text(of: story.scene)) as page view \(story.count.sequence), without an appearance",
            citing: "RD-011")
        append(story.count.previous.map { "after \($0)" } ?? naming.first(of: story.scene), citing: "PV-003")
        if let link = story.count.link { append("carried the link \(link)", citing: "PV-006") }
    }

    private init(_ story: TraceHistory.RecordStory, in naming: SceneNaming) {
        self.init(.record(story), .uncounted)
        append(
            "record of \(story.identity) at \(story.time)\(naming.text(of: story.scene)), line \(story.line), counted nothing: the appearance has already been counted, as \(story.label)",
            citing: "RD-011")
    }

    private init(_ story: TraceHistory.ReadyUnshownStory, in naming: SceneNaming) {
        self.init(.unshown(story), .unshown)
        begin(with: story.page)
        let scene = naming.text(of: story.scene)
        append("was declared and became ready at \(story.time)\(scene), but was never shown", citing: "AP-002")
        if let endedAt = story.endedAt { append("was destroyed at \(endedAt)") }
        if let twin = story.twin {
            add(
                "; \(twin) was shown as the same page and was never ready: the framework probably made the view twice, so report ready of the component that it shows",
                citing: "RD-001")
        } else {
            add("; expected didAppear of \(story.identity) if the user saw it, found none", citing: "AP-002")
        }
    }

    private init(_ story: TraceHistory.LinkStory, in naming: SceneNaming) {
        self.init(.link(story), .link)
        guard !story.endedBeforeRecording else {
            append("had ended when the recording began", citing: "RC-004")
            return
        }
        let source = story.link.source.map { " from \($0)" } ?? ""
        let scene = naming.text(of: story.scene)
        if let start = story.recordingStart {
            append("had been opened\(source)\(scene) when the recording began at \(start.time)", citing: "RC-004")
        } else {
            append("was opened\(source) at \(story.time)\(scene) \(Self.text(ofReferrerOf: story))", citing: "PV-006")
        }
        if story.outcome != .waiting, let target = story.target { append("to the page \(target)", citing: "PV-009") }
        append(Self.text(of: story), citing: Self.rule(of: story))
    }

    private static func text(ofReferrerOf story: TraceHistory.LinkStory) -> String {
        guard let referrer = story.referrer else { return "before any page" }
        if let scene = story.referrerScene { return "with \(referrer) in the scene \(scene) as its referrer" }
        if story.isReferrerLive { return "on \(referrer)" }
        return "with the last page, \(referrer), as its referrer"
    }

    private static func text(of story: TraceHistory.LinkStory) -> Sentence {
        let time = story.endedAt ?? .zero
        switch story.outcome {
        case .waiting:
            let page = story.target.map { "the page \($0) to appear" } ?? "a page that appears"
            let scene = story.isForAnyScene ? "any scene" : "its scene"
            let deadline: Sentence = story.deadline.map { "by \($0)" } ?? "after it"
            return "waits at the end of the trace for \(page) in \(scene) \(deadline)"
        case .carried(let label): return "was carried by \(label)"
        case .replaced(let other): return "was replaced at \(time) by the link \(other)"
        case .droppedInBackground: return "was dropped at \(time), when its scene went to the background"
        case .discarded: return "was discarded at \(time)"
        case .expired:
            let deadline: Sentence = story.deadline.map { "by \($0)" } ?? "in time"
            return "was dropped at \(time): no page that may carry it had appeared \(deadline)"
        case .endedWithScene: return "was dropped at \(time) with its scene"
        case .endedWithSession: return "was dropped at \(time) with its session"
        }
    }

    private static func rule(of story: TraceHistory.LinkStory) -> String {
        switch story.outcome {
        case .endedWithSession: "TR-002"
        case .expired: "PV-009"
        case .waiting: story.target != nil || story.deadline != nil ? "PV-009" : "PV-006"
        case .carried, .replaced, .droppedInBackground, .discarded, .endedWithScene: "PV-006"
        }
    }

    private init(_ note: TraceHistory.NoteStory) {
        self.init(.note(note), .note)
        append("\(note.text)")
        if note.isRecordingStart { parts.append(.rule("RC-004")) }
    }

    private init(_ diagnostic: TraceHistory.DiagnosticStory, in naming: SceneNaming) {
        self.init(.diagnostic(diagnostic), .diagnostic)
        let scene = diagnostic.scene.map { naming.text(of: $0) } ?? ""
        let (text, rule) = diagnostic.reason
        let component = diagnostic.identity.map { " of \($0)" } ?? ""
        append(
            "\(diagnostic.report)\(component) at \(diagnostic.time)\(scene), line \(diagnostic.line), \(text)",
            citing: rule)
        parts.append(.text(" [\(diagnostic.kind.rawValue)]"))
    }
}

extension TraceHistory.DiagnosticStory {
    /// The effect of the unexpected report, and the rule that determines this effect (EX-002).
    var reason: (text: Sentence, rule: String) {
        switch kind {
        case .duplicateDidAppear where presence == .held:
            ("changed nothing: the component is already reported as shown, and is not visible yet", "AP-002")
        case .duplicateDidAppear where !isSceneForeground:
            ("changed nothing: the component is already reported as shown", "AP-004")
        case .duplicateDidAppear: ("changed nothing: the component is already in front of the user", "AP-004")
        case .didDisappearWithoutAppear: ("changed nothing: the component was not in front of the user", "AP-005")
        case .unexpectedWillAppear: ("announced nothing: \(reasonNotToAnnounce)", "LC-002")
        case .unexpectedWillDisappear where presence == .hidden:
            ("announced nothing: the component is not shown", "LC-002")
        case .unexpectedWillDisappear: ("announced nothing: a disappearance is already announced", "LC-002")
        case .eventAfterDestroy: ("was ignored: the component has been destroyed", "AP-010")
        case .timeWentBack: (lateTime, "ORD-006")
        case .emptyPageName where report == TraceEvent.Action.createKeyword:
            ("was applied without its page: the name is blank", "RD-009")
        case .emptyPageName: ("was rejected: the page has a blank name", "RD-009")
        case .recordWithoutPage: ("counted nothing: the component is not a page", "RD-011")
        case .sharedNotifier: ("shares a notifier with another component", "RD-007")
        case .computedNotifier:
            ("declares a notifier that is another object at each access: store it in the page", "RD-007")
        case .replacedNotifier:
            ("was ignored: another notifier was declared for the component; change the state of that one", "RD-007")
        case .parentCycle: ("did not change the container: the component would contain itself", "QU-002")
        case .foreignIdentity: ("was ignored: its identity belongs to another notifier", "AP-011")
        case .renamedWhileCounted: (otherPage, "PV-004")
        case .selectWithoutContainer: ("selected nothing: the component is in no container", "AP-014")
        case .commitWithoutBegin: ("ended nothing: no update had begun", "AP-015")
        case .duplicateKey: ("listed the component twice: the later entry was ignored", "AP-016")
        case .deepLinkExpired: ("dropped the link that waited: no page had appeared in time", "PV-006")
        }
    }

    private var reasonNotToAnnounce: String {
        switch presence {
        case .live where isSceneForeground: "the component is already in front of the user"
        case .live, .held: "the component is already reported as shown"
        case .hidden: "an appearance is already announced"
        }
    }

    private var otherPage: Sentence {
        let names = renaming.map { " as \($0.counted) and now declares \($0.declared)" } ?? " under another name"
        return "counts nothing: the component was counted\(names); another page needs another component"
    }

    private var lateTime: Sentence {
        guard let reportedTime else { return "has an earlier time than the event before it, whose time applies" }
        let written: Sentence = "has the time \(reportedTime)"
        return time == .zero
            ? "\(written), before the beginning of a trace, so the time 0 applies"
            : "\(written), earlier than the event before it, so the time \(time) applies"
    }
}

extension TraceEvent.Action {
    static var recordKeyword: String { EventKind.record.name }
    fileprivate static var createKeyword: String { EventKind.create.name }
}

extension TraceHistory.CurrentPage {
    package static var rule: String { "QU-001" }

    package var text: String { "The current page of \(scene) was \(label) (\(Self.rule))" }

    package func isCurrent(at moment: Timestamp) -> Bool { start <= moment && end.map { moment < $0 } ?? true }
}
