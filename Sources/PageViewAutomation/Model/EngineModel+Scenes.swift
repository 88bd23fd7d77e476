/// Scenes: their visibility, their order, their components; and the start and stop of the engine.
extension EngineModel {
    mutating func apply(_ event: SceneEvent, to slot: Slot) {
        switch event {
        case .foreground: foreground(scene(slot))
        case .background: background(scene(slot))
        case .active: bringToFront(scene(slot))
        // A scene without the user's attention is still seen.
        case .inactive: break
        case .close: close(slot)
        }
    }

    private mutating func background(_ scene: SceneRef) {
        scene.record.link = nil
        guard scene.record.isForeground else { return }
        scene.record.backgroundSince = now
        setForeground(false, scene)
    }

    /// Counts what the background held back: first live pages in the order in which they began, then held components in that of
    /// their `didAppear` (ORD-002).
    private mutating func foreground(_ scene: SceneRef) {
        guard !scene.record.isForeground else { return }
        scene.record.backgroundTotal = scene.record.background(until: now)
        setForeground(true, scene)
        for slot in takeAwaitingForeground(scene) {
            let component = component(slot)
            if slot == scene.record.current, policy.foreground == .counts, component.state.isCounted {
                replaceIfCounted(component, cause: .foregrounded)
            } else {
                countIfReady(component, in: scene, cause: .foregrounded)
            }
        }
        var slot = scene.record.held.first
        while !slot.isNone {
            let next = components[slot].listLinks.next
            beginIfVisible(component(slot), cause: .foregrounded)
            slot = next
        }
    }

    /// The live pages that may count now, in the order in which they began.
    private mutating func takeAwaitingForeground(_ scene: SceneRef) -> [Slot] {
        var slots = scene.record.awaitingForeground
        let current = scene.record.current
        if policy.foreground == .counts, !current.isNone, states[current].isCounted { slots.append(current) }
        guard !slots.isEmpty else { return [] }
        scene.record.awaitingForeground = []
        for slot in slots { states[slot].isAwaitingForeground = false }
        // An appearance of the list may have ended, its slot may belong to another component, and a slot may be there twice.
        return Set(slots).filter { component($0).isLivePage && components[$0].scene == scene.slot }
            .sorted { components[$0].order < components[$1].order }
    }

    /// Ends what is in the scene, detaches its components and forgets the rest (AP-009).
    private mutating func close(_ slot: Slot) {
        endAll(in: [slot], by: .sceneClosed)
        var member = scenes[slot].firstMember
        while !member.isNone {
            _ = states[member].machine.apply(SceneEvent.close)
            states[member].isAttached = false
            // Components that are no pages are in no list.
            end(component(member), by: .sceneClosed)
            member = components[member].member.next
        }
        finishInput()
        lastPage.keep(scenes[slot].lastPage, ofClosing: slot)
        lastCounted.keep(scenes[slot].lastCounted, ofClosing: slot)
        scenes[slot].forget()
        freeSceneIfUnused(slot)
    }

    /// Ends first the live pages, the newest first, then the held components, the latest `didAppear` first (ORD-002).
    private mutating func endAll(in scenes: [Slot], by ending: Ending) {
        var live: [Slot] = []
        var held: [Slot] = []
        for scene in scenes {
            live += slots(in: .live, of: self.scene(scene))
            held += slots(in: .held, of: self.scene(scene))
        }
        live.sort { components[$0].order > components[$1].order }
        held.sort { components[$0].order > components[$1].order }
        for slot in live + held { end(component(slot), by: ending) }
    }

    // MARK: Components of a scene

    /// Makes a component a member of a scene.
    mutating func join(_ slot: Slot, to scene: Slot) {
        let first = scenes[scene].firstMember
        components[slot].scene = scene
        components[slot].member = Links(previous: .none, next: first)
        if !first.isNone { components[first].member.previous = slot }
        scenes[scene].firstMember = slot
    }

    /// Ends a component's membership in its scene.
    mutating func leaveScene(_ slot: Slot) {
        let scene = components[slot].scene
        guard !scene.isNone else { return }
        let links = components[slot].member
        if links.previous.isNone {
            scenes[scene].firstMember = links.next
        } else {
            components[links.previous].member.next = links.next
        }
        if !links.next.isNone { components[links.next].member.previous = links.previous }
        components[slot].member = Links()
        components[slot].scene = .none
        freeSceneIfUnused(scene)
    }

    // MARK: The order of scenes (QU-004)

    /// The scene of the engine's current page: those in the foreground first, then the one that came to the front last.
    ///
    /// One list has all scenes, whether they have a page or not, so that a page, the foreground and the background move none.
    func frontScene() -> Slot? {
        guard foregroundPageCount + backgroundPageCount > 0 else { return nil }
        var slot = sceneOrder.last
        while !slot.isNone {
            let isCandidate = foregroundPageCount == 0 || scenes[slot].isForeground
            if isCandidate, !scenes[slot].current.isNone { return slot }
            slot = scenes[slot].front.previous
        }
        return nil
    }

    mutating func bringToFront(_ scene: SceneRef) {
        guard sceneOrder.last != scene.slot else { return }
        removeFromOrder(scene.slot)
        let last = sceneOrder.last
        scene.record.front = Links(previous: last, next: .none)
        if last.isNone { sceneOrder.first = scene.slot } else { scenes[last].front.next = scene.slot }
        sceneOrder.last = scene.slot
        appendCurrentPageMark()
    }

    /// Puts a new scene behind all others: it comes to the front when something begins in it.
    mutating func putBehind(_ slot: Slot) {
        let first = sceneOrder.first
        scenes[slot].front = Links(previous: .none, next: first)
        if first.isNone { sceneOrder.last = slot } else { scenes[first].front.previous = slot }
        sceneOrder.first = slot
    }

    mutating func removeFromOrder(_ slot: Slot) {
        let links = scenes[slot].front
        if links.previous.isNone {
            sceneOrder.first = links.next
        } else {
            scenes[links.previous].front.next = links.next
        }
        if links.next.isNone {
            sceneOrder.last = links.previous
        } else {
            scenes[links.next].front.previous = links.previous
        }
        scenes[slot].front = Links()
    }

    private mutating func setForeground(_ isForeground: Bool, _ scene: SceneRef) {
        if !scene.record.current.isNone {
            foregroundPageCount += isForeground ? 1 : -1
            backgroundPageCount += isForeground ? -1 : 1
        }
        scene.record.isForeground = isForeground
        appendCurrentPageMark()
    }

    // MARK: Start and stop

    /// Ends everything. Nothing is emitted afterwards, but the model still follows what is shown (ORD-005).
    mutating func stop() {
        guard isRunning else { return }
        let front = frontScene()
        let shown = components.indices.filter { states[$0].isShown }
            .sorted { components[$0].order < components[$1].order }
        let visible = Set(shown.filter { !states[$0].isHeld })
        endAll(in: Array(scenes.indices), by: .stopped)
        for slot in shown { end(component(slot), by: .stopped) }
        finishInput()
        if let front { lastPage.move(to: front) }
        isRunning = false
        for slot in shown {
            // A start that counts visible pages finds what was live; what was held has not been visible.
            if visible.contains(slot) {
                states[slot].presence = .visibleWhileStopped
                components[slot].order = nextOrder()
            } else {
                show(component(slot), cause: .appeared)
            }
        }
        for scene in scenes.indices { scenes[scene].link = nil }
    }

    /// Runs again. Visible components begin now if `isCountingVisible`, otherwise at their next `didAppear`.
    mutating func start(isCountingVisible: Bool) {
        guard !isRunning else { return }
        isRunning = true
        guard isCountingVisible else { return }
        let shown = components.indices.filter { states[$0].presence == .visibleWhileStopped }
            .sorted { components[$0].order < components[$1].order }
        for slot in shown {
            states[slot].presence = .held
            insert(component(slot), into: .held, of: scene(components[slot].scene))
            beginIfVisible(component(slot), cause: .appeared)
        }
    }
}
