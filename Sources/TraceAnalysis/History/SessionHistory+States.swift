import NavigationTraces
import PageViewAutomation

extension SessionHistory {
    /// Compares what is known of a component with where it stands now.
    mutating func look(
        at id: ComponentID, _ moment: Moment, _ records: [EngineRecord], _ history: inout TraceHistory
    ) {
        guard let status = moment.session.engine.status(of: id), status.presence != .hidden else {
            // A component that is no page has no leave.
            if open[id] != nil { end(id, at: moment.time, moment, &history) }
            return
        }
        if status.presence == .held {
            hold(status, moment, &history)
        } else {
            begin(status.appearance, at: status.beganAt, in: status.scene, moment, &history)
        }
        let scene = moment.session.name(of: status.scene)
        let scenes = scenes
        open.change(id) { open in
            open.follow(to: scene, hasWindow: status.isAttached, at: moment.time, scenes)
            if let page = status.page { open.story.say(page, at: moment.time) }
            open.story.say(isReady: status.isReady, at: moment.time)
            if open.story.count != nil, moment.session.component == id { open.story.takeLaterName(moment) }
            if moment.isDidAppear(of: id), let beganAt = open.story.beganAt,
                beganAt < moment.time || open.story.line < moment.line,
                !records.contains(where: \.isDuplicate)
            {
                open.story.returns.add(moment.time)
            }
        }
    }

    /// A component is said to be shown, and cannot be seen.
    private mutating func hold(_ status: ComponentStatus, _ moment: Moment, _ history: inout TraceHistory) {
        let id = status.appearance.component
        guard open[id] == nil else { return }
        var story = makeStory(of: id, in: status.scene, moment)
        story.label = moment.session.identity(of: id)
        story.heldSince = moment.time
        story.heldIn = story.scene
        story.lack = AppearanceStory.Lack(window: !status.isAttached, foreground: !status.isSceneForeground)
        story.isReady = status.isReady
        story.page = status.page
        add(story, id, hasWindow: status.isAttached, &history)
    }

    /// An appearance goes on; begins it, if that is news.
    mutating func begin(
        _ appearance: AppearanceID, at time: Timestamp, in scene: SceneID, _ moment: Moment,
        _ history: inout TraceHistory
    ) {
        let id = appearance.component
        let label = moment.session.label(of: .appearance(appearance))
        if let story = open[id]?.story, story.beganAt != nil {
            if story.label == label { return }
            // No leave told of its end: it is no page.
            end(id, at: moment.time, moment, &history)
        }
        if open[id] == nil { add(makeStory(of: id, in: scene, moment), id, hasWindow: true, &history) }
        let status = moment.session.engine.status(of: id)
        let name = moment.session.name(of: scene)
        let (scenes, replaced) = (scenes, replaced)
        open.change(id) { open in
            let isHeld = open.story.heldSince != nil
            if isHeld { open.takeSceneChanges(scenes) }
            open.story.beginning = moment.beginning(
                of: id, isHeld: isHeld, hasMoved: ExactName(open.story.scene) != ExactName(name),
                isReplacement: replaced == id)
            open.backgroundsBefore = scenes.count(of: name)
            open.hasWindow = true
            open.story.label = label
            open.story.scene = name
            open.story.beganAt = time
            open.story.beginLine = moment.line
            if let page = status?.page {
                if isHeld { open.story.say(page, at: moment.time) } else { open.story.page = page }
            }
            open.story.isReady = status?.isReady ?? open.story.isReady
        }
    }

    mutating func end(_ id: ComponentID, at time: Timestamp, _ moment: Moment, _ history: inout TraceHistory) {
        let scenes = scenes
        open.change(id) { open in
            open.close(in: scenes, at: time)
            open.story.endedAt = time
            open.story.end = moment.end(of: id)
            open.story.endLine = moment.line
        }
        if moment.end(of: id) == .replaced { replaced = id }
        if let last = open.remove(id) { put(last, &history) }
    }

    // MARK: Stories

    /// What stands among the items for a story that goes on. All of them share it.
    private static let placeholder = TraceHistory.Item.note(
        TraceHistory.NoteStory(session: nil, line: 0, time: .zero, text: "", isRecordingStart: false))

    private func makeStory(of id: ComponentID, in scene: SceneID, _ moment: Moment) -> AppearanceStory {
        var story = AppearanceStory(
            session: name, component: moment.session.name(of: id), scene: moment.session.name(of: scene),
            line: moment.line)
        story.announcedAt = announcementTime(of: id)
        return story
    }

    private mutating func add(
        _ story: AppearanceStory, _ id: ComponentID, hasWindow: Bool, _ history: inout TraceHistory
    ) {
        // The story takes its place when it ends.
        let place = add(Self.placeholder, &history)
        open.add(
            id,
            OpenStories.Open(
                story: story, place: place, hasWindow: hasWindow,
                sceneChangesBefore: scenes.changeCount(of: story.scene)))
    }
}

extension OpenStories.Open {
    /// Takes down what its scene tells of it, which is over now; without a time it goes on.
    func close(in scenes: SceneLog, at end: Timestamp?) {
        guard story.beganAt != nil else { return takeSceneChanges(scenes) }
        let isFromBeforeRecording = story.backgrounds.isFromBeforeRecording
        story.backgrounds = scenes.stays(of: story.scene, from: backgroundsBefore, until: end)
        story.backgrounds.isFromBeforeRecording = isFromBeforeRecording
    }

    /// Follows it to a scene and a window; while it is held, that changes what is missing.
    fileprivate func follow(
        to scene: String, hasWindow: Bool, at time: Timestamp, _ scenes: SceneLog
    ) {
        let isChanged = hasWindow != self.hasWindow || ExactName(scene) != ExactName(story.scene)
        if isChanged, story.beganAt == nil { takeSceneChanges(scenes) }
        self.hasWindow = hasWindow
        story.scene = scene
        guard isChanged, story.beganAt == nil else { return }
        sceneChangesBefore = scenes.changeCount(of: scene)
        story.holdChanges.add(AppearanceStory.HoldChange(time: time, scene: scene, lack: lack(in: scenes)))
    }

    /// Takes down how its scene went to the background and came back, before this event.
    fileprivate func takeSceneChanges(_ scenes: SceneLog) {
        let (scene, count) = (story.scene, scenes.changeCount(of: story.scene))
        guard sceneChangesBefore < count else { return }
        let hasWindow = hasWindow
        story.holdChanges.add(sceneChangesBefore..<count) { number in
            scenes.change(number, of: scene).map {
                AppearanceStory.HoldChange(
                    time: $0.time, scene: scene,
                    lack: AppearanceStory.Lack(window: !hasWindow, foreground: $0.isBackground))
            }
        }
        sceneChangesBefore = count
    }

    private func lack(in scenes: SceneLog) -> AppearanceStory.Lack {
        AppearanceStory.Lack(window: !hasWindow, foreground: scenes.backgroundStart(of: story.scene) != nil)
    }

    /// A recording begins while it is held: what was before is not told.
    func beginRecording(of scenes: SceneLog) {
        guard story.beganAt == nil else { return }
        story.heldIn = story.scene
        story.lack = lack(in: scenes)
        story.holdChanges = Recurrence()
        sceneChangesBefore = scenes.changeCount(of: story.scene)
    }
}

extension AppearanceStory {
    /// It is a page of this name.
    mutating func say(_ page: PageContext, at time: Timestamp) {
        if self.page == nil, beganAt != nil { becamePageAt = time }
        if let before = self.page, before != page, count == nil { earlierNames.add(Name(page: before, time: time)) }
        self.page = page
    }

    fileprivate mutating func say(isReady: Bool, at time: Timestamp) {
        if isReady, !self.isReady, page != nil, beganAt != nil, becameReadyAt == nil { becameReadyAt = time }
        self.isReady = isReady
    }

    /// Takes down what an event calls its page, which has been counted under another name (PV-004).
    fileprivate mutating func takeLaterName(_ moment: Moment) {
        guard let name = moment.page, !name.isBlank, name != laterNames.last?.page ?? page else { return }
        laterNames.add(Name(page: name, time: moment.time))
    }
}

extension EngineRecord {
    fileprivate var isDuplicate: Bool {
        if case .diagnostic(let diagnostic) = self { diagnostic.kind == .duplicateDidAppear } else { false }
    }
}
