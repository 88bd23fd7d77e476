import NavigationTraces
package import PageViewAutomation

extension Timeline {
    /// A line that an app sent (TL-011).
    package struct SentLine: Sendable, Hashable {
        /// The time of the line, by the clock of the trace.
        package var time: Timestamp
        /// The number of the page view that the line belongs to or repeats; `nil` without one.
        package var pageView: UInt64?
        /// The name of the page; `nil` if no page of the trace has the name.
        package var page: String?
        package var isRight: Bool
        package var name: String
        package var text: String

        package init(time: Timestamp, pageView: UInt64?, page: String?, isRight: Bool, name: String, text: String) {
            (self.time, self.pageView, self.page, self.isRight) = (time, pageView, page, isRight)
            (self.name, self.text) = (name, text)
        }
    }

    /// A page view that an app did not send: its number in its session, its time, and the sentence about it (TL-011).
    package typealias MissingView = (number: UInt64, time: Timestamp, text: String)

    /// Adds the lines that an app sent, and marks the page views that it did not send. All sessions of the timeline must have
    /// the same name.
    package mutating func add(_ lines: [SentLine], missing: [MissingView]) {
        for line in lines {
            guard let place = place(of: line) else { continue }
            // A line can be days before the trace or after it.
            let time = max(start, min(line.time, end))
            sessions[place.session].scenes[place.scene].sent.append(
                Mark(
                    kind: line.isRight ? .sent : .wrongSent, time: time, name: line.name, text: line.text, item: nil))
        }
        let texts = Dictionary(missing.map { ($0.number, $0) }) { first, _ in first }
        for session in sessions.indices {
            for scene in sessions[session].scenes.indices {
                var area = sessions[session].scenes[scene]
                area.sent.sort { $0.time < $1.time }
                for index in area.counts.indices {
                    let view = texts[area.counts[index].number]
                    if let view, view.time == area.counts[index].time { area.counts[index].missing = view.text }
                }
                sessions[session].scenes[scene] = area
            }
        }
    }

    /// Returns the scene of a line; `nil` if the timeline has no scene. It is the scene of the line's page view, else the scene
    /// whose current page has its name, else the first scene.
    private func place(of line: SentLine) -> (session: Int, scene: Int)? {
        var (best, bestRank) = ((session: Int, scene: Int)?.none, -1)
        for (session, area) in sessions.enumerated() {
            let isBegun = area.scenes.contains { $0.pages.first.map { $0.time.lowerBound <= line.time } ?? false }
            for (index, scene) in area.scenes.enumerated() {
                let page = scene.pages.contains { $0.time.contains(line.time) && $0.page.name.rawValue == line.page }
                let hasView = line.pageView.map { number in scene.counts.contains { $0.number == number } } ?? false
                // A session with the same name can follow, and its page views have the same numbers.
                let rank = (isBegun ? 4 : 0) + (hasView ? 2 : 0) + (page ? 1 : 0)
                if rank > bestRank || rank == bestRank && isBegun && best?.session != session {
                    (best, bestRank) = ((session, index), rank)
                }
            }
        }
        return best
    }

    /// Returns the part of the timeline around some times, with at most a number of lanes. The labels of its axis count from
    /// the time 0 of the trace, as the sentences about lines do. The excerpt never omits a lane with a page view.
    package func excerpt(_ times: ClosedRange<Timestamp>, lanes limit: Int) -> (timeline: Timeline, omittedLanes: Int) {
        let margin = max(times.upperBound.nanoseconds(since: times.lowerBound) / 32, 500_000_000)
        let first = max(start, times.lowerBound.later(byNanoseconds: -margin))
        let last = max(first, min(end, times.upperBound.later(byNanoseconds: margin)))
        let length = last.nanoseconds(since: first)
        var excerpt = Timeline(
            title: title, sessions: [], start: first, origin: .zero, end: last,
            // An axis that ends with the trace keeps the space after the trace.
            duration: last == end ? max(0, duration - first.nanoseconds(since: start)) : length)
        excerpt.sessions = sessions.compactMap { session in
            let scenes = session.scenes.compactMap { $0.excerpt(first, last) }
            // The document around the picture shows the name of a single session.
            let name = sessions.count == 1 ? nil : session.name
            let recorded = session.recordedFrom.flatMap { $0 <= first ? nil : $0 }
            return scenes.isEmpty ? nil : Session(name: name, recordedFrom: recorded, scenes: scenes)
        }
        let omitted = excerpt.omitLanes(limit)
        return (excerpt, omitted)
    }

    /// Omits lanes without a page view until at most `limit` lanes remain. Returns the number of omitted lanes.
    private mutating func omitLanes(_ limit: Int) -> Int {
        let lanes = sessions.flatMap(\.scenes).flatMap(\.lanes)
        var rest = limit - lanes.count(where: \.hasCount)
        for session in sessions.indices {
            for scene in sessions[session].scenes.indices {
                sessions[session].scenes[scene].keepLanes { lane in
                    if lane.hasCount { return true }
                    rest -= 1
                    return rest >= 0
                }
            }
        }
        return lanes.count - sessions.flatMap(\.scenes).flatMap(\.lanes).count
    }
}

extension Timeline.Lane {
    fileprivate var hasCount: Bool { bars.contains { $0.count != nil } }
}

extension Timeline.Scene {
    /// Returns the part between two times; `nil` if nothing of the scene is in it.
    fileprivate func excerpt(_ first: Timestamp, _ last: Timestamp) -> Timeline.Scene? {
        func isIn(_ mark: Timeline.Mark) -> Bool { first <= mark.time && mark.time <= last }
        var scene = self
        // The tooltip states the whole time of the page. The scale clips its shape.
        scene.pages = pages.filter { $0.time.upperBound > first && $0.time.lowerBound < last }
        scene.backgrounds = backgrounds.filter { $0.upperBound > first && $0.lowerBound < last }
            .map { max(first, $0.lowerBound)..<min(last, $0.upperBound) }
        scene.marks = marks.filter(isIn)
        scene.counts = counts.filter { first <= $0.time && $0.time <= last }
        scene.sent = sent.filter(isIn)
        for lane in lanes.indices {
            scene.lanes[lane].bars = lanes[lane].bars.compactMap { $0.excerpt(first, last) }
            scene.lanes[lane].remarks = lanes[lane].remarks.filter(isIn)
        }
        scene.keepLanes { !$0.bars.isEmpty || !$0.remarks.isEmpty }
        let isEmpty = scene.pages.isEmpty && scene.marks.isEmpty && scene.counts.isEmpty && scene.sent.isEmpty
        return isEmpty && scene.lanes.isEmpty ? nil : scene
    }

    /// Removes the other lanes, and updates the lane indices of the page views.
    fileprivate mutating func keepLanes(_ isKept: (Timeline.Lane) -> Bool) {
        var (kept, indices) = ([Timeline.Lane](), [Int?]())
        for lane in lanes {
            let keeps = isKept(lane)
            indices.append(keeps ? kept.count : nil)
            if keeps { kept.append(lane) }
        }
        lanes = kept
        counts = counts.map { count in
            var count = count
            count.lane = count.lane.flatMap { indices[$0] }
            return count
        }
    }
}

extension Timeline.Bar {
    /// Returns the part between two times; `nil` if nothing of the bar is in it.
    fileprivate func excerpt(_ first: Timestamp, _ last: Timestamp) -> Timeline.Bar? {
        guard end >= first, start <= last else { return nil }
        let shown = pieces.filter {
            $0.end > first && $0.start < last || $0.start == $0.end && first <= $0.start && $0.end <= last
        }
        .map { Timeline.Piece(phase: $0.phase, start: max(first, $0.start), end: min(last, $0.end)) }
        guard !shown.isEmpty else { return nil }
        let counted = count.map { first <= $0.time && $0.time <= last } ?? false
        return Timeline.Bar(
            item: item, label: label, page: page, pieces: shown, ending: end > last ? .open : ending,
            count: counted ? count : nil)
    }
}
