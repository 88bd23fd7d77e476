import PageViewLifecycle

/// The best alignment of the page views of one session with its sent lines, in order (AU-203).
///
/// The alignment has the least total cost; then the smallest sum of absolute delays; then, at the first page view at which two
/// alignments differ, the earlier line.
///
/// An alignment is a chain of pairs, in which both the page views and the lines increase. The page views are visited from the last
/// one to the first one. For each possible pair, the best chain that begins with it continues with the best chain of the lines
/// after it. Only the pairs that can be matched are visited, so the time is linear if few page views of one name lie within a
/// minute. The chains of the lines that no earlier page view can reach are equal in all alignments, so they are final and freed.
struct Alignment {
    /// A pair of a page view and a line, and the weight of the best chain that begins with it.
    private struct Pair {
        /// The next pair of the chain; -1 for the last one.
        var next: Int32
        let view: Int32
        let line: Int32
        let weight: Int32
        let delays: UInt64
    }

    /// The index of the line that each page view is matched with; -1 without a match.
    private(set) var lineOfView: [Int32] = []
    /// The total weight: the cost is 3 for each page view and each line, less this weight.
    private(set) var weight: Int32 = 0
    private(set) var delays: UInt64 = 0

    private let session: SessionTimes
    private var pairs: [Pair] = []
    /// The number of pairs at which the alignment looks for final ones.
    private var pairLimit: Int
    /// The pairs whose chain is better than each chain of later lines only, the latest line first.
    private var frontier: [Int32] = []
    /// The index of the first pair of the frontier that a page view can still reach.
    private var first = 0

    /// Aligns a range of the page views of a session with its lines.
    init(_ session: SessionTimes, views: Range<Int>, pairLimit: Int = 1 << 16) {
        self.session = session
        self.pairLimit = pairLimit
        lineOfView = [Int32](repeating: -1, count: views.count)
        for view in views.reversed() {
            let stay = session.stay(view)
            let latest = stay.counted.saturatingAdding(session.limits.reach)
            /// The page view can reach only the lines before this one.
            let upper = session.lines.indices.firstIndex(notBefore: { session.time(ofLine: $0) <= latest })
            discardUnreachable(from: upper)
            let start = pairs.count
            addPairs(stay, view - views.lowerBound)
            for pair in start..<pairs.count { insert(Int32(pair)) }
            if pairs.count > pairLimit { free(before: upper) }
        }
        finish()
    }

    /// Adds the possible pairs of a page view. All of them continue with chains of later page views.
    private mutating func addPairs(_ stay: SeenStay, _ view: Int) {
        let limits = session.limits
        let (latest, tolerance) = (stay.counted.saturatingAdding(limits.reach), limits.tolerance)
        let near =
            stay.counted.saturatingSubtracting(tolerance)...stay.counted.saturatingAdding(tolerance)
        for (name, times) in [(stay.name, session.seen.earliest(for: stay, limits)...latest), (-1, near)] {
            for line in session.lines(named: name, in: times) {
                let time = session.time(ofLine: Int(line))
                guard let pairing = session.seen.pairing(stay, name, at: time, limits) else { continue }
                let next = best(after: line)
                let (weight, delays) = next < 0 ? (0, 0) : (pairs[Int(next)].weight, pairs[Int(next)].delays)
                pairs.append(
                    Pair(
                        next: next, view: Int32(view), line: line, weight: weight + pairing.rawValue,
                        delays: delays.saturatingAdding(time.saturatingSubtracting(stay.counted).magnitude)))
            }
        }
    }

    private func isBetter(_ left: Int32, _ right: Int32) -> Bool {
        let (left, right) = (pairs[Int(left)], pairs[Int(right)])
        return (right.weight, left.delays, left.view, left.line) < (left.weight, right.delays, right.view, right.line)
    }

    // MARK: The frontier

    /// Returns the number of pairs of the frontier, from `first`, whose line is not before this one.
    private func end(of line: Int32) -> Int {
        frontier[first...].firstIndex(notBefore: { pairs[Int($0)].line >= line })
    }

    /// Returns the best chain of the lines after this one; -1 if there is none.
    private func best(after line: Int32) -> Int32 {
        let end = end(of: line + 1)
        return end > first ? frontier[end - 1] : -1
    }

    private mutating func insert(_ pair: Int32) {
        let end = end(of: pairs[Int(pair)].line)
        if end > first, isBetter(frontier[end - 1], pair) { return }
        // The frontier has at most one pair of each line, and the new one is better.
        let start = end > first && pairs[Int(frontier[end - 1])].line == pairs[Int(pair)].line ? end - 1 : end
        var worse = end
        while worse < frontier.count, !isBetter(frontier[worse], pair) { worse += 1 }
        frontier.replaceSubrange(start..<worse, with: CollectionOfOne(pair))
    }

    /// Forgets the chains of the lines that no page view can reach, except the best one.
    private mutating func discardUnreachable(from upper: Int) {
        let line = Int32(upper)
        while first + 1 < frontier.count, pairs[Int(frontier[first + 1])].line >= line { first += 1 }
        guard first + 1 == frontier.count, pairs.count > 1, pairs[Int(frontier[first])].line >= line else { return }
        // Each alignment continues with this chain.
        let pair = frontier[first]
        commit(pair)
        pairs[0] = pairs[Int(pair)]
        pairs[0].next = -1
        pairs.removeSubrange(1...)
        (frontier, first) = ([0], 0)
    }

    private mutating func commit(_ pair: Int32) {
        var pair = pair
        while pair >= 0 {
            lineOfView[Int(pairs[Int(pair)].view)] = pairs[Int(pair)].line
            pair = pairs[Int(pair)].next
        }
    }

    /// Frees the pairs that belong to no chain of the frontier, and those that belong to each.
    private mutating func free(before upper: Int) {
        guard first < frontier.count else { return }
        var isUsed = [Bool](repeating: false, count: pairs.count)
        // A pair that all chains have in common, the earliest one. A pair is after its next one. If a line after the whole
        // frontier can still be matched, its chain has none of these pairs.
        let isWhole = pairs[Int(frontier[first])].line >= Int32(upper)
        var common = isWhole ? frontier[first] : -1
        for pair in frontier[first...] {
            isUsed[Int(pair)] = true
            var other = pair
            while common != other {
                if common > other { common = pairs[Int(common)].next } else { other = pairs[Int(other)].next }
            }
        }
        if common >= 0 {
            commit(common)
            pairs[Int(common)].next = -1
        }
        for pair in pairs.indices.reversed() where isUsed[pair] && pairs[pair].next >= 0 {
            isUsed[Int(pairs[pair].next)] = true
        }
        var numbers = [Int32](repeating: -1, count: pairs.count)
        var count = 0
        for pair in pairs.indices where isUsed[pair] {
            numbers[pair] = Int32(count)
            pairs[count] = pairs[pair]
            if pairs[count].next >= 0 { pairs[count].next = numbers[Int(pairs[count].next)] }
            count += 1
        }
        pairs.removeSubrange(count...)
        (frontier, first) = (frontier[first...].map { numbers[Int($0)] }, 0)
        pairLimit = max(pairLimit, 2 * count)
    }

    private mutating func finish() {
        guard let pair = frontier.last else { return }
        commit(pair)
        (weight, delays) = (pairs[Int(pair)].weight, pairs[Int(pair)].delays)
        (pairs, frontier) = ([], [])
    }
}

/// The times of one session: its page views in the order of their counts, and its lines in the order of their times.
struct SessionTimes {
    let seen: SeenTrace
    let log: SentLog
    /// The indices of the stays with a page view.
    let views: [Int32]
    let lines: [Int32]
    /// For each page name of the log, the index of the name in the trace; -1 if no page has it.
    private let names: [Int32]
    /// The positions in ``lines`` of the lines with each name.
    private var positions: [Int32: [Int32]] = [:]
    /// The calendar time of trace time 0 by the clock that stamped the lines, in nanoseconds since 1970.
    var zero: Int64
    var limits: AuditLimits

    init(
        seen: SeenTrace, log: SentLog, views: [Int32], lines: [Int32], names: [Int32], zero: Int64, limits: AuditLimits
    ) {
        (self.seen, self.log, self.views, self.lines) = (seen, log, views, lines)
        (self.names, self.zero, self.limits) = (names, zero, limits)
        for line in lines.indices { positions[name(ofLine: line), default: []].append(Int32(line)) }
    }

    func stay(_ view: Int) -> SeenStay { seen.stays[Int(views[view])] }

    func calendarTime(ofLine line: Int) -> Int64 { log.pageViews[Int(lines[line])].time }

    func time(ofLine line: Int) -> Int64 { calendarTime(ofLine: line).saturatingSubtracting(zero) }

    func name(ofLine line: Int) -> Int32 { names[Int(log.names[Int(log.pageViews[Int(lines[line])].name)].page)] }

    func lines(named name: Int32) -> [Int32] { positions[name] ?? [] }

    /// Returns the lines with a page name in a range of trace times.
    func lines(named name: Int32, in times: ClosedRange<Int64>) -> ArraySlice<Int32> {
        let lines = lines(named: name)
        let start = lines.firstIndex(notBefore: { time(ofLine: Int($0)) < times.lowerBound })
        return lines[start...].prefix { time(ofLine: Int($0)) <= times.upperBound }
    }
}
