import NavigationTraces
import PageViewAutomation

extension SessionHistory {
    /// Updates the story of a component from its state in the engine.
    ///
    /// - Parameter isDecided: Whether no update postpones the decision about the component (AP-015).
    mutating func updateStory(
        of id: ComponentID, _ moment: Moment, _ records: [EngineRecord], isDecided: Bool, _ history: inout TraceHistory
    ) {
        guard let status = moment.session.engine.status(of: id), status.presence != .hidden else {
            // A component that is not a page has no page leave, so its story ends here.
            if isDecided, open[id] != nil { end(id, at: moment.time, moment, &history) }
            return
        }
        // A container hid a component that is not a page.
        if status.presence == .held, open[id]?.isHeld == false { end(id, at: moment.time, moment, &history) }
        if status.presence == .held {
            hold(status, moment, &history)
        } else {
            begin(status.appearance, at: status.beganAt, in: status.scene, moment, &history)
        }
        let scene = moment.session.name(of: status.scene)
        let container = status.container.map { AppearanceStory.Container($0, in: moment.session) }
        let scenes = scenes
        open.change(id) { open in
            if isDecided {
                open.follow(to: scene, hasWindow: status.isAttached, hiddenBy: container, at: moment.time, scenes)
            }
            if let page = status.page { open.story.update(page, at: moment.time) }
            open.story.update(isReady: status.isReady, at: moment.time)
            if open.story.count != nil, moment.session.component == id { open.story.recordLaterName(moment) }
            if moment.isDidAppear(of: id), let beganAt = open.story.beganAt,
                beganAt < moment.time || open.story.line < moment.line,
                !records.contains(where: \.isDuplicate)
            {
                open.story.returns.add(moment.time)
            }
        }
    }

    /// Begins the story of a held component (AP-002).
    private mutating func hold(_ status: ComponentStatus, _ moment: Moment, _ history: inout TraceHistory) {
        let id = status.appearance.component
        guard open[id] == nil else { return }
        var story = makeStory(of: id, in: status.scene, moment)
        story.label = moment.session.identity(of: id)
        story.heldSince = moment.time
        story.heldIn = story.scene
        story.missing = AppearanceStory.MissingConditions(
            window: !status.isAttached, foreground: !status.isSceneForeground,
            container: status.container.map { AppearanceStory.Container($0, in: moment.session) }, commit: isInUpdate)
        story.wasHiddenByContainer = hidden.contains(id)
        story.isReady = status.isReady
        story.page = status.page
        add(story, id, hasWindow: status.isAttached, &history)
        open[id]?.container = story.missing.container
    }

    /// Begins the story of an appearance, or continues the story of a held component. Does nothing if the story of this
    /// appearance has begun already.
    mutating func begin(
        _ appearance: AppearanceID, at time: Timestamp, in scene: SceneID, _ moment: Moment,
        _ history: inout TraceHistory
    ) {
        let id = appearance.component
        let label = moment.session.label(of: .appearance(appearance))
        if let story = open[id]?.story, story.beganAt != nil {
            if story.label == label { return }
            // The earlier appearance ended without a page leave, because its component is not a page.
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
                of: id, isHeld: isHeld, hiddenBy: open.container,
                hasMoved: ExactName(open.story.scene) != ExactName(name), isReplacement: replaced == id)
            // The report and the commit of its update are one instant.
            if open.story.missing.commit, open.story.heldSince == time { open.forgetHold() }
            open.backgroundsBefore = scenes.count(of: name)
            open.hasWindow = true
            open.story.label = label
            open.story.scene = name
            open.story.beganAt = time
            open.story.beginLine = moment.line
            if let page = status?.page {
                if isHeld { open.story.update(page, at: moment.time) } else { open.story.page = page }
            }
            open.story.isReady = status?.isReady ?? open.story.isReady
        }
        if let open = open[id] { turns.begin(open, id, scenes, &history) }
    }

    mutating func end(_ id: ComponentID, at time: Timestamp, _ moment: Moment, _ history: inout TraceHistory) {
        let scenes = scenes
        open.change(id) { open in
            open.close(in: scenes, at: time)
            open.story.endedAt = time
            open.story.end = moment.end(of: id)
            open.story.hider = open.story.end == .hidden ? moment.hider(of: id) : nil
            open.story.endLine = moment.line
        }
        if let open = open[id] { turns.end(open, id, scenes) }
        if moment.session.engine.status(of: id) == nil { turns.forget(id) }
        if open[id]?.story.end == .replaced { replaced = id }
        if open[id]?.story.end == .hidden { hidden.insert(id) }
        if let last = open.remove(id) { store(last, &history) }
    }

    // MARK: Stories

    /// The item that reserves the index of a story until the story ends. All open stories share this item.
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
        // `store` replaces the placeholder by the story when the story ends.
        let index = add(Self.placeholder, &history)
        open.add(
            id,
            OpenStories.Open(
                story: story, index: index, hasWindow: hasWindow,
                sceneChangesBefore: scenes.changeCount(of: story.scene)))
    }
}

extension OpenStories.Open {
    /// Completes the stays in the background; `end` is `nil` for a story that is open at the end of the trace.
    func close(in scenes: SceneLog, at end: Timestamp?) {
        guard story.beganAt != nil else { return takeSceneChanges(scenes) }
        (story.backgrounds, story.backgroundLength) = scenes.stays(
            of: story.scene, from: backgroundsBefore, until: end)
    }

    /// Updates the scene and the window of the component. A held component then lacks other conditions.
    fileprivate func follow(
        to scene: String, hasWindow: Bool, hiddenBy container: AppearanceStory.Container?, at time: Timestamp,
        _ scenes: SceneLog
    ) {
        let isChanged =
            hasWindow != self.hasWindow || container != self.container || ExactName(scene) != ExactName(story.scene)
        if isChanged, isHeld { takeSceneChanges(scenes) }
        self.hasWindow = hasWindow
        self.container = container
        story.scene = scene
        guard isHeld else { return }
        if story.missing.commit {
            // The update in which the hold began has been committed.
            story.missing = missing(in: scenes)
            return
        }
        guard isChanged else { return }
        sceneChangesBefore = scenes.changeCount(of: scene)
        story.holdChanges.add(AppearanceStory.HoldChange(time: time, scene: scene, missing: missing(in: scenes)))
    }

    /// Adds the scene's changes between foreground and background since the last call. Call it only for a held component.
    fileprivate func takeSceneChanges(_ scenes: SceneLog) {
        let (scene, count) = (story.scene, scenes.changeCount(of: story.scene))
        guard sceneChangesBefore < count else { return }
        let (hasWindow, container) = (hasWindow, container)
        story.holdChanges.add(sceneChangesBefore..<count) { number in
            scenes.change(number, of: scene).map {
                AppearanceStory.HoldChange(
                    time: $0.time, scene: scene,
                    missing: AppearanceStory.MissingConditions(
                        window: !hasWindow, foreground: $0.isBackground, container: container))
            }
        }
        sceneChangesBefore = count
    }

    private func missing(in scenes: SceneLog) -> AppearanceStory.MissingConditions {
        AppearanceStory.MissingConditions(
            window: !hasWindow, foreground: scenes.backgroundStart(of: story.scene) != nil, container: container)
    }

    /// Removes the hold of an appearance that began when it was reported as shown.
    fileprivate func forgetHold() {
        (story.heldSince, story.heldIn, story.missing) = (nil, nil, AppearanceStory.MissingConditions())
    }

    /// Drops the changes before the recording, if the component is held when the recording begins.
    func beginRecording(of scenes: SceneLog) {
        guard isHeld else { return }
        story.heldIn = story.scene
        story.missing = missing(in: scenes)
        story.holdChanges = Recurrence()
        sceneChangesBefore = scenes.changeCount(of: story.scene)
    }
}

extension AppearanceStory {
    /// Updates the page, and adds its earlier name to the earlier names.
    mutating func update(_ page: PageContext, at time: Timestamp) {
        if self.page == nil, beganAt != nil { becamePageAt = time }
        if let before = self.page, before != page, count == nil { earlierNames.add(Name(page: before, time: time)) }
        self.page = page
    }

    fileprivate mutating func update(isReady: Bool, at time: Timestamp) {
        if isReady, !self.isReady, page != nil, beganAt != nil, becameReadyAt == nil { becameReadyAt = time }
        self.isReady = isReady
    }

    /// Adds another name that the event declares for a counted page (PV-004).
    fileprivate mutating func recordLaterName(_ moment: Moment) {
        guard let name = moment.page, !name.isBlank, name != laterNames.last?.page ?? page else { return }
        laterNames.add(Name(page: name, time: moment.time))
    }
}

extension EngineRecord {
    fileprivate var isDuplicate: Bool {
        if case .diagnostic(let diagnostic) = self { diagnostic.kind == .duplicateDidAppear } else { false }
    }
}

/// The open stories of a session, by component and by scene (SC-007).
struct OpenStories {
    /// An open story. It is a class, so that a growing table does not copy stories.
    final class Open {
        var story: AppearanceStory
        /// The index of the story among the items of the history.
        let index: Int
        /// The turn in which the appearance began (EX-007).
        var turn = -1
        /// The number of the scene's stays in the background before the appearance began.
        var backgroundsBefore = 0
        var hasWindow: Bool
        var container: AppearanceStory.Container?
        /// The number of the scene's changes between foreground and background that the held story contains.
        var sceneChangesBefore: Int

        init(story: AppearanceStory, index: Int, hasWindow: Bool, sceneChangesBefore: Int) {
            (self.story, self.index) = (story, index)
            (self.hasWindow, self.sceneChangesBefore) = (hasWindow, sceneChangesBefore)
        }
    }

    private var all: [ComponentID: Open] = [:]
    private var inScene = ComponentsByScene()

    subscript(id: ComponentID) -> Open? { all[id] }

    var ids: [ComponentID] { Array(all.keys) }

    func ids(in scene: String) -> Set<ComponentID> { inScene[scene] }

    mutating func add(_ id: ComponentID, _ open: Open) {
        all[id] = open
        inScene.insert(id, open.story.scene)
    }

    /// Changes an open story, and updates the tables of scenes.
    mutating func change(_ id: ComponentID, _ body: (Open) -> Void) {
        guard let open = all[id] else { return }
        let scene = open.story.scene
        body(open)
        guard scene != open.story.scene else { return }
        inScene.remove(id, scene)
        inScene.insert(id, open.story.scene)
    }

    mutating func remove(_ id: ComponentID) -> Open? {
        guard let open = all.removeValue(forKey: id) else { return nil }
        inScene.remove(id, open.story.scene)
        return open
    }
}

extension OpenStories.Open {
    var isHeld: Bool { story.beganAt == nil }
}
