import NavigationTraces
import PageViewAutomation

extension Explanation {
    /// Says how an appearance ended, or what it waits for.
    mutating func sayEnd(_ story: AppearanceStory) {
        guard let endedAt = story.endedAt, let end = story.end else { return sayOpen(story) }
        let time = "at \(endedAt.seconds)"
        guard story.beganAt != nil else {
            return say(
                "\(Self.text(of: end)) \(time) without ever having been seen, so it does not count", by: "AP-002")
        }
        if story.outcome == .neverReady, let readyAt = story.becameReadyAt {
            say("became ready at \(readyAt.seconds), in the background", by: "RD-005")
        }
        switch end {
        case .disappeared, .detached, .destroyed, .moved: say("\(Self.text(of: end)) \(time)", by: "AP-006")
        case .sceneClosed: say("\(Self.text(of: end)) \(time)", by: "AP-009")
        case .sessionEnded: say("\(Self.text(of: end)) \(time)", by: "TR-002")
        case .replaced: say("\(Self.text(of: end)) \(time)", by: "POL-001")
        }
        if story.outcome == .neverReady {
            if story.becameReadyAt == nil, !story.isReady {
                say("before it was ready, so it does not count", by: "RD-004")
            } else {
                say("before it was ready in front of the user, so it does not count", by: "PV-007")
            }
        }
        sayTime(story)
    }

    private mutating func sayTime(_ story: AppearanceStory) {
        guard let foreground = story.foreground else { return }
        let seconds = Timestamp.seconds(of: foreground)
        if story.beganBeforeRecording {
            // How long it was in the background before is not known.
            say("after at most \(seconds) s in front of the user", by: "RC-004")
        } else {
            say("after \(seconds) s in front of the user", by: "PV-007")
        }
    }

    private mutating func sayOpen(_ story: AppearanceStory) {
        if story.beganAt == nil { return say("waits to be seen at the end of the trace", by: "AP-002") }
        if story.count != nil || story.page == nil { return say("is there at the end of the trace") }
        if !story.isReady { return say("waits to be ready at the end of the trace", by: "RD-002") }
        say("is ready, and waits for its scene to come to the foreground", by: "RD-005")
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
