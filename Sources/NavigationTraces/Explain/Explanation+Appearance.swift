import PageViewAutomation

extension Explanation {
    /// Explains what became of an appearance.
    init(_ story: AppearanceStory) {
        self.init(.appearance(story), Self.verdict(on: story), about: story.label)
        begin(with: story.page)
        sayBeginning(story)
        sayCount(story)
        for moment in story.returns {
            say("came back at \(moment.seconds) without having gone, which is the same visit", by: "AP-004")
        }
        for span in story.backgrounds where span.end != story.endedAt || span.end == nil {
            let end = span.end.map { "to \($0.seconds)" } ?? "on"
            say("was in the background from \(span.start.seconds) \(end), which ends nothing", by: "AP-007")
        }
        sayEnd(story)
    }

    private static func verdict(on story: AppearanceStory) -> Verdict {
        if story.count != nil { return .counted }
        if story.page == nil { return .untracked }
        return story.endedAt == nil ? .waiting : .uncounted
    }

    private mutating func sayBeginning(_ story: AppearanceStory) {
        if let held = story.heldSince {
            let missing =
                switch (story.lackedWindow, story.wasInBackground) {
                case (true, true): "without a window and in the background"
                case (true, false): "without a window"
                default: "in the background"
                }
            say("was said to be shown at \(held.seconds) \(missing)", by: "AP-002")
        }
        guard let beganAt = story.beganAt else { return }
        let time = "at \(beganAt.seconds)"
        switch story.beginning {
        case .appeared: say("appeared \(time)", by: "AP-002")
        case .appearedAgain:
            say("appeared again \(time) after a way out that was given up, which this policy counts", by: "POL-002")
        case .attached: say("got its window \(time) and so appeared", by: "AP-002")
        case .foregrounded: say("came to the foreground \(time) and so appeared", by: "AP-002")
        case .revealed: say("was revealed \(time), which this policy counts", by: "POL-003")
        case .returned: say("came back with its scene \(time), which this policy counts", by: "POL-004")
        }
        if story.page == nil { say("is no page, so there is nothing to count", by: "AP-001") }
    }

    private mutating func sayCount(_ story: AppearanceStory) {
        guard let count = story.count, let beganAt = story.beganAt else { return }
        let number = "as page view \(count.sequence)"
        let (time, waited) = (count.time.seconds, count.time.seconds(since: beganAt))
        switch count.cause {
        case .ready where !story.wasPage:
            say("said \(waited) s later that it is a page and was counted at \(time) \(number)", by: "RD-002")
        case .ready:
            say("waited \(waited) s to be ready and was counted at \(time) \(number)", by: "RD-002")
        case .foregrounded where count.time != beganAt:
            say("became ready in the background and was counted at \(time), on its return, \(number)", by: "RD-005")
        case .manual: say("was counted by hand at \(time) \(number)", by: "RD-011")
        case .appeared where !story.readiness.isEmpty && story.wasReady == false:
            say("was ready by then and was counted at once \(number)", by: "RD-005")
        case .appeared, .attached, .foregrounded, .revealed:
            say("was ready and was counted at once \(number)", by: "RD-002")
        }
        say(count.previous.map { "after \($0)" } ?? "as the first of its scene", by: "PV-003")
        if let link = count.link { say("led to by the link \(link)", by: "PV-006") }
    }

    private mutating func sayEnd(_ story: AppearanceStory) {
        guard let endedAt = story.endedAt, let end = story.end else {
            return say(open(story))
        }
        let time = "at \(endedAt.seconds)"
        guard story.beganAt != nil else {
            return say(
                "\(Self.text(of: end)) \(time) without ever having been seen, so it does not count", by: "AP-002")
        }
        switch end {
        case .disappeared, .detached, .destroyed, .moved: say("\(Self.text(of: end)) \(time)", by: "AP-006")
        case .sceneClosed: say("\(Self.text(of: end)) \(time)", by: "AP-009")
        case .sessionEnded: say("\(Self.text(of: end)) \(time)", by: "TR-002")
        case .replaced: say("\(Self.text(of: end)) \(time)", by: "POL-001")
        }
        if story.outcome == .neverReady { say("before it was ready, so it does not count", by: "RD-004") }
        if let foreground = story.foreground {
            say("after \(Timestamp.seconds(of: foreground)) s in front of the user", by: "PV-007")
        }
    }

    private func open(_ story: AppearanceStory) -> String {
        if story.beganAt == nil { return "waits to be seen at the end of the trace" }
        if story.count != nil || story.page == nil { return "is there at the end of the trace" }
        if !story.isReady { return "waits to be ready at the end of the trace" }
        return "is ready, and waits for its scene to come to the foreground"
    }

    private static func text(of end: AppearanceStory.End) -> String {
        switch end {
        case .disappeared: "disappeared"
        case .detached: "lost its window"
        case .moved: "went to another window"
        case .destroyed: "was destroyed"
        case .sceneClosed: "went with its scene"
        case .sessionEnded: "went with its session"
        case .replaced: "gave way to a new visit"
        }
    }
}
