import NavigationTraces
import PageViewAutomation

/// A scene of a timeline that is being put together.
struct SceneDraft {
    var scene: Timeline.Scene
    /// The first line that is about it.
    var line: Int
    private var places: [ExactName: Int] = [:]
    /// The first lines that are about the lanes.
    private var lines: [Int] = []

    init(name: String, line: Int) {
        scene = Timeline.Scene(name: name)
        self.line = line
    }

    func hasLane(_ component: String) -> Bool { places[ExactName(component)] != nil }

    mutating func add(_ bar: Timeline.Bar, of story: AppearanceStory) {
        let place = lane(story.component, story.line)
        scene.lanes[place].bars.append(bar)
        if var count = bar.count {
            count.lane = place
            scene.counts.append(count)
        }
    }

    mutating func add(_ bar: Timeline.Bar, of announcement: TraceHistory.Announcement) {
        scene.lanes[lane(announcement.component, announcement.line)].bars.append(bar)
    }

    mutating func add(_ remark: Timeline.Mark, _ component: String, _ line: Int) {
        scene.lanes[lane(component, line)].remarks.append(remark)
    }

    mutating func add(_ background: TraceHistory.Background, until end: Timestamp) {
        let time = background.start..<max(background.start, background.end ?? end)
        scene.backgrounds.append(time)
        scene.marks.append(mark(.background, at: time.lowerBound))
        // A scene that closes, and a session that ends, have not come to the foreground.
        if background.end != nil, !background.isClosed { scene.marks.append(mark(.foreground, at: time.upperBound)) }
    }

    private func mark(_ kind: Timeline.Mark.Kind, at time: Timestamp) -> Timeline.Mark {
        let name = kind == .background ? "background" : "foreground"
        return Timeline.Mark(
            kind: kind, time: time, name: name, text: "\(scene.name) went to the \(name) at \(time.seconds)", item: nil)
    }

    private mutating func lane(_ component: String, _ line: Int) -> Int {
        let exact = ExactName(component)
        if let place = places[exact] {
            lines[place] = min(lines[place], line)
            return place
        }
        places[exact] = scene.lanes.count
        scene.lanes.append(Timeline.Lane(component: component))
        lines.append(line)
        return scene.lanes.count - 1
    }

    /// The scene, with everything in order.
    func finish() -> Timeline.Scene {
        var scene = scene
        // Sorting is not stable, so what is equal keeps its order by its place.
        let order = lines.indices.sorted { (lines[$0], $0) < (lines[$1], $1) }
        scene.lanes = order.map { place in
            var lane = scene.lanes[place]
            lane.bars = Self.sorted(lane.bars, by: \.start)
            lane.remarks = Self.sorted(lane.remarks, by: \.time)
            return lane
        }
        var newPlaces = [Int](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { newPlaces[old] = new }
        scene.counts = scene.counts.sorted { $0.number < $1.number }.map { count in
            var count = count
            count.lane = count.lane.map { newPlaces[$0] }
            return count
        }
        scene.marks = Self.sorted(scene.marks, by: \.time)
        return scene
    }

    private static func sorted<Element>(
        _ elements: [Element], by time: (Element) -> Timestamp
    ) -> [Element] {
        elements.enumerated().sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }.map(\.element)
    }
}
