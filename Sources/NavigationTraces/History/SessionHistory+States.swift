import PageViewAutomation

extension SessionHistory {
    /// Compares what is known of a component with where it stands now.
    mutating func look(
        at id: ComponentID, _ moment: Moment, _ records: [EngineRecord], _ history: inout TraceHistory
    ) {
        guard let status = moment.session.engine.status(of: id), status.presence != .away else {
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
        open.change(id) { open in
            open.story.scene = scene
            if status.isAttached != open.hasWindow {
                open.hasWindow = status.isAttached
                open.windowChangedAt = moment.time
            }
            if let page = status.page { open.story.say(page, at: moment.time) }
            open.story.say(isReady: status.isReady, at: moment.time)
            if open.story.count != nil, moment.session.component == id { open.story.rename(moment) }
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
        // The component as it is called in identities: there may have been others of its name.
        let label = moment.session.label(of: .appearance(status.appearance))
        story.label = label.lastIndex(of: "/").map { String(label[..<$0]) } ?? label
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
            if isHeld { open.noteLack(in: scenes) }
            open.story.beginning = moment.beginning(
                of: id, isHeld: isHeld, hadWindow: isHeld && open.hasWindow, isReplacement: replaced == id)
            open.backgroundsBefore = scenes.count(of: name)
            open.hasWindow = true
            open.story.label = label
            open.story.scene = name
            open.story.beganAt = time
            open.story.beginLine = moment.line
            open.story.page = status?.page ?? open.story.page
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
        if let last = open.remove(id) { history.items[last.place] = .appearance(last.story) }
    }

    // MARK: Stories

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
        let place = add(.appearance(story), &history)
        open.add(id, OpenStories.Open(story: story, place: place, hasWindow: hasWindow))
    }
}

extension OpenStories.Open {
    /// Takes down what its scene tells of it, which is over now; without a time it goes on.
    mutating func close(in scenes: SceneLog, at end: Timestamp?) {
        guard story.beganAt != nil else { return noteLack(in: scenes) }
        let isFromBeforeRecording = story.backgrounds.isFromBeforeRecording
        story.backgrounds = scenes.stays(of: story.scene, from: backgroundsBefore, until: end)
        story.backgrounds.isFromBeforeRecording = isFromBeforeRecording
    }

    /// Takes down what it lacked last, before this event.
    fileprivate mutating func noteLack(in scenes: SceneLog) {
        let lack = AppearanceStory.Lack(
            window: !hasWindow, foreground: scenes.backgroundStart(of: story.scene) != nil)
        guard lack != story.lack, let heldSince = story.heldSince else { return }
        story.lastLack = lack
        story.lastLackSince = [heldSince, windowChangedAt, scenes.lastChange(of: story.scene)].compactMap { $0 }.max()
    }
}

extension AppearanceStory {
    /// It is a page of this name.
    mutating func say(_ page: PageContext, at time: Timestamp) {
        if self.page == nil, beganAt != nil { becamePageAt = time }
        self.page = page
    }

    fileprivate mutating func say(isReady: Bool, at time: Timestamp) {
        if isReady, !self.isReady, page != nil, beganAt != nil, becameReadyAt == nil { becameReadyAt = time }
        self.isReady = isReady
    }

    /// Takes down what an event calls its page, which has been counted under another name (PV-004).
    fileprivate mutating func rename(_ moment: Moment) {
        guard let name = moment.page, let page, !name.isBlank else { return }
        if rename == nil, name == page { return }
        if rename?.lastPage == name { return }
        rename?.count += 1
        rename?.lastPage = name
        rename?.lastTime = moment.time
        if rename == nil {
            rename = Rename(page: name, time: moment.time, lastPage: name, lastTime: moment.time)
        }
    }
}

extension EngineRecord {
    fileprivate var isDuplicate: Bool {
        if case .diagnostic(let diagnostic) = self { diagnostic.kind == .duplicateDidAppear } else { false }
    }
}
