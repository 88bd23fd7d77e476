/// Scenes (AP-007, AP-009, QU-004), and the start and stop of the engine (ORD-005).
extension EngineModel {
    mutating func apply(_ event: SceneEvent, to slot: Slot) {
        switch event {
        case .foreground: foreground(scene(slot))
        case .background: background(scene(slot))
        case .active: bringToFront(scene(slot))
        // A scene without the user's attention is still visible.
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

    /// Brings a scene to the foreground, and counts the pages that waited for that (ORD-002).
    ///
    /// First it counts live pages, in the order in which they began. Then it begins the appearances of held components, in the
    /// order of their `didAppear`.
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
            let next = components[slot].listNeighbours.next
            beginIfVisible(component(slot), cause: .foregrounded)
            slot = next
        }
    }

    /// Removes and returns the live pages that may count now, in the order in which they began.
    private mutating func takeAwaitingForeground(_ scene: SceneRef) -> [Slot] {
        var slots = scene.record.awaitingForeground
        let current = scene.record.current
        if policy.foreground == .counts, !current.isNone, states[current].isCounted { slots.append(current) }
        guard !slots.isEmpty else { return [] }
        scene.record.awaitingForeground = []
        for slot in slots { states[slot].isAwaitingForeground = false }
        // An appearance in the list may have ended, its slot may belong to another component, and a slot may occur twice.
        var live: [Slot] = []
        for slot in sortedByOrder(slots) where component(slot).isLivePage && components[slot].scene == scene.slot {
            if live.last != slot { live.append(slot) }
        }
        return live
    }

    /// Returns components in their order. No two components have the same order.
    @inline(never)
    private func sortedByOrder(_ slots: [Slot]) -> [Slot] {
        slots.sorted { components[$0].order < components[$1].order }
    }

    /// Ends the appearances in a scene, detaches its components, and resets the scene (AP-009).
    private mutating func close(_ slot: Slot) {
        endAll(in: [slot], by: .sceneClosed)
        var member = scenes[slot].firstMember
        while !member.isNone {
            _ = states[member].machine.apply(SceneEvent.close)
            states[member].isAttached = false
            // Components that are no pages are in no list, so `endAll` does not end them.
            end(component(member), by: .sceneClosed)
            member = components[member].member.next
        }
        finishInput()
        lastPage.keep(scenes[slot].lastPage, ofClosing: slot)
        lastCounted.keep(scenes[slot].lastCounted, ofClosing: slot)
        scenes[slot].forget()
        freeSceneIfUnused(slot)
    }

    /// Ends all appearances in some scenes, in the order of ORD-002.
    ///
    /// First it ends the live pages, the newest first. Then it ends the held components, the latest `didAppear` first.
    private mutating func endAll(in scenes: [Slot], by ending: Ending) {
        var live: [Slot] = []
        var held: [Slot] = []
        for scene in scenes {
            live += slots(in: .live, of: self.scene(scene))
            held += slots(in: .held, of: self.scene(scene))
        }
        for slot in sortedByOrder(live).reversed() { end(component(slot), by: ending) }
        for slot in sortedByOrder(held).reversed() { end(component(slot), by: ending) }
    }

    // MARK: Components of a scene

    /// Adds a component to the components of a scene.
    mutating func join(_ slot: Slot, to scene: Slot) {
        let first = scenes[scene].firstMember
        components[slot].scene = scene
        components[slot].member = Neighbours(previous: .none, next: first)
        if !first.isNone { components[first].member.previous = slot }
        scenes[scene].firstMember = slot
    }

    /// Removes a component from the components of its scene.
    mutating func leaveScene(_ slot: Slot) {
        let scene = components[slot].scene
        guard !scene.isNone else { return }
        let neighbours = components[slot].member
        if neighbours.previous.isNone {
            scenes[scene].firstMember = neighbours.next
        } else {
            components[neighbours.previous].member.next = neighbours.next
        }
        if !neighbours.next.isNone { components[neighbours.next].member.previous = neighbours.previous }
        components[slot].member = Neighbours()
        components[slot].scene = .none
        freeSceneIfUnused(scene)
    }

    // MARK: The order of scenes (QU-004)

    /// Returns the scene of the engine's current page.
    ///
    /// Scenes in the foreground precede those in the background. Within each group, the scene that came to the front last is
    /// first. One list contains all scenes, with or without a page. So neither a page nor a change of visibility moves a scene in
    /// the list.
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
        scene.record.front = Neighbours(previous: last, next: .none)
        if last.isNone { sceneOrder.first = scene.slot } else { scenes[last].front.next = scene.slot }
        sceneOrder.last = scene.slot
        appendCurrentPageMark()
    }

    /// Inserts a new scene behind all others. It comes to the front when an appearance begins in it.
    mutating func putBehind(_ slot: Slot) {
        let first = sceneOrder.first
        scenes[slot].front = Neighbours(previous: .none, next: first)
        if first.isNone { sceneOrder.last = slot } else { scenes[first].front.previous = slot }
        sceneOrder.first = slot
    }

    mutating func removeFromOrder(_ slot: Slot) {
        let neighbours = scenes[slot].front
        if neighbours.previous.isNone {
            sceneOrder.first = neighbours.next
        } else {
            scenes[neighbours.previous].front.next = neighbours.next
        }
        if neighbours.next.isNone {
            sceneOrder.last = neighbours.previous
        } else {
            scenes[neighbours.next].front.previous = neighbours.previous
        }
        scenes[slot].front = Neighbours()
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

    /// Ends all appearances. The model emits nothing afterwards, but still records which components are shown (ORD-005).
    mutating func stop() {
        guard isRunning else { return }
        let front = frontScene()
        let shown = sortedByOrder(components.indices.filter { states[$0].isShown })
        let wasVisible = shown.map { !states[$0].isHeld }
        endAll(in: Array(scenes.indices), by: .stopped)
        for slot in shown { end(component(slot), by: .stopped) }
        finishInput()
        if let front { lastPage.move(to: front) }
        isRunning = false
        for (slot, wasVisible) in zip(shown, wasVisible) {
            // A start that counts visible pages begins appearances of components that were live. Held ones were not visible.
            if wasVisible {
                states[slot].presence = .visibleWhileStopped
                components[slot].order = nextOrder()
            } else {
                show(component(slot), cause: .appeared)
            }
        }
        for scene in scenes.indices { scenes[scene].link = nil }
    }

    /// Makes the model run again (ORD-005).
    ///
    /// If `isCountingVisible`, the appearances of visible components begin now. Otherwise each begins at the next `didAppear`.
    mutating func start(isCountingVisible: Bool) {
        guard !isRunning else { return }
        isRunning = true
        guard isCountingVisible else { return }
        for slot in sortedByOrder(components.indices.filter { states[$0].presence == .visibleWhileStopped }) {
            states[slot].presence = .held
            insert(component(slot), into: .held, of: scene(components[slot].scene))
            beginIfVisible(component(slot), cause: .appeared)
        }
    }
}
