import PageViewLifecycle

extension Audit {
    /// Sets the outcomes and causes of the lines and page views without a match in a session (AU-205 to AU-207).
    ///
    /// The lines are in the order of their times, the stays in that of their begins, and the views in that of their counts.
    mutating func explain(
        _ session: Int, _ lines: [Int32], _ stays: [Int32], views: [Int32]
    ) {
        if clocks[session].offset != nil {
            var walk = Walk(session: session, waiting: stays[...], views: views)
            for line in lines where outcomes[Int(line)].outcome == .outOfPlace { explain(Int(line), &walk) }
        }
        explainMissing(stays, views, hasLines: !lines.isEmpty)
    }

    /// A walk along the time of a session, with the stays that go on at its present time.
    private struct Walk {
        let session: Int
        /// The stays that have not begun, in the order of their begins.
        var waiting: ArraySlice<Int32>
        let views: [Int32]
        /// The stays that go on, in the order of their begins.
        var active: [Int32] = []
        var left: Set<Int32> = []

        mutating func advance(to time: Int64, in seen: SeenTrace, _ limits: AuditLimits) {
            let latest = time.saturatingAdding(limits.precision)
            while let stay = waiting.first, seen.stays[Int(stay)].begin <= latest {
                active.append(stay)
                waiting.removeFirst()
            }
            active.removeAll { stay in
                let stay = seen.stays[Int(stay)]
                if time <= stay.end { return false }
                if stay.kind != .held { left.insert(stay.name) }
                return true
            }
        }
    }

    /// Sets the outcome of a line without a match: the first row of the table that fits.
    private mutating func explain(_ line: Int, _ walk: inout Walk) {
        guard let time = time(ofLine: line) else { return }
        let limits = limits(ofSession: walk.session)
        walk.advance(to: time, in: seen, limits)
        let name = name(ofLine: line)
        if name < 0 { return }
        let inFront = walk.active.filter { seen.isInFront(seen.stays[Int($0)], at: time, limits) }
        let named = inFront.filter { seen.stays[Int($0)].name == name }
        if let stay = named.last(where: { seen.stays[Int($0)].line >= 0 }) {
            outcomes[line] = LineOutcome(outcome: .repeated, cause: causeOfRepetition(of: stay, at: time))
            stays[line] = stay
        } else if let stay = named.last(where: {
            !seen.stays[Int($0)].isCounted && seen.stays[Int($0)].end < SeenStay.open
        }) {
            outcomes[line] = LineOutcome(outcome: .tooEarly, cause: .leftBeforeReady)
            stays[line] = stay
        } else if let view = unmatchedView(name, before: time, walk) {
            match(line, view, .tooLate, .unexplained)
        } else {
            outcomes[line].cause = causeOutOfPlace(name, at: time, inFront, walk)
        }
    }

    /// Returns the last page view with a name that has no line, at most a minute before a time; `nil` if there is none.
    private func unmatchedView(_ name: Int32, before time: Int64, _ walk: Walk) -> Int32? {
        let earliest = time.saturatingSubtracting(AuditLimits.lateness)
        for index in walk.views[..<walk.views.firstIndex(notBefore: { seen.stays[Int($0)].counted <= time })].reversed()
        {
            let view = seen.stays[Int(index)]
            if view.counted < earliest { return nil }
            if view.name == name, view.line < 0 { return index }
        }
        return nil
    }

    /// Returns the cause of a repetition: the last event before the line that an app may answer with a page view.
    ///
    /// If no event before the line is the cause, it is the first one within the tolerance after the line. The reason is that the
    /// clocks of the line and of the event can differ a little.
    private func causeOfRepetition(of index: Int32, at time: Int64) -> AuditCause {
        let stay = seen.stays[Int(index)]
        let sent = self.time(ofLine: Int(stay.line)) ?? stay.counted
        // The framework can call the app again between the count and the matched line. But a late line can itself be the answer
        // to any event before it.
        let since = outcomes[Int(stay.line)].outcome == .tooLate ? sent : min(stay.counted, sent)
        let latest = time.saturatingAdding(limits.tolerance)
        let scene = seen.scenes[Int(stay.scene)]
        let answer = sent.saturatingAdding(limits(ofSession: Int(scene.session)).precision)
        var before: (time: Int64, cause: AuditCause)?
        var after: (time: Int64, cause: AuditCause)?
        func consider(_ event: Int64, _ cause: AuditCause) {
            // A reveal or a return to the foreground at the count caused the page view, so it explains no repetition.
            if event == stay.counted, event <= answer, cause == .reveal || cause == .foreground { return }
            // If two events have the same time, the cause that is first in the list holds (AU-206).
            if event <= time {
                if before.map({ event > $0.time || event == $0.time && cause.rawValue < $0.cause.rawValue }) ?? true {
                    before = (event, cause)
                }
            } else if after.map({ event < $0.time || event == $0.time && cause.rawValue < $0.cause.rawValue }) ?? true {
                after = (event, cause)
            }
        }
        var callback = stay.lastCallback
        while callback >= 0 {
            let event = seen.callbacks[Int(callback)]
            if event.time < since || before.map({ event.time < $0.time }) ?? false { break }
            if event.time <= latest { consider(event.time, event.cause) }
            callback = event.previous
        }
        if let event = scene.lastForeground(until: time), event >= since { consider(event, .foreground) }
        if let event = scene.firstForeground(after: time), event <= min(latest, stay.end), event >= since {
            consider(event, .foreground)
        }
        return before?.cause ?? after?.cause ?? .unexplained
    }

    private func causeOutOfPlace(_ name: Int32, at time: Int64, _ inFront: [Int32], _ walk: Walk) -> AuditCause {
        let session = seen.sessions[walk.session]
        if inFront.contains(where: { seen.contains(name, in: seen.stays[Int($0)].containers) }) { return .container }
        if session.componentNames.contains(name) { return .notAPage }
        // With an estimated clock, a page counts as in front a little early (AU-204). The foremost scene must then count so too.
        let later = time.saturatingAdding(limits(ofSession: walk.session).precision)
        let foremost = [session.foremostScene(at: time), session.foremostScene(at: later)]
        let isSecond = inFront.contains {
            seen.stays[Int($0)].name == name && !foremost.contains(seen.stays[Int($0)].scene)
        }
        if isSecond { return .secondWindow }
        let isInBackground = walk.active.contains {
            let stay = seen.stays[Int($0)]
            return stay.name == name && stay.contains(time) && stay.kind != .manual
                && !seen.scenes[Int(stay.scene)].isForeground(at: time)
        }
        if isInBackground { return .background }
        return walk.left.contains(name) ? .pageLeft : .unexplained
    }

    private mutating func explainMissing(_ stays: [Int32], _ views: [Int32], hasLines: Bool) {
        var lastInScene: [Int32: Int32] = [:]
        for index in stays {
            let stay = seen.stays[Int(index)]
            let before = lastInScene[stay.scene]
            if stay.kind != .held { lastInScene[stay.scene] = stay.name }
            guard stay.isCounted, stay.line < 0 else { continue }
            let isShared = before == stay.name
            seen.stays[Int(index)].missingCause =
                !hasLines
                ? .nothingSent
                : isShared ? .sharedName : hasMatchInOtherScene(stay, views) ? .secondWindow : .unexplained
        }
    }

    /// Returns whether a page view of another scene within the tolerance of this one has a line.
    private func hasMatchInOtherScene(_ stay: SeenStay, _ views: [Int32]) -> Bool {
        let earliest = stay.counted.saturatingSubtracting(limits.tolerance)
        let latest = stay.counted.saturatingAdding(limits.tolerance)
        let near = views[views.firstIndex(notBefore: { seen.stays[Int($0)].counted < earliest })...]
            .lazy.map { seen.stays[Int($0)] }.prefix { $0.counted <= latest }
        return near.contains { $0.line >= 0 && $0.scene != stay.scene }
    }
}
