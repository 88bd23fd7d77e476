import NavigationTraces
import PageViewAutomation

/// A session of a timeline that is being put together.
struct SessionDraft {
    private let name: String?
    /// How its sentences speak of scenes.
    private let place: ScenePlace
    private var recordedFrom: Timestamp?
    private var scenes: [SceneDraft] = []
    private var places: [ExactName: Int] = [:]

    init(name: String?, place: ScenePlace) {
        self.name = name
        self.place = place
    }

    mutating func add(_ item: TraceHistory.Item, at place: Int, until end: Timestamp) {
        switch item {
        case .appearance(let story):
            let scenes = story.scenes
            for (index, stay) in scenes.enumerated().dropLast() {
                let bar = Timeline.Bar(
                    story, item: place, heldFrom: stay.start, until: scenes[index + 1].start, isFirst: index == 0)
                scene(stay.scene, story.line) { $0.add(bar, of: story) }
            }
            let since = scenes.count > 1 ? scenes.last?.start : nil
            scene(story.scene, story.line) {
                $0.add(Timeline.Bar(story, item: place, since: since, until: end), of: story)
            }
        case .manual(let story):
            scene(story.scene, story.line) {
                $0.scene.counts.append(
                    Timeline.Count(number: story.count.sequence, time: story.count.time, item: place))
            }
        case .link(let story):
            let mark = Timeline.Mark(
                kind: .link, time: story.time, name: story.link.url, text: "\(story.link.url) \(text(of: item))",
                item: place)
            scene(story.scene, story.line) { $0.scene.marks.append(mark) }
        case .interaction(let story):
            let page = story.page.map { "on \($0)" } ?? "while there was no page"
            let mark = Timeline.Mark(
                kind: .interaction, time: story.time, name: story.name,
                text: "interaction \(story.name) at \(story.time.seconds) \(page)", item: nil)
            scene(story.scene, story.line) { $0.scene.marks.append(mark) }
        case .remark(let remark):
            let subject = remark.component.map { "\($0): " } ?? ""
            let mark = Timeline.Mark(
                kind: .remark, time: remark.time, name: remark.kind.rawValue,
                text: "\(subject)\(text(of: item))", item: place)
            add(mark, remark)
        // A note stands in the first scene, when it is known; of a record that counted nothing there is nothing to see.
        case .record, .note: break
        }
    }

    private func text(of item: TraceHistory.Item) -> String { Explanation(item, in: self.place)?.text ?? "" }

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

    /// A remark is about no scene, and stands in the first one.
    mutating func add(_ note: TraceHistory.NoteStory, at place: Int) {
        let mark = Timeline.Mark(
            kind: .note, time: note.time, name: note.text, text: "note at \(note.time.seconds): \(note.text)",
            item: place
        )
        let first = scenes.min { $0.line < $1.line }
        scene(first?.scene.name ?? "main", note.line) { $0.scene.marks.append(mark) }
    }

    func finish() -> Timeline.Session {
        // Sorting is not stable, so what is equal keeps its order by its place.
        let sorted = scenes.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
        return Timeline.Session(name: name, recordedFrom: recordedFrom, scenes: sorted.map { $0.finish() })
    }

    /// A report that was odd stands in the lane of its component, if it is about one.
    private mutating func add(_ mark: Timeline.Mark, _ remark: TraceHistory.Remark) {
        guard let component = remark.component else {
            return scene(scenes.first?.scene.name ?? "main", remark.line) { $0.scene.marks.append(mark) }
        }
        // A component that is gone has no scene; it is looked for where it was.
        let name = remark.scene ?? scenes.last { $0.hasLane(component) }?.scene.name ?? "main"
        scene(name, remark.line) { $0.add(mark, component, remark.line) }
    }

    private mutating func scene(_ name: String, _ line: Int, _ body: (inout SceneDraft) -> Void) {
        let exact = ExactName(name)
        let place = places[exact] ?? scenes.count
        if place == scenes.count {
            places[exact] = place
            scenes.append(SceneDraft(name: name, line: line))
        }
        scenes[place].line = min(scenes[place].line, line)
        body(&scenes[place])
    }
}
