import NavigationTraces
import PageViewAutomation

extension Explanation {
    /// Explains an appearance (EX-001).
    init(_ story: AppearanceStory, in naming: SceneNaming) {
        self.init(.appearance(story), Self.verdict(on: story))
        begin(with: story.page)
        guard !story.endedBeforeRecording else {
            append("had ended when the recording began", citing: "RC-004")
            return
        }
        appendBeginning(story, naming)
        appendPage(story)
        appendNames(story.earlierNames, "until", inAll: "had \(story.earlierNames.count) names before")
        appendCount(story, naming)
        let renamed = "was renamed \(story.laterNames.count) times"
        appendNames(story.laterNames, "at", inAll: renamed, ending: ", which is the same visit")
        appendReturns(story.returns)
        appendBackgrounds(of: story)
        appendEnd(story)
        appendHint(story)
    }

    private static func verdict(on story: AppearanceStory) -> Verdict {
        if story.wasCountedBeforeRecording || story.endedBeforeRecording { return .before }
        if story.count != nil { return .counted }
        if story.page == nil { return .untracked }
        return story.endedAt == nil ? .waiting : .uncounted
    }

    // MARK: How it began

    private mutating func appendBeginning(_ story: AppearanceStory, _ naming: SceneNaming) {
        let scene = naming.text(of: story.scene)
        if let start = story.recordingStart, story.beganBeforeRecording, let beganAt = story.beganAt {
            return append(
                "was live\(scene) when the recording began at \(start.time), since \(beganAt)",
                citing: "RC-004")
        }
        if let held = story.heldSince {
            let time: Sentence =
                story.recordingStart.map { "when the recording began at \($0.time)" } ?? "at \(held)"
            let scene = naming.text(of: story.heldIn ?? story.scene)
            // A sentence about a component that is still hidden ends with the reason.
            let missing = story.isStillHidden ? nil : story.missing
            append(
                "was \(story.wasHiddenByContainer ? "still " : "")reported as shown \(time)\(scene)", lacking: missing)
        }
        appendHoldChanges(of: story, naming)
        guard let beganAt = story.beganAt else { return }
        let time: Sentence = "at \(beganAt)"
        switch story.beginning {
        case .appeared: append("appeared \(time)\(scene)", citing: "AP-002")
        case .appearedAgain:
            append(
                "appeared again \(time)\(scene) after a cancelled transition, which this policy counts",
                citing: "POL-002")
        case .committed: append("appeared \(time)\(scene) with the commit of an update", citing: "AP-015")
        case .listed: append("appeared \(time)\(scene) with a list of its scene", citing: "AP-016")
        case .unhidden(let container):
            append("was shown by its container \(container.name) \(time) and so appeared", citing: container.rule)
        case .attached: append("got its window \(time) and so appeared", citing: "AP-002")
        case .moved: append("moved to the window of \(story.scene) \(time) and so appeared", citing: "AP-002")
        case .foregrounded: append("came to the foreground \(time) and so appeared", citing: "AP-002")
        case .revealed: append("was revealed \(time)\(scene), which this policy counts", citing: "POL-003")
        case .returned: append("returned with its scene \(time)\(scene), which this policy counts", citing: "POL-004")
        }
    }

    /// Appends the changes of a held component: the conditions that it lacks, and its scenes.
    private mutating func appendHoldChanges(of story: AppearanceStory, _ naming: SceneNaming) {
        let changes = story.holdChanges
        guard changes.isComplete else {
            guard let first = changes.first.first, let last = changes.last else { return }
            let scene = naming.text(of: last.scene)
            return append(
                "which changed \(changes.count) times from \(first.time) to \(last.time), and was then\(scene)",
                lacking: last.missing)
        }
        var before = story.heldIn ?? story.scene
        for change in changes.first {
            let scene = ExactName(change.scene) == ExactName(before) ? "" : naming.text(of: change.scene)
            append("from \(change.time) on\(scene)", lacking: change.missing)
            before = change.scene
        }
    }

    private mutating func append(_ clause: Sentence, lacking missing: AppearanceStory.MissingConditions?) {
        var texts: [String] = []
        if missing?.window == true { texts.append("without a window") }
        if missing?.foreground == true { texts.append("in the background") }
        if let container = missing?.container { texts.append("hidden by its container \(container.text(", which"))") }
        let isOnlyUpdate = texts.isEmpty && missing?.commit == true
        if isOnlyUpdate { texts.append("in an update") }
        append("\(clause)\(texts.isEmpty ? "" : " ")\(texts.joined(separator: " and "))")
        if texts.count > (missing?.container == nil ? 0 : 1) || texts.isEmpty {
            parts.append(.rule(isOnlyUpdate ? "AP-015" : "AP-002"))
        }
        if let container = missing?.container { parts.append(.rule(container.rule)) }
    }

    private mutating func appendPage(_ story: AppearanceStory) {
        guard let beganAt = story.beganAt else { return }
        if story.page == nil { return append("is not a page, so it does not count", citing: "AP-001") }
        guard let time = story.becamePageAt, time != story.count?.time else { return }
        append(
            "became a page \(seconds: time.nanoseconds &- beganAt.nanoseconds) s later, at \(time)", citing: "AP-001")
    }

    // MARK: Whether it was counted

    private mutating func appendCount(_ story: AppearanceStory, _ naming: SceneNaming) {
        guard let count = story.count, let beganAt = story.beganAt else { return }
        if story.wasCountedBeforeRecording { return append("had been counted by then", citing: "RC-004") }
        let number = "as page view \(count.sequence)"
        let time = count.time
        switch count.cause {
        case .ready where story.becamePageAt == count.time:
            let waited = count.time.nanoseconds &- beganAt.nanoseconds
            append("became a page \(seconds: waited) s later", citing: "AP-001")
            add(" and was counted at \(time) \(number)", citing: "RD-002")
        case .ready:
            let more = story.becamePageAt == nil ? "" : " more"
            let waited = count.time.nanoseconds &- (story.becamePageAt ?? beganAt).nanoseconds
            append(
                "waited \(seconds: waited) s\(more) to be ready and was counted at \(time) \(number)", citing: "RD-002")
        case .foregrounded where count.time != beganAt && story.becameReadyAt != nil:
            append(
                "became ready in the background and was counted at \(time), on its return, \(number)", citing: "RD-005")
        case .foregrounded where count.time != beganAt:
            append("was ready and was counted at \(time), on its return, \(number)", citing: "RD-005")
        case .manual: append("was counted by hand at \(time) \(number)", citing: "RD-011")
        case .appeared, .attached, .foregrounded, .revealed:
            append("was ready and was counted at once \(number)", citing: "RD-002")
        }
        append(count.previous.map { "after \($0)" } ?? naming.first(of: story.scene), citing: "PV-003")
        if let link = count.link { append("carried the link \(link)", citing: "PV-006") }
    }

    // MARK: Events during it

    private mutating func appendReturns(_ returns: Recurrence<Timestamp>) {
        guard returns.isComplete else {
            guard let first = returns.first.first, let last = returns.last else { return }
            return append(
                "appeared again \(returns.count) times without disappearing, from \(first) to \(last), which is the same visit",
                citing: "AP-004")
        }
        for moment in returns.first {
            append("appeared again at \(moment) without disappearing, which is the same visit", citing: "AP-004")
        }
    }

    private mutating func appendBackgrounds(of story: AppearanceStory) {
        let stays = story.backgrounds
        guard stays.isComplete else {
            guard let first = stays.first.first, let last = stays.last else { return }
            let end: Sentence = last.end.map { "to \($0)" } ?? "on"
            let total = last.end == nil ? "without the last stay" : "in total"
            return append(
                "was in the background \(stays.count) times, from \(first.start) \(end), for \(seconds: story.backgroundLength) s \(total), which does not end the appearance",
                citing: "AP-007")
        }
        for (index, span) in stays.first.enumerated() {
            let isFromBefore = index == 0 && story.beganRecordingInBackground
            let start: Sentence = isFromBefore ? "when the recording began" : "from \(span.start)"
            let end: Sentence? = span.end.map { isFromBefore ? ", until \($0)" : " to \($0)" }
            append(
                "was in the background \(start)\(end ?? (isFromBefore ? "" : " on")), which does not end the appearance",
                citing: "AP-007")
        }
    }
}

extension Explanation {
    mutating func appendEnd(_ story: AppearanceStory) {
        guard let endedAt = story.endedAt, let end = story.end else { return appendOpenState(story) }
        let time: Sentence = "at \(endedAt)"
        guard story.beganAt != nil else {
            let again = story.wasHiddenByContainer ? " again" : ""
            return append(
                "\(Self.text(of: end)) \(time) without having been visible\(again), so it does not count",
                citing: "AP-002")
        }
        if story.outcome == .neverReady, let readyAt = story.becameReadyAt {
            append("became ready at \(readyAt), in the background", citing: "RD-005")
        }
        switch end {
        case .hidden:
            append(
                "was hidden \(time) by its container\(story.hider.map { " \($0.text(", which"))" } ?? "")",
                citing: "AP-006")
        case .disappeared, .detached, .destroyed, .moved:
            append("\(Self.text(of: end)) \(time)", citing: "AP-006")
        case .sceneClosed: append("\(Self.text(of: end)) \(time)", citing: "AP-009")
        case .sessionEnded: append("\(Self.text(of: end)) \(time)", citing: "TR-002")
        case .replaced: append("\(Self.text(of: end)) \(time)", citing: "POL-001")
        }
        if story.outcome == .neverReady {
            if story.becameReadyAt == nil, !story.isReady {
                append("before it was ready, so it does not count", citing: "RD-004")
            } else {
                append("before it was ready in front of the user, so it does not count", citing: "PV-007")
            }
        }
        appendTime(story)
    }

    /// Appends a likely mistake of the adapter (EX-007).
    private mutating func appendHint(_ story: AppearanceStory) {
        switch story.hint {
        case nil: break
        case .oneTurn(let other):
            add(
                "; \(other) began in the same instant: report both in one update (`engine.update` or `TurnUpdate`), so that a page that was never drawn does not count",
                citing: "AP-015")
        case .backgroundAsDisappearance(let end, let beginning):
            add(
                "; it disappeared \(seconds: end) s after its scene went to the background and came back \(seconds: beginning) s after the foreground: the adapter probably reports the background as a disappearance; report only the background",
                citing: "AP-007")
        }
    }

    private mutating func appendTime(_ story: AppearanceStory) {
        guard let foreground = story.foreground else { return }
        if story.beganBeforeRecording {
            // The trace does not contain how long the scene was in the background before the recording.
            append("after at most \(seconds: foreground) s in front of the user", citing: "RC-004")
        } else {
            append("after \(seconds: foreground) s in front of the user", citing: "PV-007")
        }
    }

    private mutating func appendOpenState(_ story: AppearanceStory) {
        if story.isStillHidden, let container = story.missing.container {
            return append(
                "is not in front at the end of the trace: its container \(container.text(""))", citing: container.rule)
        }
        if story.waitsForCommit, story.beganAt == nil || (story.page != nil && story.count == nil && story.isReady) {
            return append("waits for the commit of an update at the end of the trace", citing: "AP-015")
        }
        if story.beganAt == nil { return append("waits to be visible at the end of the trace", citing: "AP-002") }
        if story.count != nil || story.page == nil { return append("is live at the end of the trace") }
        if !story.isReady { return append("waits to be ready at the end of the trace", citing: "RD-002") }
        append("is ready, and waits for its scene to come to the foreground", citing: "RD-005")
    }

    private static func text(of end: AppearanceStory.End) -> String {
        switch end {
        case .disappeared: "disappeared"
        case .detached: "lost its window"
        case .moved: "moved to another window"
        case .destroyed: "was destroyed"
        case .hidden: "was hidden by its container"
        case .sceneClosed: "ended with its scene"
        case .sessionEnded: "ended with its session"
        case .replaced: "was replaced by a new visit"
        }
    }
}

extension AppearanceStory {
    /// Whether a container has hidden the component ever since it was reported as shown.
    fileprivate var isStillHidden: Bool {
        beganAt == nil && endedAt == nil && holdChanges.count == 0 && recordingStart == nil && missing.container != nil
            && !missing.window && !missing.foreground && !missing.commit
    }
}

extension AppearanceStory.Container {
    fileprivate var rule: String {
        switch reason {
        case .isDetached, .hasDisappeared: "AP-017"
        case .showsNone, .shows: "AP-014"
        }
    }

    /// The name and why the container hides its content.
    ///
    /// - Parameter conjunction: The text between both, such as `, which`.
    fileprivate func text(_ conjunction: String) -> String {
        let why =
            switch reason {
            case .isDetached: "is in no window"
            case .hasDisappeared: "has disappeared"
            case .showsNone: "shows none of its parts"
            case .shows(let part): "shows \(part)"
            }
        return "\(name)\(conjunction) \(why)"
    }
}

extension Explanation {
    /// Appends each name with its time, or the number of names if the history does not contain all of them.
    private mutating func appendNames(
        _ names: Recurrence<AppearanceStory.Name>, _ preposition: String, inAll: String, ending: String = ""
    ) {
        guard let first = names.first.first, let last = names.last else { return }
        func text(_ name: AppearanceStory.Name) -> Sentence { "\(name.page) \(preposition) \(name.time)" }
        let what: Sentence =
            names.isComplete
            ? "was called \(Self.list(names.first.map(text)))" : "\(inAll), first \(text(first)) and last \(text(last))"
        append("\(what)\(ending)", citing: "PV-004")
    }

    /// Joins texts as in "one, two and three".
    private static func list(_ texts: [Sentence]) -> Sentence {
        texts.enumerated().reduce("") { list, next in
            let separator = next.offset == 0 ? "" : next.offset == texts.count - 1 ? " and " : ", "
            return "\(list)\(separator)\(next.element)"
        }
    }
}
