import PageViewAutomation

extension Timeline.Bar {
    /// The bar of an appearance, or of a component that was held.
    init(_ story: AppearanceStory, item: Int, until end: Timestamp) {
        let end = story.endedAt ?? end
        var pieces = Pieces()
        if let announced = story.announcedAt {
            pieces.add(.announced, announced, story.heldSince ?? story.beganAt ?? end)
        }
        if let held = story.heldSince { pieces.add(.held, held, story.beganAt ?? end) }
        if let began = story.beganAt {
            if let count = story.count {
                if count.time > began { pieces.add(.pending, began, count.time) }
                pieces.add(.counted, count.time, end)
            } else {
                pieces.add(story.page == nil ? .untracked : .pending, began, end)
            }
        }
        self.init(
            item: item, label: story.label, page: story.page, pieces: pieces.all,
            ending: story.endedAt == nil ? .open : story.count == nil && story.page != nil ? .uncounted : .plain,
            count: story.count.map { Timeline.Count(number: $0.sequence, time: $0.time, item: item) })
    }

    /// The bar of an announcement that led to nothing.
    init(_ announcement: TraceHistory.Announcement, until end: Timestamp) {
        var pieces = Pieces()
        pieces.add(.announced, announcement.start, announcement.end ?? end)
        self.init(
            item: nil, label: announcement.component, page: announcement.page, pieces: pieces.all,
            ending: announcement.end == nil ? .open : .plain, count: nil)
    }

    /// What it shows, in a sentence, where there is no explanation of it.
    package var announcement: String {
        let way = ending == .open ? "and is on its way at the end of the trace" : "and given up at \(end.seconds)"
        return "\(label) was announced at \(start.seconds) \(way) (LC-001)"
    }
}

/// Pieces that are put one behind the other.
private struct Pieces {
    private(set) var all: [Timeline.Piece] = []

    mutating func add(_ phase: Timeline.Phase, _ start: Timestamp, _ end: Timestamp) {
        let start = max(start, all.last?.end ?? start)
        all.append(Timeline.Piece(phase: phase, start: start, end: max(start, end)))
    }
}
