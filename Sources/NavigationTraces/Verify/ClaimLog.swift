import PageViewAutomation

/// What a session has emitted and no expectation has claimed yet, by kind.
struct ClaimLog {
    struct Entry {
        let record: TraceReplay.Record
        /// The line that emitted it.
        let line: Int
    }

    /// Records in the order in which they were emitted; what has been claimed or passed over lies before `first`.
    private struct Queue {
        var entries: [Entry] = []
        var first = 0

        mutating func drop(_ count: Int) {
            first += count
            // Now and then in one go, so that claiming one after another does not move the rest each time.
            if first > 64, first * 2 > entries.count {
                entries.removeSubrange(..<first)
                first = 0
            }
        }
    }

    private var queues = [Queue](repeating: Queue(), count: TraceExpectation.Subject.allCases.count)

    mutating func append(_ entry: Entry, _ subject: TraceExpectation.Subject) {
        queues[subject.place].entries.append(entry)
    }

    func oldest(_ subject: TraceExpectation.Subject) -> Entry? {
        let queue = queues[subject.place]
        return queue.first < queue.entries.count ? queue.entries[queue.first] : nil
    }

    mutating func claimOldest(_ subject: TraceExpectation.Subject) {
        if oldest(subject) != nil { queues[subject.place].drop(1) }
    }

    /// Claims the first that matches, passing over those before it, which cannot be claimed any more.
    mutating func claimFirst(_ subject: TraceExpectation.Subject, where matches: (Entry) -> Bool) -> Bool {
        let queue = queues[subject.place]
        guard let index = queue.entries[queue.first...].firstIndex(where: matches) else { return false }
        queues[subject.place].drop(index - queue.first + 1)
        return true
    }

    /// Gives up what is unclaimed.
    mutating func takeAll(_ subject: TraceExpectation.Subject) -> [Entry] {
        defer { queues[subject.place] = Queue() }
        return Array(queues[subject.place].entries[queues[subject.place].first...])
    }
}

extension TraceExpectation.Subject {
    var place: Int {
        switch self {
        case .pageView: 0
        case .pageLeave: 1
        case .interaction: 2
        case .deepLink: 3
        case .diagnostic: 4
        }
    }

    /// The kind of a record; `nil` for what is asked for by a query instead.
    init?(_ record: EngineRecord) {
        switch record {
        case .pageView: self = .pageView
        case .pageLeave: self = .pageLeave
        case .interaction: self = .interaction
        case .deepLink: self = .deepLink
        case .diagnostic: self = .diagnostic
        case .currentPage: return nil
        }
    }
}
