import PageViewLifecycle

/// The best alignment of the page views of one session with its sent lines, in order (AU-203).
///
/// An alignment is a chain of pairs, in which both the page views and the lines increase. The page views are visited from the last
/// one to the first one. For each pair that can be matched, the best chain that begins with it continues with the best chain of
/// the lines after it. The chains of a page view are merged with those of later page views, so a pair takes constant time.
///
/// If many lines of one name are within the reach of a page view, most pairs are far from the best alignment. Then the search
/// begins with few diagonals, and widens until no alignment beyond them can be as good.
struct Alignment {
    /// The best chain of the lines from this one on.
    private struct Chain {
        let line: Int32
        let weight: Int32
        let delays: UInt64

        static let none = Chain(line: .max, weight: 0, delays: 0)

        /// Whether the chain is better than one that begins at an earlier page view, or at the same one with an earlier line.
        func isBetter(than other: Chain) -> Bool {
            weight != other.weight ? weight > other.weight : delays < other.delays
        }
    }

    /// Consecutive lines with which the best chains begin at one page view. Most are consecutive, so runs take little memory.
    private struct Run {
        var first: Int32
        let last: Int32
        /// The best chain of the lines after this one and before the first one begins with the first one.
        var after: Int32 = -1
    }

    private(set) var lineOfView: [Int32]
    /// The total weight: the cost is 3 for each page view and each line, less this weight.
    private(set) var weight: Int32 = 0
    private(set) var delays: UInt64 = 0
    private(set) var visits = 0

    private let session: SessionTimes
    /// The chains that are better than each chain of later lines only, the latest line first.
    private var frontier: ContiguousArray<Chain> = []
    private var merged: ContiguousArray<Chain> = []
    /// The runs of the page views, the last page view first.
    private var runs: ContiguousArray<Run> = []
    private var runEnds: [Int]

    /// Aligns a range of the page views of a session with its lines.
    ///
    /// - Parameter pairLimit: The number of pairs for each page view and line above which the search begins with few diagonals.
    init(_ session: SessionTimes, views: Range<Int>, pairLimit: Int = 64) {
        let (lines, pairCount) = session.possiblePairs(of: views)
        let isDense = pairCount > pairLimit * (views.count + lines.count)
        var spare = isDense ? pairLimit : views.count + lines.count
        self.init(session, views, lines, spare)
        // An alignment of this weight has so many pairs that all of them are on the diagonals.
        while case let missing = min(views.count, lines.count) - Int(weight / Pairing.right.rawValue), missing > spare {
            let visits = visits
            spare = min(missing, 8 * spare + 8)
            self.init(session, views, lines, spare)
            self.visits += visits
        }
    }

    /// Finds the best alignment on the diagonals of all alignments that leave at most a spare number of pairs out.
    private init(_ session: SessionTimes, _ views: Range<Int>, _ lines: Range<Int>, _ spare: Int) {
        self.session = session
        lineOfView = [Int32](repeating: -1, count: views.count)
        runEnds = [Int](repeating: 0, count: views.count)
        let surplus = lines.count - views.count
        for view in lineOfView.indices.reversed() {
            let stay = session.stay(views.lowerBound + view)
            let diagonal = lines.lowerBound + view
            let lower = max(0, diagonal + min(surplus, 0) - spare)
            addChains(of: stay, lower..<max(lower, diagonal + max(surplus, 0) + spare + 1))
            runEnds[view] = runs.count
        }
        if let best = frontier.last {
            (weight, delays) = (best.weight, best.delays)
            var line = best.line
            for view in lineOfView.indices {
                guard let match = self.line(of: view, from: line) else { continue }
                lineOfView[view] = match
                line = match + 1
            }
        }
        (frontier, merged, runs, runEnds) = ([], [], [], [])
    }

    /// Merges the chains that begin with a page view and a line of a range. They continue with chains of later page views.
    private mutating func addChains(of stay: SeenStay, _ range: Range<Int>) {
        let (named, unnamed, near) = session.candidates(for: stay, range)
        /// The ends of the lines that are not visited yet. The latest one is the next one.
        var (namedEnd, unnamedEnd) = (named.endIndex, unnamed.endIndex)
        var line = max(named.last ?? -1, unnamed.last ?? -1)
        guard line >= 0 else { return }
        visits += named.count + unnamed.count
        let (start, runStart) = (frontier.firstIndex(notBefore: { $0.line > line }), runs.count)
        /// The end of the chains of the frontier that are merged, and the last one of them.
        var (end, later) = (start, start > 0 ? frontier[start - 1] : Chain.none)
        /// The best chain so far, and its run if it begins with this page view.
        var (best, run) = (later, Run?.none)
        merged.removeAll(keepingCapacity: true)
        while true {
            while end < frontier.count, frontier[end].line > line, line >= 0 || run != nil {
                later = frontier[end]
                if run == nil || later.isBetter(than: best) {
                    if line < 0 { break }
                    close(&run, after: later.line)
                    merged.append(later)
                    best = later
                }
                end += 1
            }
            guard line >= 0 else { break }
            let isNamed = namedEnd > named.startIndex && named[namedEnd - 1] == line
            if isNamed { namedEnd -= 1 } else { unnamedEnd -= 1 }
            let time = session.time(ofLine: Int(line))
            let pairing =
                !near.contains(line)
                ? session.seen.pairing(stay, stay.name, at: time, session.limits)
                : isNamed ? .right : .wrongName
            if let pairing {
                let chain = Chain(
                    line: line, weight: later.weight + pairing.rawValue,
                    delays: later.delays.saturatingAdding(time.saturatingSubtracting(stay.counted).magnitude))
                let isWorse = end < frontier.count && frontier[end].line == line && frontier[end].isBetter(than: chain)
                if !isWorse, !best.isBetter(than: chain) {
                    if run?.first != line + 1 {
                        close(&run, after: line)
                        run = Run(first: line, last: line)
                    }
                    run?.first = line
                    merged.append(chain)
                    best = chain
                }
            }
            line = namedEnd > named.startIndex ? named[namedEnd - 1] : -1
            if unnamedEnd > unnamed.startIndex { line = max(line, unnamed[unnamedEnd - 1]) }
        }
        close(&run, after: end < frontier.count ? frontier[end].line : -1)
        if runs.count > runStart { frontier.replaceSubrange(start..<end, with: merged) }
    }

    private mutating func close(_ run: inout Run?, after line: Int32) {
        run?.after = line
        if let run { runs.append(run) }
        run = nil
    }

    /// Returns the line with which the best chain of the lines from one on begins at a page view; `nil` if it begins at a later
    /// one.
    private func line(of view: Int, from line: Int32) -> Int32? {
        let start = view + 1 < runEnds.count ? runEnds[view + 1] : 0
        let runs = runs[start..<runEnds[view]]
        let index = runs.firstIndex(notBefore: { $0.after >= line })
        return index < runs.endIndex && runs[index].last >= line ? max(line, runs[index].first) : nil
    }
}

/// The times of one session: its page views in the order of their counts, and its lines in the order of their times.
struct SessionTimes {
    let seen: SeenTrace
    let log: SentLog
    let views: [Int32]
    let lines: [Int32]
    /// For each page name of the log, the index of the name in the trace; -1 if no page has it.
    private let names: [Int32]
    private let calendar: [Int64]
    private var positions: [Int32: [Int32]] = [:]
    /// The calendar time of trace time 0 by the clock that stamped the lines, in nanoseconds since 1970.
    var zero: Int64
    var limits: AuditLimits

    init(
        seen: SeenTrace, log: SentLog, views: [Int32], lines: [Int32], names: [Int32], zero: Int64, limits: AuditLimits
    ) {
        (self.seen, self.log, self.views, self.lines) = (seen, log, views, lines)
        (self.names, self.zero, self.limits) = (names, zero, limits)
        calendar = lines.map { log.pageViews[Int($0)].time }
        for line in lines.indices { positions[name(ofLine: line), default: []].append(Int32(line)) }
    }

    func stay(_ view: Int) -> SeenStay { seen.stays[Int(views[view])] }

    func calendarTime(ofLine line: Int) -> Int64 { calendar[line] }

    func time(ofLine line: Int) -> Int64 { calendarTime(ofLine: line).saturatingSubtracting(zero) }

    func name(ofLine line: Int) -> Int32 { names[Int(log.names[Int(log.pageViews[Int(lines[line])].name)].page)] }

    func lines(named name: Int32) -> [Int32] { positions[name] ?? [] }

    private func lines(named name: Int32, in range: Range<Int>) -> ArraySlice<Int32> {
        let lines = lines(named: name)
        let start = lines.firstIndex(notBefore: { $0 < range.lowerBound })
        return lines[start..<lines[start...].firstIndex(notBefore: { $0 < range.upperBound })]
    }

    /// Returns the first line whose trace time does not precede something.
    func line(notBefore precedes: (Int64) -> Bool) -> Int {
        calendar.firstIndex(notBefore: { precedes($0.saturatingSubtracting(zero)) })
    }

    /// Returns the range of the lines that some page views may be matched with, and the number of these pairs.
    func possiblePairs(of views: Range<Int>) -> (lines: Range<Int>, count: Int) {
        var (lower, upper, count) = (lines.count, 0, 0)
        for view in views {
            let (named, unnamed, _) = candidates(for: stay(view), lines.indices)
            for lines in [named, unnamed] {
                guard let first = lines.first, let last = lines.last else { continue }
                (lower, upper) = (min(lower, Int(first)), max(upper, Int(last) + 1))
                count += lines.count
            }
        }
        return (min(lower, upper)..<upper, count)
    }

    /// Returns the lines of a range that a page view may be matched with: those with its name, and those whose name no page has.
    /// Also returns the range of those within the tolerance.
    func candidates(
        for stay: SeenStay, _ range: Range<Int>
    ) -> (named: ArraySlice<Int32>, unnamed: ArraySlice<Int32>, near: Range<Int32>) {
        let (first, last) = (seen.earliest(for: stay, limits), stay.counted.saturatingAdding(limits.reach))
        let earliest = max(range.lowerBound, line { $0 < first })
        let latest = min(range.upperBound, line { $0 <= last })
        let named = lines(named: stay.name, in: earliest..<max(earliest, latest))
        let tolerance = limits.tolerance
        let near =
            Int32(
                line { $0.saturatingSubtracting(stay.counted) < -tolerance })..<Int32(
                line { $0.saturatingSubtracting(stay.counted) <= tolerance })
        let (lower, upper) = (max(earliest, Int(near.lowerBound)), min(range.upperBound, Int(near.upperBound)))
        return (named, lines(named: -1, in: lower..<max(lower, upper)), near)
    }
}
