/// What happens to scenes, and the engine's start and stop.
extension EngineModel {
    mutating func apply(_ event: SceneEvent, toScene scene: Place) {
        switch event {
        case .foreground: foreground(scene)
        case .background: background(scene)
        case .active: bringToFront(stage(scene), nextOrder())
        // Whether a scene has the user's attention says nothing about what is seen.
        case .inactive: break
        case .close: close(scene)
        }
    }

    private mutating func background(_ scene: Place) {
        scenes[scene].link = nil
        guard scenes[scene].isForeground else { return }
        setForeground(false, stage(scene))
        scenes[scene].backgroundSince = now
    }

    /// First the live pages in the order in which they began, then the held components in that of their `didAppear`
    /// (ORD-002).
    private mutating func foreground(_ scene: Place) {
        guard !scenes[scene].isForeground else { return }
        let current = scenes[scene].current
        scenes[scene].backgroundTotal = scenes[scene].background(until: now)
        setForeground(true, stage(scene))
        let last = scenes[scene].live.last
        var place = scenes[scene].live.first
        while !place.isNone {
            let next = place == last ? Place.none : self[place].row.next
            if place == current, policy.foreground == .counts, self[place].isCounted {
                replaceIfCounted(subject(place), cause: .foregrounded)
            } else {
                countIfReady(subject(place), in: stage(scene), cause: .foregrounded)
            }
            place = next
        }
        beginHeld(in: scene, cause: .foregrounded)
    }

    private mutating func beginHeld(in scene: Place, cause: PageView.Cause) {
        var place = scenes[scene].held.first
        while !place.isNone {
            let next = self[place].row.next
            beginIfVisible(subject(place), cause: cause)
            place = next
        }
    }

    /// Ends what is in the scene, detaches its components and forgets the rest (AP-009).
    private mutating func close(_ scene: Place) {
        endAll(in: [scene], by: .sceneClosed)
        var member = scenes[scene].firstMember
        while !member.isNone {
            _ = states[member].machine.apply(SceneEvent.close)
            states[member].isAttached = false
            // An appearance of a component that is no page is in no row.
            end(subject(member), by: .sceneClosed)
            member = self[member].member.next
        }
        finish()
        lastPage.keep(scenes[scene].last, ofClosing: scene)
        lastCounted.keep(scenes[scene].lastCounted, ofClosing: scene)
        scenes[scene].forget()
        scenes[scene].isOpen = false
        releaseSceneIfUnused(scene)
    }

    /// First the live pages, the newest first, then the held components, the latest `didAppear` first (ORD-002).
    private mutating func endAll(in scenes: [Place], by ending: Ending) {
        var live: [Place] = []
        var held: [Place] = []
        for scene in scenes {
            live += places(in: self.scenes[scene].live)
            held += places(in: self.scenes[scene].held)
        }
        live.sort { self[$0].order > self[$1].order }
        held.sort { self[$0].order > self[$1].order }
        for place in live + held { end(subject(place), by: ending) }
    }

    func places(in row: Row, _ kind: RowKind = .live) -> [Place] {
        var places: [Place] = []
        var place = row.first
        while !place.isNone {
            places.append(place)
            place = self[place][kind].next
        }
        return places
    }

    /// Ends everything; nothing is emitted afterwards, but what is shown is still followed (ORD-005).
    package mutating func stop() {
        guard isRunning else { return }
        let current = currentScene()
        // Where the framework still shows something, a start that is asked to can count it.
        let shown = components.indices
            .filter { states[$0].isShown }
            .sorted { self[$0].order < self[$1].order }
        let wasVisible = Set(shown.filter { !states[$0].isHeld })
        endAll(in: Array(scenes.indices), by: .stopped)
        for place in shown { end(subject(place), by: .stopped) }
        finish()
        if let current { lastPage.move(to: current) }
        isRunning = false
        for place in shown {
            // What was live has been visible; what was held has not.
            if wasVisible.contains(place) {
                states[place].presence = .passedOver
                self[place].order = nextOrder()
            } else {
                show(subject(place), cause: .appeared)
            }
        }
        for scene in scenes.indices { scenes[scene].link = nil }
    }

    /// Follows again. What is visible already begins now if `isCountingVisible`, and otherwise with its next `didAppear`.
    mutating func start(isCountingVisible: Bool) {
        guard !isRunning else { return }
        isRunning = true
        guard isCountingVisible else { return }
        let shown = components.indices
            .filter { states[$0].presence == .passedOver }
            .sorted { self[$0].order < self[$1].order }
        for place in shown {
            states[place].presence = .held
            enlist(subject(place), .held, in: stage(self[place].scene))
            beginIfVisible(subject(place), cause: .appeared)
        }
        finish()
    }
}
