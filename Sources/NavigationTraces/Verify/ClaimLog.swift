import PageViewAutomation

/// What a session has emitted and no expectation has claimed yet, by kind.
struct ClaimLog {
    struct Entry {
        let record: TraceReplay.Record
        /// The line that emitted it.
        let line: Int
    }

    private var entries: [[Entry]] = Array(repeating: [], count: TraceExpectation.Subject.allCases.count)

    mutating func append(_ entry: Entry, _ subject: TraceExpectation.Subject) {
        entries[subject.place].append(entry)
    }

    func oldest(_ subject: TraceExpectation.Subject) -> Entry? { entries[subject.place].first }

    mutating func claimOldest(_ subject: TraceExpectation.Subject) {
        if !entries[subject.place].isEmpty { entries[subject.place].removeFirst() }
    }

    /// Claims the first that matches, passing over those before it, which cannot be claimed any more.
    mutating func claimFirst(_ subject: TraceExpectation.Subject, where matches: (Entry) -> Bool) -> Bool {
        guard let index = entries[subject.place].firstIndex(where: matches) else { return false }
        entries[subject.place].removeSubrange(...index)
        return true
    }

    /// Gives up what is unclaimed.
    mutating func takeAll(_ subject: TraceExpectation.Subject) -> [Entry] {
        defer { entries[subject.place] = [] }
        return entries[subject.place]
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
