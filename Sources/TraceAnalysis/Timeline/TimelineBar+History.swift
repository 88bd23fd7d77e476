import NavigationTraces
import PageViewAutomation

extension Timeline.Bar {
    /// The bar of an appearance, or of a component that was held; from when it was in its scene, if it was held in another
    /// one before.
    init(_ story: AppearanceStory, item: Int, since: Timestamp?, until end: Timestamp) {
        let end = story.endedAt ?? end
        var pieces = Pieces()
        if let announced = story.announcedAt, since == nil {
            pieces.add(.announced, announced, story.heldSince ?? story.beganAt ?? end)
        }
        // One that moved and so appeared was held in other scenes alone.
        if let held = story.heldSince, story.beganAt == nil || since != story.beganAt {
            pieces.add(.held, since ?? held, story.beganAt ?? end)
        }
        if let began = story.beganAt { pieces.add(story, from: began, until: end) }
        self.init(
            item: item, label: story.label, page: story.page, pieces: pieces.all,
            ending: story.endedAt == nil ? .open : story.count == nil && story.page != nil ? .uncounted : .plain,
            count: story.count.map { Timeline.Count(number: $0.sequence, time: $0.time, item: item) })
    }

    /// The bar of a component that was held in a scene, and in another one afterwards.
    init(
        _ story: AppearanceStory, item: Int, heldFrom start: Timestamp, until end: Timestamp, isFirst: Bool
    ) {
        var pieces = Pieces()
        if isFirst, let announced = story.announcedAt { pieces.add(.announced, announced, start) }
        pieces.add(.held, start, end)
        self.init(item: item, label: story.label, page: story.page, pieces: pieces.all, ending: .plain, count: nil)
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

    /// The stay itself: as no page, then as one that is not counted, then counted.
    mutating func add(_ story: AppearanceStory, from start: Timestamp, until end: Timestamp) {
        guard story.page != nil else { return add(.untracked, start, end) }
        let isPageFrom = story.becamePageAt ?? start
        if isPageFrom > start { add(.untracked, start, isPageFrom) }
        guard let count = story.count else { return add(.pending, isPageFrom, end) }
        if count.time > isPageFrom { add(.pending, isPageFrom, count.time) }
        add(.counted, count.time, end)
    }

    mutating func add(_ phase: Timeline.Phase, _ start: Timestamp, _ end: Timestamp) {
        let start = max(start, all.last?.end ?? start)
        all.append(Timeline.Piece(phase: phase, start: start, end: max(start, end)))
    }
}
