package import NavigationTraces
package import PageViewAutomation

/// How often what happened, over any number of traces (rules ST-001 to ST-004).
///
///     var statistics = TraceStatistics()
///     for line in lines { statistics.take(line) }
///     statistics.endTrace()
package struct TraceStatistics {
    /// From one page view to the next in the same scene.
    package struct Step: Hashable, Sendable {
        /// `nil`: it was the first of its scene.
        package let from: PageContext?
        package let to: PageContext
    }

    private var pages: [PageContext: PageStatistics] = [:]
    private var steps: [Step: Int] = [:]
    private var policy = EnginePolicy.standard
    /// The sessions that are open.
    private var open: [ExactName?: OpenSession] = [:]
    /// The event that is being applied.
    private var batch = EventBatch()
    private let mostSessions: Int
    /// How many traces and sessions there were.
    package private(set) var traces = 0
    package private(set) var sessionCount = 0

    /// Creates statistics of no trace, with so many sessions open at a time (rule ST-003).
    package init(mostSessions: Int = 500_000) {
        self.mostSessions = mostSessions
    }

    /// What the trace has more of than statistics keep; `nil` if there is nothing.
    package var excess: String? {
        guard open.count > mostSessions else { return nil }
        return """
            expected at most \(mostSessions) sessions open at a time, found more; \
            end sessions with sessionEnd, or cut the trace by sessions (SC-002)
            """
    }

    /// Takes the next line of a trace.
    package mutating func take(_ line: TraceLine) {
        switch line {
        // It is the first line, if there is one.
        case .header(let header): policy = header.policy
        case .event(let event): apply(event)
        case .expectation: break
        }
    }

    /// The trace has ended: what is live and has not been counted waits for ever.
    package mutating func endTrace() {
        for session in open.values {
            session.statistics.endTrace(live: session.livePages)
            add(session.statistics)
        }
        open = [:]
        policy = .standard
        traces += 1
    }

    private mutating func apply(_ event: TraceEvent) {
        let name = event.session.map { ExactName($0) }
        let session = open[name] ?? begin(name)
        session.apply(event, in: &batch)
        guard event.action == .stop else { return }
        add(session.statistics)
        open[name] = nil
    }

    private mutating func begin(_ name: ExactName?) -> OpenSession {
        let session = OpenSession(policy: policy)
        open[name] = session
        sessionCount += 1
        return session
    }

    /// Adds what was counted in a session; in what order they come nothing depends on.
    private mutating func add(_ session: SessionStatistics) {
        for (context, page) in session.pages { pages[context, default: PageStatistics(page: context)].add(page) }
        for (step, count) in session.steps { steps[step, default: 0] += count }
    }

    // MARK: What came out

    /// The pages, those with the most appearances first, and of as many by their names.
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

    /// The steps from page to page, the most frequent first, and of as frequent ones by their names.
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
    /// By name and then by context, byte by byte.
    fileprivate static func < (left: PageContext, right: PageContext) -> Bool {
        func isBefore(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
        if left.name != right.name { return isBefore(left.name.rawValue, right.name.rawValue) }
        return isBefore(left.context?.rawValue ?? "", right.context?.rawValue ?? "")
    }
}
