import NavigationTraces
import PageViewAutomation

extension Explanation {
    /// Explains what became of an appearance; `place` names its scene where there are several.
    init(_ story: AppearanceStory, in place: ScenePlace) {
        self.init(.appearance(story), Self.verdict(on: story))
        begin(with: story.page)
        guard !story.endedBeforeRecording else {
            sayOver()
            return
        }
        sayBeginning(story, place)
        sayPage(story)
        sayEarlier(story.earlierNames)
        sayCount(story, place)
        sayLater(story.laterNames)
        sayReturns(story.returns)
        say(story.backgrounds)
        sayEnd(story)
    }

    /// Says that it is no history: it was over when the recording began.
    mutating func sayOver() {
        say("is played to bring back what was known when the recording began, and was over by then", by: "RC-004")
    }

    private static func verdict(on story: AppearanceStory) -> Verdict {
        if story.wasCountedBeforeRecording || story.endedBeforeRecording { return .before }
        if story.count != nil { return .counted }
        if story.page == nil { return .untracked }
        return story.endedAt == nil ? .waiting : .uncounted
    }

    // MARK: How it began

    private mutating func sayBeginning(_ story: AppearanceStory, _ place: ScenePlace) {
        let scene = place.text(of: story.scene)
        if let start = story.recordingStart, story.beganBeforeRecording, let beganAt = story.beganAt {
            return say(
                "was there\(scene) when the recording began at \(start.time.seconds), since \(beganAt.seconds)",
                by: "RC-004")
        }
        if let held = story.heldSince {
            let time =
                story.recordingStart.map { "when the recording began at \($0.time.seconds)" } ?? "at \(held.seconds)"
            let scene = place.text(of: story.heldIn ?? story.scene)
            say("was said to be shown \(time)\(scene) \(Self.text(of: story.lack))", by: "AP-002")
        }
        sayChanges(of: story, place)
        guard let beganAt = story.beganAt else { return }
        let time = "at \(beganAt.seconds)"
        switch story.beginning {
        case .appeared: say("appeared \(time)\(scene)", by: "AP-002")
        case .appearedAgain:
            say(
                "appeared again \(time)\(scene) after a way out that was given up, which this policy counts",
                by: "POL-002")
        case .attached: say("got its window \(time) and so appeared", by: "AP-002")
        case .moved: say("went to the window of \(story.scene) \(time) and so appeared", by: "AP-002")
        case .foregrounded: say("came to the foreground \(time) and so appeared", by: "AP-002")
        case .revealed: say("was revealed \(time)\(scene), which this policy counts", by: "POL-003")
        case .returned: say("came back with its scene \(time)\(scene), which this policy counts", by: "POL-004")
        }
    }

    /// Says how what was missing changed, and where it was then.
    private mutating func sayChanges(of story: AppearanceStory, _ place: ScenePlace) {
        let changes = story.holdChanges
        guard changes.isWhole else {
            guard let first = changes.first.first, let last = changes.last else { return }
            let scene = place.text(of: last.scene)
            return say(
                "which changed \(changes.count) times from \(first.time.seconds) on, at \(last.time.seconds) for the last time, and was\(scene) \(Self.text(of: last.lack)) then",
                by: "AP-002")
        }
        var before = story.heldIn ?? story.scene
        for change in changes.first {
            let scene = ExactName(change.scene) == ExactName(before) ? "" : place.text(of: change.scene)
            say("from \(change.time.seconds) on\(scene) \(Self.text(of: change.lack))", by: "AP-002")
            before = change.scene
        }
    }

    private static func text(of lack: AppearanceStory.Lack) -> String {
        switch (lack.window, lack.foreground) {
        case (true, true): "without a window and in the background"
        case (true, false): "without a window"
        default: "in the background"
        }
    }

    /// Says that it is no page, or became one only later.
    private mutating func sayPage(_ story: AppearanceStory) {
        guard let beganAt = story.beganAt else { return }
        if story.page == nil { return say("is no page, so there is nothing to count", by: "AP-001") }
        guard let time = story.becamePageAt, time != story.count?.time else { return }
        say("said \(time.seconds(since: beganAt)) s later, at \(time.seconds), that it is a page", by: "AP-001")
    }

    // MARK: Whether it was counted

    private mutating func sayCount(_ story: AppearanceStory, _ place: ScenePlace) {
        guard let count = story.count, let beganAt = story.beganAt else { return }
        if story.wasCountedBeforeRecording { return say("had been counted by then", by: "RC-004") }
        let number = "as page view \(count.sequence)"
        let time = count.time.seconds
        switch count.cause {
        case .ready where story.becamePageAt == count.time:
            let waited = count.time.seconds(since: beganAt)
            say("said \(waited) s later that it is a page", by: "AP-001")
            parts.append(.text(" and was counted at \(time) \(number)"))
            parts.append(.rule("RD-002"))
        case .ready:
            let more = story.becamePageAt == nil ? "" : " more"
            let waited = count.time.seconds(since: story.becamePageAt ?? beganAt)
            say("waited \(waited) s\(more) to be ready and was counted at \(time) \(number)", by: "RD-002")
        case .foregrounded where count.time != beganAt && story.becameReadyAt != nil:
            say("became ready in the background and was counted at \(time), on its return, \(number)", by: "RD-005")
        case .foregrounded where count.time != beganAt:
            say("was ready and was counted at \(time), on its return, \(number)", by: "RD-005")
        case .manual: say("was counted by hand at \(time) \(number)", by: "RD-011")
        case .appeared, .attached, .foregrounded, .revealed:
            say("was ready and was counted at once \(number)", by: "RD-002")
        }
        say(count.previous.map { "after \($0)" } ?? place.first(of: story.scene), by: "PV-003")
        if let link = count.link { say("led to by the link \(link)", by: "PV-006") }
    }

    // MARK: What it lived through

    private mutating func sayReturns(_ returns: Recurrence<Timestamp>) {
        guard returns.isWhole else {
            guard let first = returns.first.first, let last = returns.last else { return }
            return say(
                "came back \(returns.count) times without having gone, from \(first.seconds) to \(last.seconds), which is the same visit",
                by: "AP-004")
        }
        for moment in returns.first {
            say("came back at \(moment.seconds) without having gone, which is the same visit", by: "AP-004")
        }
    }

    private mutating func say(_ stays: BackgroundStays) {
        guard stays.isWhole else {
            guard let first = stays.first.first else { return }
            let end = stays.end.map { "to \($0.seconds)" } ?? "on"
            let total = Timestamp.seconds(of: stays.total)
            let length = stays.end == nil ? "\(total) s without the last time" : "\(total) s altogether"
            return say(
                "was in the background \(stays.count) times, from \(first.start.seconds) \(end), for \(length), which ends nothing",
                by: "AP-007")
        }
        for (index, span) in stays.first.enumerated() {
            let isFromBefore = index == 0 && stays.isFromBeforeRecording
            let start = isFromBefore ? "when the recording began" : "from \(span.start.seconds)"
            let end = span.end.map { isFromBefore ? ", until \($0.seconds)" : " to \($0.seconds)" }
            say(
                "was in the background \(start)\(end ?? (isFromBefore ? "" : " on")), which ends nothing", by: "AP-007")
        }
    }

}
