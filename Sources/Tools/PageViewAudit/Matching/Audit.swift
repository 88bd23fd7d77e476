import PageViewAutomation

/// Options of an audit.
package struct AuditOptions: Sendable {
    /// The calendar time of trace time 0, in nanoseconds since 1970; `nil` for the time in the header of the trace.
    package var beganAt: Int64?
    /// How far before and after its count a page view may be sent, in nanoseconds.
    package var tolerance: Int64 = 1_000_000_000
    /// Whether the clock that stamped the lines is that of the trace, so that no session has a clock offset.
    package var sharesClock = false

    /// Creates the default options.
    package init() {}
}

/// The comparison of what an app sent with what the user saw (AU-201 to AU-208).
///
///     let audit = Audit(seen: reader.finish(), log: log)
///     for line in 0..<audit.lineCount { print(audit.entry(ofLine: line)) }
///     audit.forEachMissing { print($0) }
///
/// Each line and each page view has exactly one outcome. In memory, a line takes 6 bytes besides those of the log, and a page view
/// only those of ``SeenTrace``. During the comparison, both take 4 bytes more. In the session that is being aligned, a line takes
/// another 4 bytes, and a page view another 8. So a line and a page view take at most 64 bytes each.
package struct Audit: Sendable {
    /// The outcome of a line.
    struct LineOutcome: Sendable, BitwiseCopyable {
        var outcome: AuditOutcome
        var cause: AuditCause
    }

    /// A clock offset of a session.
    struct Clock: Sendable {
        /// The offset in nanoseconds; `nil` if nothing determines it.
        var offset: Int64?
        /// The number of lines that are right.
        var matches = 0
        /// Whether the offset was estimated.
        var isEstimated = false
    }

    /// What the user saw.
    package internal(set) var seen: SeenTrace
    /// What the app sent.
    package let log: SentLog
    let limits: AuditLimits
    let beganAt: Int64?
    /// For each line, the index of the stay that it is matched with or that it repeats; -1 without one.
    var stays: [Int32]
    var outcomes: [LineOutcome]
    /// The clocks of the sessions.
    var clocks: [Clock]
    /// The offset of the file; `nil` if nothing determines it.
    private(set) var fileOffset: Int64?
    /// For each session key of the log, the index of the session; -1 if the trace does not have it.
    let sessions: [Int32]
    /// The index of the session that takes the lines without a key; -1 if there is none.
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

    /// Returns the limits for the lines of a session, whose clock offset is known.
    func limits(ofSession session: Int) -> AuditLimits { limits.estimated(clocks[session].isEstimated) }

    /// Returns the index of the session to which a line belongs; -1 if the trace does not have it.
    func session(ofLine line: Int) -> Int32 {
        let key = log.pageViews[line].session
        return key < 0 ? keylessSession : sessions[Int(key)]
    }

    /// Returns the trace time of a line; `nil` if the time of the trace is not known.
    func time(ofLine line: Int) -> Int64? {
        let session = session(ofLine: line)
        guard let offset = session < 0 ? fileOffset : clocks[Int(session)].offset else { return nil }
        return log.pageViews[line].time.saturatingMinus((beganAt ?? 0).saturatingPlus(offset))
    }

    /// Returns the name index of a line's page name; -1 if neither a page nor a component of the trace has it.
    func name(ofLine line: Int) -> Int32 { names[pageName(ofLine: line)] }

    func pageName(ofLine line: Int) -> Int { Int(log.names[Int(log.pageViews[line].name)].page) }

    // MARK: Matching

    private mutating func run(sharesClock: Bool) {
        var lines = Groups(log.pageViews.count, of: seen.sessions.count) { line in
            log.pageViews[line].link == .none ? Int(session(ofLine: line)) : nil
        }
        lines.sort { log.pageViews[$0].time }
        var stays = Groups(seen.stays.count, of: seen.sessions.count) { seen.session(of: seen.stays[$0]) }
        stays.sort { seen.stays[$0].begin }
        let scratch = AuditScratch(nameCount: seen.names.count)
        let search = ClockSearch(beganAt: beganAt, limits: limits, scratch: scratch)
        fileOffset = sharesClock ? 0 : search.offset(ofFile: sample(lines, stays))
        for session in seen.sessions.indices {
            let lines = lines[session]
            let (views, positions, clock) = align(lines, stays[session], sharesClock ? nil : search, scratch)
            clocks[session] = clock
            apply(positions, of: views, session, lines)
            explain(session, lines, stays[session], views: views)
        }
        for line in lines[-1] { outcomes[Int(line)].cause = .unknownSession }
        for line in log.pageViews.indices { link(line) }
    }

    /// Sets the outcome of a retry or of an older version.
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
    private func sample(_ lines: Groups, _ stays: Groups) -> [SessionTimes] {
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

    private func times(of lines: ArraySlice<Int32>, _ stays: ArraySlice<Int32>) -> SessionTimes {
        // A filter would allocate up to three times as much.
        var views: [Int32] = []
        views.reserveCapacity(stays.count { seen.stays[Int($0)].isCounted })
        for stay in stays where seen.stays[Int(stay)].isCounted { views.append(stay) }
        views.sort { left, right in
            (seen.stays[Int(left)].counted, left) < (seen.stays[Int(right)].counted, right)
        }
        return SessionTimes(
            seen: seen, log: log, views: views, lines: lines, names: pages, zero: beganAt ?? 0, limits: limits)
    }

    /// Aligns a session at its clock offset. Returns its stays with a page view, and the position of the line of each of them.
    private func align(
        _ lines: ArraySlice<Int32>, _ stays: ArraySlice<Int32>, _ search: ClockSearch?, _ scratch: AuditScratch
    ) -> (views: [Int32], lines: [Int32], clock: Clock) {
        var times = times(of: lines, stays)
        guard let fileOffset else { return (times.views, [], Clock()) }
        let offset = search?.offset(of: times, file: fileOffset) ?? fileOffset
        let clock = Clock(offset: offset, isEstimated: beganAt == nil || offset != 0)
        (times.zero, times.limits) = (times.zero.saturatingPlus(offset), limits.estimated(clock.isEstimated))
        let alignment = Alignment(times, views: times.views.indices, lines: 0..<lines.count, scratch)
        return (times.views, alignment.lineOfView, clock)
    }

    /// Stores the matches of a session, whose clock is known.
    private mutating func apply(
        _ positions: [Int32], of views: [Int32], _ session: Int, _ lines: ArraySlice<Int32>
    ) {
        let limits = limits(ofSession: session)
        for (view, position) in zip(views, positions) where position >= 0 {
            let line = Int(lines[lines.startIndex + Int(position)])
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

    /// Matches a line with a page view.
    mutating func match(_ line: Int, _ stay: Int32, _ outcome: AuditOutcome, _ cause: AuditCause) {
        outcomes[line] = LineOutcome(outcome: outcome, cause: cause)
        stays[line] = stay
        seen.stays[Int(stay)].line = Int32(line)
    }
}

/// The numbers from 0 up to a count in groups, in ascending order within each group.
struct Groups {
    private var numbers: [Int32]
    /// The beginning of each group; the first group is -1.
    private var starts: [Int]

    /// Groups numbers. `group` returns the group of a number, from -1 up to a count; `nil` for a number that is in no group.
    init(_ count: Int, of groupCount: Int, _ group: (Int) -> Int?) {
        starts = [Int](repeating: 0, count: groupCount + 2)
        for number in 0..<count { if let group = group(number) { starts[group + 2] += 1 } }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        numbers = [Int32](repeating: 0, count: starts[groupCount + 1])
        var next = starts
        for number in 0..<count {
            guard let group = group(number) else { continue }
            numbers[next[group + 1]] = Int32(number)
            next[group + 1] += 1
        }
    }

    /// Sorts each group by the times of its numbers; of equal times, the smaller number first.
    ///
    /// It sorts in place, because a group can have nearly all numbers.
    mutating func sort(by time: (Int) -> Int64) {
        let starts = starts
        unsafe numbers.withUnsafeMutableBufferPointer { numbers in
            for (start, end) in zip(starts, starts.dropFirst()) {
                unsafe numbers[start..<end].sort { left, right in
                    (time(Int(left)), left) < (time(Int(right)), right)
                }
            }
        }
    }

    subscript(group: Int) -> ArraySlice<Int32> { numbers[starts[group + 1]..<starts[group + 2]] }
}
