import PageViewLifecycle

/// Finds the clock offsets of sessions, and of the file (AU-204).
///
/// An offset is the time by which the clock that stamped the lines is ahead of the clock of the trace. If the calendar time of
/// trace time 0 is not known, the offset is that calendar time, and nothing limits it. So the search counts votes: each page view
/// and each line with its name vote for the offset at which the line would have no delay. The true offset has a vote of each
/// right line, while votes for others are spread. The alignment decides between the offsets with the most votes.
struct ClockSearch {
    /// The largest number of page views of which the search uses all. Of a session with more, it uses four blocks.
    private static let allViews = 16_384
    private static let candidateLimit = 24

    let beganAt: Int64?
    let limits: AuditLimits

    var zero: Int64 { beganAt ?? 0 }

    private struct Fit {
        var weight: Int64 = 0
        var delays: UInt64 = 0
        var offsets: [Int64] = []

        var median: Int64? {
            guard !offsets.isEmpty else { return nil }
            let sorted = offsets.sorted()
            let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
            return low + high.saturatingSubtracting(low) / 2
        }

        func isBetter(than other: Fit) -> Bool {
            weight != other.weight ? weight > other.weight : delays < other.delays
        }
    }

    /// - Parameter sessions: Some of the sessions, which stand for all of them.
    func offset(ofFile sessions: [SessionTimes]) -> Int64? {
        let possible = sessions.reduce(0) { $0 + possibleMatches($1) }
        guard beganAt != nil else { return best(sessions)?.offset }
        var known = (offset: Int64(0), fit: fit(sessions, at: 0))
        let isClear = known.fit.offsets.count * 2 >= possible
        // A single line does not distinguish a wrong clock from a delay.
        if known.fit.offsets.count >= 2 { known = settled(sessions, known.offset, known.fit) }
        if !isClear, let best = best(sessions), best.fit.weight > known.fit.weight, best.fit.offsets.count >= 2 {
            known = best
        }
        return withoutSmallOffset(known.offset)
    }

    /// Returns the offset of a session, which is that of the file if the session has fewer than three right lines.
    func offset(of session: SessionTimes, file: Int64) -> Int64 {
        let possible = possibleMatches(session)
        guard possible >= AuditLimits.ownMatches else { return file }
        let atFile = fit([session], at: file)
        if atFile.offsets.count * 10 < possible * 9, let best = best([session]), best.fit.weight > atFile.weight,
            best.fit.offsets.count >= AuditLimits.ownMatches
        {
            return withoutSmallOffset(best.offset)
        }
        if atFile.offsets.count < AuditLimits.ownMatches { return file }
        return withoutSmallOffset(settled([session], file, atFile).offset)
    }

    private func withoutSmallOffset(_ offset: Int64) -> Int64 {
        beganAt != nil && offset.magnitude < AuditLimits.ignoredOffset.magnitude ? 0 : offset
    }

    private func possibleMatches(_ session: SessionTimes) -> Int {
        min(blocks(of: session).reduce(0) { $0 + $1.count }, session.lines.count)
    }

    /// Returns the median of the right lines, once an alignment at the median has the same median.
    private func settled(_ sessions: [SessionTimes], _ offset: Int64, _ fit: Fit) -> (offset: Int64, fit: Fit) {
        var (offset, fit) = (offset, fit)
        // Two medians can lead to each other for ever. Neither is better, so a limit ends the search.
        for _ in 0..<8 {
            guard let median = fit.median, median != offset else { break }
            let next = self.fit(sessions, at: median)
            // If the delays spread over more than the tolerance, small steps would follow each other and lose matches.
            let step = median.saturatingSubtracting(offset).magnitude
            let isLast = next.weight < fit.weight && step <= AuditLimits.estimatedPrecision.magnitude
            (offset, fit) = (median, next)
            if isLast { break }
        }
        return (offset, fit)
    }

    /// Returns the fit of sessions at an offset, by some of their page views if they have many.
    private func fit(_ sessions: [SessionTimes], at offset: Int64) -> Fit {
        var fit = Fit()
        for session in sessions {
            var session = session
            session.zero = zero.saturatingAdding(offset)
            session.limits = limits.estimated(beganAt == nil || offset != 0)
            for views in blocks(of: session) {
                let alignment = Alignment(session, views: views)
                fit.weight += Int64(alignment.weight)
                fit.delays = fit.delays.addingReportingOverflow(alignment.delays).partialValue
                for (view, line) in zip(views, alignment.lineOfView) where line >= 0 {
                    let (stay, line) = (session.stay(view), Int(line))
                    let time = session.time(ofLine: line)
                    if session.seen.pairing(stay, session.name(ofLine: line), at: time, session.limits) == .right {
                        fit.offsets.append(
                            session.calendarTime(ofLine: line).saturatingSubtracting(zero).saturatingSubtracting(
                                stay.counted))
                    }
                }
            }
        }
        return fit
    }

    private func blocks(of session: SessionTimes) -> [Range<Int>] {
        let (count, size) = (session.views.count, Self.allViews / 4)
        if count == 0 { return [] }
        if count <= Self.allViews { return [0..<count] }
        return (0..<4).map { ($0 * (count - size) / 3)..<($0 * (count - size) / 3 + size) }
    }

    /// Returns the median with the best fit, from the offsets with the most votes; `nil` without votes for a right line.
    ///
    /// More lines can be right at an offset that is not their median, such as lines that are late by a little more than the
    /// tolerance. So each offset moves to its median before the comparison.
    private func best(_ sessions: [SessionTimes]) -> (offset: Int64, fit: Fit)? {
        let fits = candidates(sessions).map { (offset: $0, fit: fit(sessions, at: $0)) }
        var best: (offset: Int64, fit: Fit)?
        // A move to the median seldom improves a fit. So the loop ends at a candidate that is worse than the best median.
        for (offset, fit) in fits.enumerated().sorted(by: { left, right in
            (right.element.fit.weight, left.offset) < (left.element.fit.weight, right.offset)
        }).map(\.element) {
            if let best, fit.weight < best.fit.weight { break }
            let settled = settled(sessions, offset, fit)
            if settled.fit.offsets.isEmpty { continue }
            if best.map({ settled.fit.isBetter(than: $0.fit) }) ?? true { best = settled }
        }
        return best
    }

    private func candidates(_ sessions: [SessionTimes]) -> [Int64] {
        var votes: [Int64] = []
        for session in sessions { addVotes(of: session, &votes) }
        votes.sort()
        // For each vote, the number of votes from it to the tolerance after it.
        var counts = [Int32](repeating: 0, count: votes.count)
        var end = 0
        for start in votes.indices {
            while end < votes.count, votes[end].saturatingSubtracting(votes[start]) <= limits.tolerance { end += 1 }
            counts[start] = Int32(end - start)
        }
        var candidates: [Int64] = []
        while candidates.count < Self.candidateLimit {
            var best = -1
            for start in votes.indices where counts[start] > (best < 0 ? 0 : counts[best]) { best = start }
            guard best >= 0 else { break }
            let range = best..<(best + Int(counts[best]))
            candidates.append(votes[range.lowerBound + (range.count - 1) / 2])
            // The windows that overlap with this one stand for the same offset.
            var start = best
            while start >= 0, votes[best].saturatingSubtracting(votes[start]) <= limits.tolerance {
                counts[start] = 0
                start -= 1
            }
            for start in range { counts[start] = 0 }
        }
        return candidates
    }

    /// Adds the votes of a session: of all pairs with equal names, or of some page views if there are too many pairs.
    private func addVotes(of session: SessionTimes, _ votes: inout [Int64]) {
        let limit = max(1 << 18, (session.lines.count + session.views.count) / 2)
        let blocks = blocks(of: session)
        let pairCount = blocks.joined().reduce(0) { $0 + session.lines(named: session.stay($1).name).count }
        // Of too many page views, groups of neighbours at even distances vote.
        let groupSize = 16
        let distance = groupSize * (1 + pairCount / limit)
        var count = 0
        for block in blocks {
            for view in block where (view - block.lowerBound) % distance < groupSize {
                let stay = session.stay(view)
                let lines = session.lines(named: stay.name)
                guard count + lines.count <= limit else { continue }
                count += lines.count
                for line in lines {
                    let time = session.calendarTime(ofLine: Int(line)).saturatingSubtracting(zero)
                    votes.append(time.saturatingSubtracting(stay.counted))
                }
            }
        }
    }
}
