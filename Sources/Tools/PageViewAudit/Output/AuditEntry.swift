import PageViewLifecycle

/// The outcome of one line, or of one page view without a line, with its values in the output (AU-208).
///
/// Times are in nanoseconds. A value that does not apply is `nil`.
package struct AuditEntry: Sendable, Hashable {
    package var file: Int?
    package var line: Int?
    package var pageView: Int?
    /// The session key of the line, or the name of the session.
    package var session: String?
    package var outcome: AuditOutcome
    package var name: String?
    package var page: String?
    /// The trace time of the line, corrected by the clock offset; without a line, the trace time of the count.
    package var time: Int64?
    package var sequence: Int?
    package var of: Int?
    /// The number of the line that holds a newer version of the view.
    package var into: Int?
    /// The time from the count of the page view to the line; negative before the count.
    package var delay: Int64?
    package var cause = AuditCause.none
}

package struct AuditClock: Sendable, Hashable {
    /// The name of the session; `nil` for the session without a name.
    package var session: String?
    /// The time by which the clock of the lines is ahead of the clock of the trace, in nanoseconds.
    package var offset: Int64
    package var matches: Int
}

package struct AuditSummary: Sendable, Hashable {
    package struct Cause: Sendable, Hashable {
        package let outcome: AuditOutcome
        package let cause: AuditCause
        package var count: Int
    }

    private var counts = [Int](repeating: 0, count: AuditOutcome.allCases.count)
    package var pageViews = 0
    package var leftOutCount = 0
    /// A page view is left out if its page was current for a shorter time, in nanoseconds; `nil` leaves out none.
    package var minimumDuration: Int64?
    package private(set) var causes: [Cause] = []

    package subscript(outcome: AuditOutcome) -> Int { counts[Int(outcome.rawValue)] }

    /// The number of lines that stand for page views: all but those that are ignored or folded.
    package var sent: Int {
        AuditOutcome.allCases.filter { $0 == .right || $0.hasCause && $0 != .missing }.reduce(0) { $0 + self[$1] }
    }

    package var isRight: Bool { self[.right] == sent && self[.missing] == 0 }

    package mutating func add(_ outcome: AuditOutcome, _ cause: AuditCause, count: Int = 1) {
        counts[Int(outcome.rawValue)] += count
        guard outcome.hasCause else { return }
        let order = (outcome.rawValue, cause.rawValue)
        let index = causes.firstIndex(notBefore: { ($0.outcome.rawValue, $0.cause.rawValue) < order })
        if index < causes.count, (causes[index].outcome, causes[index].cause) == (outcome, cause) {
            causes[index].count += count
        } else {
            causes.insert(Cause(outcome: outcome, cause: cause, count: count), at: index)
        }
    }
}

extension Audit {
    /// Calls a function with the entry of each line, in the order of the files, then of each page view without a line.
    package func forEachEntry(_ body: (AuditEntry) -> Void) {
        var next = 0
        for (file, others) in log.ignored.enumerated() {
            for other in others {
                for line in next..<Int(other.position) { body(entry(ofLine: line)) }
                next = Int(other.position)
                var entry = AuditEntry(outcome: .ignored)
                (entry.file, entry.line) = (file, Int(other.line))
                if other.session >= 0 { entry.session = log.sessionKeys[Int(other.session)] }
                body(entry)
            }
        }
        for line in next..<log.pageViews.count { body(entry(ofLine: line)) }
        forEachMissing(body)
    }

    func entry(ofLine index: Int) -> AuditEntry {
        let (line, outcome, session) = (log.pageViews[index], outcomes[index], session(ofLine: index))
        var entry = AuditEntry(outcome: outcome.outcome)
        (entry.file, entry.line, entry.cause) = (Int(line.file), Int(line.line), outcome.cause)
        entry.session =
            line.session >= 0
            ? log.sessionKeys[Int(line.session)] : session >= 0 ? seen.sessions[Int(session)].name : nil
        if case .folded(let holder) = line.link {
            entry.into = Int(log.pageViews[Int(holder)].line)
            return entry
        }
        entry.name = log.names[Int(line.name)].text
        entry.time = time(ofLine: index)
        guard stays[index] >= 0 else { return entry }
        let stay = seen.stays[Int(stays[index])]
        entry.page = seen.names[Int(stay.name)]
        if stay.line == Int32(index) {
            entry.sequence = Int(stay.number)
            entry.delay = entry.time.map { $0.saturatingSubtracting(stay.counted) }
        } else if stay.isCounted {
            entry.of = Int(stay.number)
        }
        return entry
    }

    /// Calls a function with the entry of each page view without a line, by sessions and by numbers.
    func forEachMissing(_ body: (AuditEntry) -> Void) {
        // An engine counts in the order of the numbers. Appearances can begin in another order.
        let missing = seen.stays.indices.filter { seen.stays[$0].isCounted && seen.stays[$0].line < 0 }
            .sorted { left, right in
                let (first, second) = (seen.stays[left], seen.stays[right])
                return (seen.session(of: first), first.number, first.counted, left)
                    < (seen.session(of: second), second.number, second.counted, right)
            }
        for index in missing { body(missingEntry(ofStay: index)) }
    }

    func missingEntry(ofStay index: Int) -> AuditEntry {
        let stay = seen.stays[index]
        var entry = AuditEntry(outcome: .missing)
        (entry.pageView, entry.session) = (Int(stay.number), seen.sessions[seen.session(of: stay)].name)
        (entry.page, entry.time) = (seen.names[Int(stay.name)], stay.counted)
        entry.cause = stay.missingCause
        return entry
    }

    package var clockOffsets: [AuditClock] {
        zip(seen.sessions, clocks).compactMap { session, clock in
            guard let offset = clock.offset, offset != 0 || beganAt == nil else { return nil }
            return AuditClock(session: session.name, offset: offset, matches: clock.matches)
        }
    }

    package var summary: AuditSummary {
        var summary = AuditSummary()
        summary.pageViews = seen.pageViewCount
        (summary.leftOutCount, summary.minimumDuration) = (seen.leftOutCount, seen.minimumDuration)
        for others in log.ignored { summary.add(.ignored, .none, count: others.count) }
        for outcome in outcomes { summary.add(outcome.outcome, outcome.cause) }
        for stay in seen.stays where stay.isCounted && stay.line < 0 { summary.add(.missing, stay.missingCause) }
        return summary
    }
}
