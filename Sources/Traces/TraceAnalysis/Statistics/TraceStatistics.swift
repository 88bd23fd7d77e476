package import NavigationTraces
package import PageViewAutomation

/// The numbers of outcomes and steps in any number of traces (ST-001 to ST-004).
///
///     var statistics = TraceStatistics()
///     for line in lines { statistics.take(line) }
///     statistics.endTrace()
package struct TraceStatistics {
    /// A step from one page view to the next in the same scene (ST-002).
    package struct Step: Hashable, Sendable {
        /// The page of the previous page view; `nil` for the first page view of a scene.
        package let from: PageContext?
        package let to: PageContext
    }

    private var pages: [PageContext: PageStatistics] = [:]
    private var steps: [Step: Int] = [:]
    private var policy = EnginePolicy.standard
    private var open: [ExactName?: SessionStatistics] = [:]
    private let mostSessions: Int
    /// The time as the current page below which an appearance is left out, in nanoseconds (ST-005).
    package let minimumDuration: Int64
    package private(set) var leftOutCount = 0
    package private(set) var traces = 0
    package private(set) var sessionCount = 0

    /// Creates empty statistics with a limit on the sessions open at a time (ST-003).
    ///
    /// - Parameter minimumDuration: The time as the current page below which an appearance is left out, in nanoseconds.
    package init(mostSessions: Int = 500_000, minimumDuration: Int64 = 0) {
        self.mostSessions = mostSessions
        self.minimumDuration = minimumDuration
    }

    /// The message for a trace that exceeds the limit; `nil` within the limit.
    package var excess: String? {
        guard open.count > mostSessions else { return nil }
        return """
            expected at most \(mostSessions) sessions open at a time, found more; \
            end sessions with sessionEnd, or cut the trace by sessions (SC-002)
            """
    }

    package mutating func take(_ line: TraceLine) {
        switch line {
        // A header is always the first line.
        case .header(let header): policy = header.policy
        case .event(let event): apply(event)
        case .expectation: break
        }
    }

    /// Ends the trace, and counts the live appearances without a page view as waiting.
    package mutating func endTrace() {
        for session in open.values { add(session) }
        open = [:]
        policy = .standard
        traces += 1
    }

    private mutating func apply(_ event: TraceEvent) {
        let name = event.session.map { ExactName($0) }
        let session = open[name] ?? begin(name)
        session.apply(event)
        guard event.action == .stop else { return }
        add(session)
        open[name] = nil
    }

    private mutating func begin(_ name: ExactName?) -> SessionStatistics {
        let session = SessionStatistics(policy: policy, minimumDuration: minimumDuration)
        open[name] = session
        sessionCount += 1
        return session
    }

    /// Adds the counts of a session. Sessions can be added in any order, because the result is a sum.
    private mutating func add(_ session: SessionStatistics) {
        session.end()
        for (context, page) in session.pages { pages[context, default: PageStatistics(page: context)].add(page) }
        for (step, count) in session.steps { steps[step, default: 0] += count }
        leftOutCount += session.leftOutCount
    }

    // MARK: Results

    /// The statistics of each page, sorted by falling number of appearances, then by name.
    package var allPages: [PageStatistics] {
        pages.values
            .map { page in
                var page = page
                page.timeToReady.sort()
                page.timeOnPage.sort()
                return page
            }
            .sorted { $0.appearances == $1.appearances ? $0.page < $1.page : $0.appearances > $1.appearances }
    }

    /// The steps from page to page, sorted by falling number, then by their names.
    package var allSteps: [(step: Step, count: Int)] {
        steps.map { ($0.key, $0.value) }
            .sorted { left, right in
                if left.1 != right.1 { return left.1 > right.1 }
                if left.0.from != right.0.from {
                    guard let from = left.0.from else { return true }
                    return right.0.from.map { from < $0 } ?? false
                }
                return left.0.to < right.0.to
            }
    }
}

extension PageContext {
    /// Compares names and then contexts, byte by byte.
    fileprivate static func < (left: PageContext, right: PageContext) -> Bool {
        func isBefore(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
        if left.name != right.name { return isBefore(left.name.rawValue, right.name.rawValue) }
        return isBefore(left.context?.rawValue ?? "", right.context?.rawValue ?? "")
    }
}

/// The statistics of one page, over any number of traces (ST-001).
package struct PageStatistics: Sendable {
    package let page: PageContext
    package internal(set) var counted = 0
    /// The number of appearances that ended before the page was ready in front of the user.
    package internal(set) var neverReady = 0
    /// The number of appearances that are live and not counted at the end of their trace.
    package internal(set) var waiting = 0
    /// The number of times that the page was declared, or reported as shown, and was never visible. These are not appearances.
    package internal(set) var neverVisible = 0
    /// The number of page views recorded by hand without an appearance.
    package internal(set) var manual = 0
    /// The times from the beginning of the counted appearances until they were counted.
    package internal(set) var timeToReady = Durations()
    /// The times in front of the user, of the appearances that ended.
    package internal(set) var timeOnPage = Durations()

    init(page: PageContext) {
        self.page = page
    }

    mutating func add(_ other: PageStatistics) {
        counted += other.counted
        neverReady += other.neverReady
        waiting += other.waiting
        neverVisible += other.neverVisible
        manual += other.manual
        timeToReady.add(other.timeToReady)
        timeOnPage.add(other.timeOnPage)
    }

    package var appearances: Int { counted + neverReady + waiting }

    /// The share of `neverReady` in the sum of `counted` and `neverReady`; `nil` if this sum is 0.
    package var shareLeft: Double? {
        counted + neverReady == 0 ? nil : Double(neverReady) / Double(counted + neverReady)
    }
}

/// A list of durations in nanoseconds, for percentiles (ST-001).
package struct Durations: Sendable {
    private var nanoseconds: [Int64] = []

    package var count: Int { nanoseconds.count }

    mutating func add(_ duration: Int64) { nanoseconds.append(duration) }

    mutating func add(_ other: Durations) { nanoseconds += other.nanoseconds }

    mutating func sort() { nanoseconds.sort() }

    /// Returns a percentile by the nearest rank; `nil` for an empty list. The list must be sorted.
    package func percentile(_ share: Int) -> Int64? {
        guard !nanoseconds.isEmpty else { return nil }
        let rank = (nanoseconds.count * share + 99) / 100
        return nanoseconds[max(rank, 1) - 1]
    }

    /// The longest duration; `nil` for an empty list.
    package var longest: Int64? { nanoseconds.max() }
}
