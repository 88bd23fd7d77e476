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
    /// The sum of the absolute delays, in nanoseconds.
    private(set) var delays: UInt64 = 0

    private let session: SessionTimes
    private let lines: Range<Int>
    private var pairs: [Pair] = []
    /// The number of pairs at which the alignment looks for final ones.
    private var pairLimit: Int
    /// The pairs whose chain is better than each chain of later lines only, the latest line first.
    private var frontier: [Int32] = []
    /// The index of the first pair of the frontier that a page view can still reach.
    private var first = 0

    /// Aligns a range of the page views of a session with a range of its lines.
    init(
        _ session: SessionTimes, views: Range<Int>, lines: Range<Int>, _ scratch: AuditScratch, pairLimit: Int = 1 << 16
    ) {
        self.session = session
        self.pairLimit = pairLimit
        self.lines = lines
        lineOfView = [Int32](repeating: -1, count: views.count)
        align(views, scratch)
        finish(views)
    }

    private mutating func align(_ views: Range<Int>, _ scratch: AuditScratch) {
        scratch.link(lines, of: session)
        /// The lines before this one are those that the page view can reach.
        var upper = lines.upperBound
        var unknown = scratch.last(of: -1)
        var possible: [(line: Int, pairing: Pairing, delay: UInt64)] = []
        for view in views.reversed() {
            let stay = session.stay(view)
            let latest = stay.counted.saturatingPlus(session.limits.reach)
            while upper > lines.lowerBound, session.time(ofLine: upper - 1) > latest {
                upper -= 1
                scratch.unlink(upper, of: session, lines)
            }
            discardUnreachable(from: upper)
            let earliest = session.seen.earliest(for: stay, session.limits)
            let earliestUnknown = stay.counted.saturatingMinus(session.limits.tolerance)
            let latestUnknown = stay.counted.saturatingPlus(session.limits.tolerance)
            while unknown >= 0, session.time(ofLine: unknown) > latestUnknown {
                unknown = scratch.previous(of: unknown, lines)
            }
            possible.removeAll(keepingCapacity: true)
            for (start, name) in [(scratch.last(of: stay.name), stay.name), (unknown, -1)] {
                var line = start
                while line >= 0 {
                    let time = session.time(ofLine: line)
                    if time < (name < 0 ? earliestUnknown : earliest) { break }
                    if let pairing = session.seen.pairing(stay, name, at: time, session.limits) {
                        let delay = time.saturatingMinus(stay.counted).magnitude
                        possible.append((line, pairing, delay))
                    }
                    line = scratch.previous(of: line, lines)
                }
            }
            add(possible, view: view - views.lowerBound)
            if pairs.count > pairLimit { free(before: upper) }
        }
        scratch.clear(lines, of: session)
    }

    /// Adds the possible pairs of a page view. All of them continue with chains of later page views.
    private mutating func add(_ possible: [(line: Int, pairing: Pairing, delay: UInt64)], view: Int) {
        let start = pairs.count
        for (line, pairing, delay) in possible {
            let next = best(after: line)
            let (weight, delays) = next < 0 ? (0, 0) : (pairs[Int(next)].weight, pairs[Int(next)].delays)
            let (sum, overflow) = delays.addingReportingOverflow(delay)
            pairs.append(
                Pair(
                    next: next, view: Int32(view), line: Int32(line - lines.lowerBound),
                    weight: weight + pairing.rawValue,
                    delays: overflow ? .max : sum))
        }
        for pair in start..<pairs.count { insert(Int32(pair)) }
    }

    /// Returns whether the chain of a pair is better than that of another one.
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
    private func best(after line: Int) -> Int32 {
        let end = end(of: Int32(line - lines.lowerBound) + 1)
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
        let line = Int32(upper - lines.lowerBound)
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

    /// Stores the matches of a chain.
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
        let isWhole = pairs[Int(frontier[first])].line >= Int32(upper - lines.lowerBound)
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

    private mutating func finish(_ views: Range<Int>) {
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
    /// The indices of the lines.
    let lines: ArraySlice<Int32>
    /// For each page name of the log, the index of the name in the trace; -1 if no page has it.
    let names: [Int32]
    /// The calendar time of trace time 0 by the clock that stamped the lines, in nanoseconds since 1970.
    var zero: Int64
    var limits: AuditLimits

    func stay(_ view: Int) -> SeenStay { seen.stays[Int(views[view])] }

    private func pageView(_ line: Int) -> SentPageView { log.pageViews[Int(lines[lines.startIndex + line])] }

    /// Returns the trace time of a line.
    func time(ofLine line: Int) -> Int64 { pageView(line).time.saturatingMinus(zero) }

    /// Returns the time of a line, in nanoseconds since 1970.
    func calendarTime(ofLine line: Int) -> Int64 { pageView(line).time }

    /// Returns the page name of a line; -1 if no page of the trace has it.
    func name(ofLine line: Int) -> Int32 { names[Int(log.names[Int(pageView(line).name)].page)] }
}

/// Memory that the alignments of many sessions share: lists of the lines with one name.
final class AuditScratch {
    /// The last linked line of each name; the first element is that of unknown names.
    private var last: [Int32]
    /// For each linked line, the line before it with the same name.
    private var previous: [Int32] = []

    init(nameCount: Int) {
        last = [Int32](repeating: -1, count: nameCount + 1)
    }

    /// Links the lines of a range by their names.
    func link(_ lines: Range<Int>, of session: SessionTimes) {
        if previous.count < lines.count { previous = [Int32](repeating: -1, count: lines.count) }
        for line in lines {
            let name = Int(session.name(ofLine: line)) + 1
            previous[line - lines.lowerBound] = last[name]
            last[name] = Int32(line)
        }
    }

    /// Removes the last line of a range. The lines after it have been removed.
    func unlink(_ line: Int, of session: SessionTimes, _ lines: Range<Int>) {
        last[Int(session.name(ofLine: line)) + 1] = previous[line - lines.lowerBound]
    }

    /// Removes all lines of a range.
    func clear(_ lines: Range<Int>, of session: SessionTimes) {
        for line in lines { last[Int(session.name(ofLine: line)) + 1] = -1 }
    }

    /// Returns the last line with a name; -1 if there is none.
    func last(of name: Int32) -> Int { Int(last[Int(name) + 1]) }

    /// Returns the line before this one with the same name; -1 if there is none.
    func previous(of line: Int, _ lines: Range<Int>) -> Int { Int(previous[line - lines.lowerBound]) }
}
