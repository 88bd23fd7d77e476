import NavigationTraces
import PageViewAutomation

/// A session of a timeline that a `TimelineBuilder` builds (TL-001).
struct SessionDraft {
    private let name: String?
    private let naming: SceneNaming
    private var recordedFrom: Timestamp?
    private var scenes: [SceneDraft] = []
    private var sceneIndices: [ExactName: Int] = [:]
    /// The marks that belong to no scene, with their lines. The first scene gets them, which only `finish` knows (TL-001).
    private var marksWithoutScene: [(mark: Timeline.Mark, line: Int)] = []

    init(name: String?, naming: SceneNaming) {
        self.name = name
        self.naming = naming
    }

    mutating func add(_ item: TraceHistory.Item, at itemIndex: Int, until end: Timestamp) {
        switch item {
        case .appearance(let story):
            let scenes = story.scenes
            for (index, stay) in scenes.enumerated().dropLast() {
                let bar = Timeline.Bar(
                    story, item: itemIndex, heldFrom: stay.start, until: scenes[index + 1].start, isFirst: index == 0)
                scene(stay.scene, story.line) { $0.add(bar, of: story) }
            }
            let since = scenes.count > 1 ? scenes.last?.start : nil
            scene(story.scene, story.line) {
                $0.add(Timeline.Bar(story, item: itemIndex, since: since, until: end), of: story)
            }
        case .manual(let story):
            // The replay's number of a page view from before the recording is not the engine's number (RC-004).
            if story.recordingStart != nil { break }
            scene(story.scene, story.line) {
                $0.scene.counts.append(
                    Timeline.Count(number: story.count.sequence, time: story.count.time, item: itemIndex))
            }
        case .link(let story):
            let mark = Timeline.Mark(
                kind: .link, time: story.time, name: story.link.url, text: "\(story.link.url) \(text(of: item))",
                item: itemIndex)
            scene(story.scene, story.line) { $0.scene.marks.append(mark) }
        case .interaction(let story):
            let page = story.page.map { "on \($0)" } ?? "without a page"
            let mark = Timeline.Mark(
                kind: .interaction, time: story.time, name: story.name,
                text: "interaction \(story.name) at \(story.time.seconds) \(page)", item: itemIndex)
            scene(story.scene, story.line) { $0.scene.marks.append(mark) }
        case .diagnostic(let diagnostic):
            let subject = diagnostic.component.map { "\($0): " } ?? ""
            let mark = Timeline.Mark(
                kind: .remark, time: diagnostic.time, name: diagnostic.kind.rawValue,
                text: "\(subject)\(text(of: item))", item: itemIndex)
            add(mark, diagnostic)
        case .note(let note):
            let mark = Timeline.Mark(
                kind: .note, time: note.time, name: note.text, text: "note at \(note.time.seconds): \(note.text)",
                item: itemIndex)
            marksWithoutScene.append((mark, note.line))
        // A `record` without effect and components that were never shown have no mark.
        case .record, .unshown, .neverShown: break
        }
    }

    private func text(of item: TraceHistory.Item) -> String { Explanation(item, in: naming).text }

    mutating func add(_ recording: TraceHistory.Recording) { recordedFrom = recording.start.time }

    mutating func add(_ announcement: TraceHistory.Announcement, until end: Timestamp) {
        scene(announcement.scene, announcement.line) {
            $0.add(Timeline.Bar(announcement, until: end), of: announcement)
        }
    }

    mutating func add(_ background: TraceHistory.Background, until end: Timestamp) {
        scene(background.scene, background.line) { $0.add(background, until: end) }
    }

    mutating func add(_ page: TraceHistory.CurrentPage, until end: Timestamp) {
        scene(page.scene, page.line) {
            $0.scene.pages.append(
                Timeline.CurrentPage(
                    label: page.label, page: page.page, time: page.start..<max(page.start, page.end ?? end),
                    isOpen: page.end == nil))
        }
    }

    mutating func finish() -> Timeline.Session {
        let first = scenes.min { $0.line < $1.line }?.scene.name ?? "main"
        for (mark, line) in marksWithoutScene { scene(first, line) { $0.scene.marks.append(mark) } }
        // `sorted` is not stable, so the offset keeps the order of scenes with the same first line.
        let sorted = scenes.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
        return Timeline.Session(name: name, recordedFrom: recordedFrom, scenes: sorted.map { $0.finish() })
    }

    /// Adds the mark of a diagnostic to the lane of its component.
    private mutating func add(_ mark: Timeline.Mark, _ diagnostic: TraceHistory.DiagnosticStory) {
        guard let component = diagnostic.component else {
            return marksWithoutScene.append((mark, diagnostic.line))
        }
        // A destroyed component has no scene, so its mark goes to the last scene that has a lane for the component.
        let name = diagnostic.scene ?? scenes.last { $0.hasLane(component) }?.scene.name ?? "main"
        scene(name, diagnostic.line) { $0.add(mark, component, diagnostic.line) }
    }

    private mutating func scene(_ name: String, _ line: Int, _ body: (inout SceneDraft) -> Void) {
        let exact = ExactName(name)
        let index = sceneIndices[exact] ?? scenes.count
        if index == scenes.count {
            sceneIndices[exact] = index
            scenes.append(SceneDraft(name: name, line: line))
        }
        scenes[index].line = min(scenes[index].line, line)
        body(&scenes[index])
    }
}

/// A scene of a timeline that a `TimelineBuilder` builds (TL-001).
struct SceneDraft {
    var scene: Timeline.Scene
    var line: Int
    private var laneIndices: [ExactName: Int] = [:]
    private var lines: [Int] = []

    init(name: String, line: Int) {
        scene = Timeline.Scene(name: name)
        self.line = line
    }

    func hasLane(_ component: String) -> Bool { laneIndices[ExactName(component)] != nil }

    mutating func add(_ bar: Timeline.Bar, of story: AppearanceStory) {
        let index = lane(story.component, story.line)
        scene.lanes[index].bars.append(bar)
        if var count = bar.count {
            count.lane = index
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
        // If the stay ended because the scene or the session ended, the scene did not come to the foreground (AP-009).
        if background.end != nil, !background.isClosed { scene.marks.append(mark(.foreground, at: time.upperBound)) }
    }

    private func mark(_ kind: Timeline.Mark.Kind, at time: Timestamp) -> Timeline.Mark {
        let name = kind == .background ? "background" : "foreground"
        return Timeline.Mark(
            kind: kind, time: time, name: name, text: "\(scene.name) went to the \(name) at \(time.seconds)", item: nil)
    }

    private mutating func lane(_ component: String, _ line: Int) -> Int {
        let exact = ExactName(component)
        if let index = laneIndices[exact] {
            lines[index] = min(lines[index], line)
            return index
        }
        laneIndices[exact] = scene.lanes.count
        scene.lanes.append(Timeline.Lane(name: component))
        lines.append(line)
        return scene.lanes.count - 1
    }

    func finish() -> Timeline.Scene {
        var scene = scene
        // `sorted` is not stable, so the index keeps the order of lanes with the same first line.
        let order = lines.indices.sorted { (lines[$0], $0) < (lines[$1], $1) }
        var shared = SharedLanes()
        var newIndices = [Int](repeating: 0, count: order.count)
        for index in order {
            var lane = scene.lanes[index]
            lane.bars = Self.sorted(lane.bars, by: \.start)
            newIndices[index] = shared.add(lane)
        }
        scene.lanes = shared.lanes.map { lane in
            var lane = lane
            lane.remarks = Self.sorted(lane.remarks, by: \.time)
            return lane
        }
        scene.counts = scene.counts.sorted { $0.number < $1.number }.map { count in
            var count = count
            count.lane = count.lane.map { newIndices[$0] }
            return count
        }
        scene.marks = Self.sorted(scene.marks, by: \.time)
        return scene
    }

    private static func sorted<Element>(_ elements: [Element], by time: (Element) -> Timestamp) -> [Element] {
        elements.enumerated().sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }.map(\.element)
    }
}

/// Lanes that components of the same page share where they do not overlap in time (TL-001).
private struct SharedLanes {
    private(set) var lanes: [Timeline.Lane] = []
    private var indices: [ExactName: [Int]] = [:]

    /// The number of lanes of a page in which a component looks for room. So the time stays linear if many components overlap.
    private static let searchLimit = 16

    /// Adds the lane of a component, whose bars are sorted. Returns the index of the lane that contains them.
    mutating func add(_ lane: Timeline.Lane) -> Int {
        guard let page = lane.bars.lazy.compactMap(\.page).first?.name.rawValue else {
            lanes.append(lane)
            return lanes.count - 1
        }
        let own = indices[ExactName(page)] ?? []
        for index in own.suffix(Self.searchLimit) where hasRoom(for: lane.bars, in: index) {
            insert(lane.bars, into: index)
            lanes[index].remarks += lane.remarks
            return index
        }
        indices[ExactName(page), default: []].append(lanes.count)
        lanes.append(Timeline.Lane(name: page, bars: lane.bars, remarks: lane.remarks))
        return lanes.count - 1
    }

    private func hasRoom(for bars: [Timeline.Bar], in index: Int) -> Bool {
        bars.allSatisfy { bar in
            let next = position(of: bar, in: index)
            let others = lanes[index].bars
            return (next == 0 || others[next - 1].end <= bar.start)
                && (next == others.count || bar.end <= others[next].start)
        }
    }

    private mutating func insert(_ bars: [Timeline.Bar], into index: Int) {
        for bar in bars { lanes[index].bars.insert(bar, at: position(of: bar, in: index)) }
    }

    /// Returns the number of bars in a lane that begin no later than a bar. Most bars come after all others.
    private func position(of bar: Timeline.Bar, in index: Int) -> Int {
        lanes[index].bars.lastIndex { $0.start <= bar.start }.map { $0 + 1 } ?? 0
    }
}
