import PageViewAutomation
import PageViewLifecycle

package struct AuditOptions: Sendable {
    /// The calendar time of trace time 0, in nanoseconds since 1970; `nil` for the time in the header of the trace.
    package var beganAt: Int64?
    /// How far before and after its count a page view may be sent, in nanoseconds.
    package var tolerance: Int64 = 1_000_000_000
    /// Whether the clock that stamped the lines is that of the trace, so that no session has a clock offset.
    package var sharesClock = false

    package init() {}
}

/// The comparison of what an app sent with what the user saw (AU-201 to AU-208).
///
/// Each line and each page view has exactly one outcome. In memory, a line takes 6 bytes besides those of the log, and a page view
/// only those of ``SeenTrace``. During the comparison, both take some bytes more.
package struct Audit: Sendable {
    struct LineOutcome: Sendable, BitwiseCopyable {
        var outcome: AuditOutcome
        var cause: AuditCause
    }

    struct Clock: Sendable {
        var offset: Int64?
        var matches = 0
        var isEstimated = false
    }

    package internal(set) var seen: SeenTrace
    package let log: SentLog
    let limits: AuditLimits
    let beganAt: Int64?
    /// For each line, the index of the stay that it is matched with or that it repeats; -1 without one.
    var stays: [Int32]
    var outcomes: [LineOutcome]
    var clocks: [Clock]
    private(set) var fileOffset: Int64?
    /// For each session key of the log, the index of the session; -1 if the trace does not have it.
    let sessions: [Int32]
    private let keylessSession: Int32
    /// For each page name of the log, the index of the name in the trace; -1 if neither a page nor a component has it.
    let names: [Int32]
    /// For each page name of the log, the index of the name in the trace; -1 if no page has it.
    let pages: [Int32]

    /// Compares a log, which has been finished, with a trace.
    package init(seen: consuming SeenTrace, log: SentLog, options: AuditOptions = AuditOptions()) {
        let unnamed = seen.index(ofKnownSession: nil)
        self.log = log
        limits = AuditLimits(tolerance: max(0, options.tolerance))
        beganAt = options.beganAt ?? seen.beganAt
        stays = [Int32](repeating: -1, count: log.pageViews.count)
        outcomes = [LineOutcome](
            repeating: LineOutcome(outcome: .outOfPlace, cause: .unexplained), count: log.pageViews.count)
        clocks = [Clock](repeating: Clock(), count: seen.sessions.count)
        keylessSession = seen.sessions.count == 1 ? 0 : unnamed ?? -1
        sessions = log.sessionKeys.map { key in
            seen.sessions.count == 1 && unnamed != nil ? 0 : seen.index(ofKnownSession: key) ?? -1
        }
        names = log.pageNames.map { seen.index(ofName: $0) ?? -1 }
        pages = names.map { $0 >= 0 && seen.isPageName[Int($0)] ? $0 : -1 }
        self.seen = seen
        run(sharesClock: options.sharesClock)
    }

    /// Whether the lines have times, by the clock of the trace.
    package var isTimed: Bool { fileOffset != nil }

    func limits(ofSession session: Int) -> AuditLimits { limits.estimated(clocks[session].isEstimated) }

    /// Returns the index of the session to which a line belongs; -1 if the trace does not have it.
    func session(ofLine line: Int) -> Int32 {
        let key = log.pageViews[line].session
        return key < 0 ? keylessSession : sessions[Int(key)]
    }

    func time(ofLine line: Int) -> Int64? {
        let session = session(ofLine: line)
        guard let offset = session < 0 ? fileOffset : clocks[Int(session)].offset else { return nil }
        return log.pageViews[line].time.saturatingSubtracting((beganAt ?? 0).saturatingAdding(offset))
    }

    /// Returns the name index of a line's page name; -1 if neither a page nor a component of the trace has it.
    func name(ofLine line: Int) -> Int32 { names[pageName(ofLine: line)] }

    func pageName(ofLine line: Int) -> Int { Int(log.names[Int(log.pageViews[line].name)].page) }

    private mutating func run(sharesClock: Bool) {
        var lines = [[Int32]](repeating: [], count: seen.sessions.count)
        for line in log.pageViews.indices where log.pageViews[line].link == .none {
            let session = Int(session(ofLine: line))
            if session >= 0 { lines[session].append(Int32(line)) } else { outcomes[line].cause = .unknownSession }
        }
        var stays = [[Int32]](repeating: [], count: seen.sessions.count)
        for stay in seen.stays.indices { stays[seen.session(of: seen.stays[stay])].append(Int32(stay)) }
        for session in seen.sessions.indices {
            lines[session].sort { (log.pageViews[Int($0)].time, $0) < (log.pageViews[Int($1)].time, $1) }
            stays[session].sort { (seen.stays[Int($0)].begin, $0) < (seen.stays[Int($1)].begin, $1) }
        }
        let search = ClockSearch(beganAt: beganAt, limits: limits)
        fileOffset = sharesClock ? 0 : search.offset(ofFile: sample(lines, stays))
        for session in seen.sessions.indices {
            let lines = lines[session]
            let (views, positions, clock) = align(lines, stays[session], sharesClock ? nil : search)
            clocks[session] = clock
            apply(positions, of: views, session, lines)
            explain(session, lines, stays[session], views: views)
        }
        for line in log.pageViews.indices { link(line) }
    }

    private mutating func link(_ line: Int) {
        switch log.pageViews[line].link {
        case .none: break
        case .retry(let first):
            outcomes[line] = LineOutcome(outcome: .repeated, cause: .retry)
            stays[line] = stays[Int(first)]
        case .folded: outcomes[line] = LineOutcome(outcome: .folded, cause: .none)
        }
    }

    /// Returns the first sessions with lines and page views, enough to determine the offset of the file.
    private func sample(_ lines: [[Int32]], _ stays: [[Int32]]) -> [SessionTimes] {
        var sample: [SessionTimes] = []
        var count = 0
        for session in seen.sessions.indices where count < 1 << 16 {
            let times = times(of: lines[session], stays[session])
            if times.views.isEmpty || times.lines.isEmpty { continue }
            count += times.views.count + times.lines.count
            sample.append(times)
        }
        return sample
    }

    private func times(of lines: [Int32], _ stays: [Int32]) -> SessionTimes {
        var views = stays.filter { seen.stays[Int($0)].isCounted }
        views.sort { left, right in
            (seen.stays[Int(left)].counted, left) < (seen.stays[Int(right)].counted, right)
        }
        return SessionTimes(
            seen: seen, log: log, views: views, lines: lines, names: pages, zero: beganAt ?? 0, limits: limits)
    }

    /// Aligns a session at its clock offset. Returns its stays with a page view, and the position of the line of each of them.
    private func align(
        _ lines: [Int32], _ stays: [Int32], _ search: ClockSearch?
    ) -> (views: [Int32], lines: [Int32], clock: Clock) {
        var times = times(of: lines, stays)
        guard let fileOffset else { return (times.views, [], Clock()) }
        let offset = search?.offset(of: times, file: fileOffset) ?? fileOffset
        let clock = Clock(offset: offset, isEstimated: beganAt == nil || offset != 0)
        (times.zero, times.limits) = (times.zero.saturatingAdding(offset), limits.estimated(clock.isEstimated))
        let alignment = Alignment(times, views: times.views.indices)
        return (times.views, alignment.lineOfView, clock)
    }

    private mutating func apply(
        _ positions: [Int32], of views: [Int32], _ session: Int, _ lines: [Int32]
    ) {
        let limits = limits(ofSession: session)
        for (view, position) in zip(views, positions) where position >= 0 {
            let line = Int(lines[Int(position)])
            let (stay, page) = (seen.stays[Int(view)], pages[pageName(ofLine: line)])
            guard let time = time(ofLine: line) else { continue }
            switch seen.pairing(stay, page, at: time, limits) {
            case .right:
                match(line, view, .right, .none)
                clocks[session].matches += 1
            case .wrongName: match(line, view, .wrongName, .unmappedName)
            case .tooEarlyOrTooLate:
                time < stay.counted
                    ? match(line, view, .tooEarly, .notReady) : match(line, view, .tooLate, .unexplained)
            case nil: break
            }
        }
    }

    mutating func match(_ line: Int, _ stay: Int32, _ outcome: AuditOutcome, _ cause: AuditCause) {
        outcomes[line] = LineOutcome(outcome: outcome, cause: cause)
        stays[line] = stay
        seen.stays[Int(stay)].line = Int32(line)
    }
}
