import NavigationTraces

package struct AuditPage: Sendable, Hashable {
    package let name: String
    package internal(set) var counts = AuditSummary()
}

/// A name of lines that no page has (AU-209).
package struct AuditName: Sendable, Hashable {
    package let name: String
    package let count: Int
    package let isComponent: Bool
    /// The page in place of which most of its `wrongName` lines were sent, else the page with the most similar name.
    package let nearest: String?
    package let inPlace: Int
}

/// The names of lines that no page has, the most frequent ones first (AU-209).
package struct AuditNames: Sendable {
    package internal(set) var names: [AuditName] = []
    package internal(set) var omitted = 0
    package internal(set) var omittedLines = 0

    package var sentences: [String] {
        var sentences = names.map(\.sentence)
        if omitted > 0 {
            sentences.append(
                "\(AuditSummary.counted(omittedLines, "line")) more \(omittedLines == 1 ? "has" : "have") one of \(AuditSummary.counted(omitted, "further name")) that no page has."
            )
        }
        return sentences
    }
}

extension Audit {
    /// The counts of each page that the user saw or that a line belongs to, the page with the most findings first.
    ///
    /// A line belongs to the page of its page view, else to the page with its name. Memory: one entry for each page.
    package var pageFigures: [AuditPage] {
        var figures: [Int32: AuditPage] = [:]
        func add(_ name: Int32, _ body: (inout AuditSummary) -> Void) {
            body(&figures[name, default: AuditPage(name: seen.names[Int(name)])].counts)
        }
        for stay in seen.stays where stay.isCounted {
            add(stay.name) { counts in
                counts.pageViews += 1
                if stay.line < 0 { counts.add(.missing, stay.missingCause) }
            }
        }
        for line in outcomes.indices where outcomes[line].outcome != .folded {
            guard let page = page(ofLine: line) else { continue }
            add(page) { $0.add(outcomes[line].outcome, outcomes[line].cause) }
        }
        return figures.values.sorted { left, right in
            (right.counts.findings, right.counts.pageViews, left.name)
                < (left.counts.findings, left.counts.pageViews, right.name)
        }
    }

    /// Returns the name of the page to which a line belongs; `nil` if it belongs to none.
    private func page(ofLine line: Int) -> Int32? {
        if stays[line] >= 0 { return seen.stays[Int(stays[line])].name }
        let page = pages[pageName(ofLine: line)]
        return page >= 0 ? page : nil
    }

    /// Returns the most frequent names of lines that no page has. Each name needs a comparison with each page.
    package func foreignNames(limit: Int = 20) -> AuditNames {
        var counts = [Int](repeating: 0, count: log.names.count)
        /// For each name, the numbers of lines in place of each page.
        var places: [Int: [Int32: Int]] = [:]
        for line in outcomes.indices where isForeign(line) {
            let name = Int(log.pageViews[line].name)
            counts[name] += 1
            if outcomes[line].outcome == .wrongName {
                places[name, default: [:]][seen.stays[Int(stays[line])].name, default: 0] += 1
            }
        }
        let found = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
        var names = AuditNames()
        names.omitted = found.dropFirst(limit).count
        names.omittedLines = found.dropFirst(limit).reduce(0) { $0 + counts[$1] }
        let known = zip(seen.names, seen.isPageName).filter(\.1).map(\.0)
        names.names = found.prefix(limit).map { index in
            let sent = log.names[index]
            let places = places[index] ?? [:]
            // Only one page can have most of the lines.
            let most = places.first { 2 * $0.value > places.values.reduce(0, +) }
            return AuditName(
                name: sent.text, count: counts[index], isComponent: self.names[Int(sent.page)] >= 0,
                nearest: most.map { seen.names[Int($0.key)] }
                    ?? NearestNames.nearest(to: log.pageNames[Int(sent.page)], in: known).first,
                inPlace: most?.value ?? 0)
        }
        return names
    }

    /// Returns whether a line is not folded and has a name that no page has.
    private func isForeign(_ line: Int) -> Bool {
        outcomes[line].outcome != .folded && pages[pageName(ofLine: line)] < 0
    }
}

extension AuditSummary {
    package var findings: Int { sent - self[.right] + self[.missing] }
}

/// A session with many findings, and the part of it that a report draws (AU-302).
package struct AuditSession: Sendable {
    package let name: String?
    package internal(set) var counts = AuditSummary()
    /// The lines and the missing page views of the part, by time.
    package internal(set) var entries: [AuditEntry] = []
    /// The number of lines and missing page views before and after the part.
    package internal(set) var omitted = 0
}

extension Audit {
    package var sessionsWithFindings: Int { rankedSessions.count }

    package var sessionCount: Int { seen.sessions.count }

    /// Returns the number of session keys that the trace does not have, and the first ones of them.
    package func unknownSessions(limit: Int) -> (count: Int, first: [String]) {
        let unknown = log.sessionKeys.indices.lazy.filter { self.sessions[$0] < 0 }
        return (unknown.count, unknown.prefix(limit).map { self.log.sessionKeys[$0] })
    }

    /// The sessions with a line and a finding. A session without lines needs no picture: all of its page views are missing.
    private var rankedSessions: [(session: Int, findings: Int)] {
        var lines = [Bool](repeating: false, count: seen.sessions.count)
        var findings = [Int32](repeating: 0, count: seen.sessions.count)
        for line in outcomes.indices where outcomes[line].outcome != .folded {
            let session = Int(session(ofLine: line))
            guard session >= 0 else { continue }
            lines[session] = true
            if outcomes[line].outcome != .right { findings[session] += 1 }
        }
        for stay in seen.stays where stay.isCounted && stay.line < 0 { findings[seen.session(of: stay)] += 1 }
        return seen.sessions.indices.filter { lines[$0] && findings[$0] > 0 }.map { ($0, Int(findings[$0])) }
    }

    /// Returns the sessions with the most findings, the worst first. Each has its worst part of this many lines and missing views.
    package func worstSessions(limit: Int, length: Int) -> [AuditSession] {
        let ranked = rankedSessions.sorted { ($1.findings, $0.session) < ($0.findings, $1.session) }.prefix(limit)
        var slots: [Int32: Int] = [:]
        for (slot, session) in ranked.enumerated() { slots[Int32(session.session)] = slot }
        var found = ranked.map { AuditSession(name: seen.sessions[$0.session].name) }
        var moments = [[AuditMoment]](repeating: [], count: found.count)
        for line in outcomes.indices where outcomes[line].outcome != .folded {
            guard let slot = slots[session(ofLine: line)] else { continue }
            found[slot].counts.add(outcomes[line].outcome, outcomes[line].cause)
            // Without a clock, the lines are in the order of the export.
            let time = time(ofLine: line) ?? .min
            moments[slot].append(
                AuditMoment(time: time, index: line, isLine: true, isRight: outcomes[line].outcome == .right))
        }
        for index in seen.stays.indices where seen.stays[index].isCounted {
            let stay = seen.stays[index]
            guard let slot = slots[Int32(seen.session(of: stay))] else { continue }
            found[slot].counts.pageViews += 1
            guard stay.line < 0 else { continue }
            found[slot].counts.add(.missing, stay.missingCause)
            moments[slot].append(AuditMoment(time: stay.counted, index: index, isLine: false, isRight: false))
        }
        for slot in found.indices {
            moments[slot].sort()
            let part = AuditMoment.worstPart(of: moments[slot], length: length)
            found[slot].omitted = moments[slot].count - part.count
            found[slot].entries = part.map { $0.isLine ? entry(ofLine: $0.index) : missingEntry(ofStay: $0.index) }
        }
        return found
    }
}

private struct AuditMoment: Comparable {
    let time: Int64
    let index: Int
    let isLine: Bool
    let isRight: Bool

    static func < (left: AuditMoment, right: AuditMoment) -> Bool {
        (left.time, left.isLine ? 0 : 1, left.index) < (right.time, right.isLine ? 0 : 1, right.index)
    }

    /// Returns the consecutive moments with the most findings; of several such parts, the first one.
    static func worstPart(of moments: [AuditMoment], length: Int) -> ArraySlice<AuditMoment> {
        guard moments.count > length else { return moments[...] }
        var findings = moments.prefix(length).count { !$0.isRight }
        var (best, start) = (findings, 0)
        for end in length..<moments.count {
            findings += (moments[end].isRight ? 0 : 1) - (moments[end - length].isRight ? 0 : 1)
            if findings > best { (best, start) = (findings, end - length + 1) }
        }
        return moments[start..<start + length]
    }
}
