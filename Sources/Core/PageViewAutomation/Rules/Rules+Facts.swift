/// The facts that reports change: of components, containers, selections, and scenes.
extension Rules {
    mutating func setChanged(_ slot: Int) {
        if components[slot].setChanged() { changed.append(slot) }
    }

    // MARK: Reports about a component

    // Inlining saves 28 of the 470 instructions of a repeated report.
    #if !hasFeature(Embedded)
    @inline(__always)
    #endif
    mutating func report(_ event: ComponentEvent, of id: ComponentID, mentionedIn scene: SceneID?) {
        if event == .attach, let scene { return attach(id, to: scene) }
        guard let slot = slot(of: id, mentionedIn: scene) else { return }
        switch event {
        case .willAppear: willAppear(slot)
        case .didAppear: didAppear(slot)
        case .willDisappear: willDisappear(slot)
        case .didDisappear: didDisappear(slot)
        case .attach: attach(slot, to: components[slot].scene)
        case .detach:
            // A detach also ends a transition in progress (LC-002).
            if !components[slot].machine.isAppeared { _ = components[slot].machine.apply(.detach) }
            detach(slot)
        case .destroy: destroy(slot)
        case .select: select(slot)
        case .deselect: deselect(slot)
        case .focus: acts.append(.focus(id))
        }
    }

    private mutating func willAppear(_ slot: Int) {
        if components[slot].appears(.willAppear), !detached.contains(slot) {
            diagnose(.unexpectedWillAppear, components[slot].id)
        }
    }

    private mutating func didAppear(_ slot: Int, isStated: Bool = false) {
        let wasAppeared = components[slot].machine.isAppeared
        let isRepeated = components[slot].appears(.didAppear)
        // Under every policy, this `didAppear` answers the `willDisappear` before it (POL-002).
        let isAnswer = components[slot].appearance.sawWillDisappear
        components[slot].appearance.sawWillDisappear = false
        let isExclusivePart = components[slot].parent != nil && selectByAppearing(slot)
        // After a `detach` in an update, it replaces the `didAppear` that the `detach` may make void (AP-005).
        let isReplacement = !detached.isEmpty && detached.contains(slot)
        if isReplacement { detached.removeAll { $0 == slot } }
        if !wasAppeared || isReplacement {
            components[slot].appearedOrder = nextOrder()
            components[slot].hasBegun = false
            if isRunning { components[slot].mutedScene = nil }
            return setChanged(slot)
        }
        if components[slot].isMuted {
            // In a stopped engine a repetition changes nothing, not even the component's position in the order.
            guard isRunning else { return }
            components[slot].mutedScene = nil
            components[slot].appearedOrder = nextOrder()
            return setChanged(slot)
        }
        if isAnswer, components[slot].isLive, policy.cancelledDisappearance == .counts, updateDepth == 0 {
            cancelled = slot
            setChanged(slot)
        }
        if isRepeated, !isStated, !isExclusivePart { diagnose(.duplicateDidAppear, components[slot].id) }
    }

    private mutating func willDisappear(_ slot: Int) {
        components[slot].hasReported = true
        let isUnexpected = components[slot].machine.apply(.willDisappear) != nil
        components[slot].appearance.sawWillDisappear = true
        // The rest of a disappearance that began with a `detach` is no diagnostic (AP-005).
        if isUnexpected, !components[slot].isVoid { diagnose(.unexpectedWillDisappear, components[slot].id) }
    }

    private mutating func didDisappear(_ slot: Int) {
        if components[slot].machine.isAppeared {
            withdraw(slot)
            setChanged(slot)
        } else if !components[slot].isVoid {
            diagnose(.didDisappearWithoutAppear, components[slot].id)
        }
        components[slot].disappears()
        components[slot].listing = 0
    }

    /// A withdrawn held `didAppear` ends as `neverVisible` outside an update (PV-007).
    private mutating func withdraw(_ slot: Int) {
        if updateDepth == 0, !components[slot].hasBegun, components[slot].isHeld { withdrawn.append(slot) }
    }

    /// Voids the `didAppear` of a component (AP-005).
    @inline(never) private mutating func void(_ slot: Int) {
        if components[slot].machine.isAppeared { components[slot].isVoid = true }
        _ = components[slot].machine.apply(.detach)
        components[slot].mutedScene = nil
        components[slot].listing = 0
        setChanged(slot)
    }

    @inline(never) private mutating func attach(_ id: ComponentID, to scene: SceneID) {
        guard !isForeign(scene, of: id), let slot = slot(of: id, mentionedIn: scene),
            let scene = sceneIndex(of: scene)
        else { return }
        attach(slot, to: scene)
    }

    /// Returns whether another notifier issued a scene, and diagnoses that. The caller then rejects the report (AP-011).
    private mutating func isForeign(_ scene: SceneID, of component: ComponentID) -> Bool {
        guard scene.issuer != mainScene.issuer else { return false }
        diagnose(.foreignIdentity, component)
        return true
    }

    @inline(never) private mutating func attach(_ slot: Int, to scene: Int) {
        if components[slot].scene != scene {
            detach(slot)
            move(slot, toScene: scene)
        }
        _ = openScene(scenes[scene].id)
        guard !components[slot].isAttached else { return }
        components[slot].isAttached = true
        setChanged(slot)
    }

    @inline(never) private mutating func detach(_ slot: Int) {
        guard components[slot].isAttached else { return }
        let isVisible = components[slot].isLive || components[slot].isMuted
        components[slot].isAttached = false
        if !components[slot].machine.isAppeared {
            void(slot)
        } else if isVisible, !detached.contains(slot) {
            // The next decision judges it. A held component keeps its `didAppear`, as it may still get its window (AP-002).
            detached.append(slot)
        }
        setChanged(slot)
    }

    /// Voids the `didAppear` of those components that their own `detach` takes from the user (AP-006).
    @inline(never) mutating func voidDetached(_ slots: [Int]) {
        for slot in slots where detached.contains(slot) && components[slot].machine.isAppeared {
            guard let scene = components[slot].liveScene ?? components[slot].mutedScene else { continue }
            if !components[slot].isAttached || components[slot].scene != scene { void(slot) }
        }
        detached.removeAll { slots.contains($0) }
    }

    /// Moves a component to another scene, with the content that was in the same scene (AP-006).
    @inline(never) private mutating func move(_ slot: Int, toScene scene: Int) {
        let old = components[slot].scene
        guard old != scene else { return }
        for slot in components.content(of: slot) where components[slot].scene == old {
            components[slot].scene = scene
            scenes[scene].memberCount += 1
            setChanged(slot)
            leaveScene(old)
        }
    }

    /// Destroys a component. Its parts are parts of its own container from then on (AP-010, AP-017).
    @inline(never) mutating func destroy(_ slot: Int) {
        withdraw(slot)
        for part in components[slot].parts {
            if components[slot].reasonToHide(part) != nil {
                for slot in components.content(of: part) where components[slot].machine.isAppeared { void(slot) }
            }
            components[part].parent = components[slot].parent
            hasMoved = true
            setChanged(part)
        }
        if let parent = components[slot].parent {
            leaveContainer(slot)
            components[parent].parts += components[slot].parts
        }
        components[slot].parts = []
        components[slot].parent = nil
        _ = components[slot].machine.apply(.destroy)
        components[slot].listing = 0
        components[slot].lifetime = .destroyed
        destroyed.append(slot)
        setChanged(slot)
    }

    // MARK: Declarations

    /// Creates a component, or applies a late declaration. Properties that are left out do not change (AP-001).
    @inline(never) mutating func create(_ id: ComponentID, in scene: SceneID?, _ declaration: Input.Declaration) {
        if let scene, isForeign(scene, of: id) { return }
        let isNew = components.slot(of: id) == nil
        // The default is the scene of the container.
        let home = declaration.parent.flatMap { components.slot(of: $0) }.map { scenes[components[$0].scene].id }
        guard let slot = slot(of: id, mentionedIn: scene ?? home) else { return }
        if isNew {
            components[slot].isAttached = declaration.isAttached ?? true
        } else if declaration.isAttached == false {
            detach(slot)
            if let scene = scene.flatMap({ sceneIndex(of: $0) }) { move(slot, toScene: scene) }
        } else if declaration.isAttached == true || scene != nil {
            attach(slot, to: scene.flatMap { sceneIndex(of: $0) } ?? components[slot].scene)
        }
        if let parent = declaration.parent, !move(id, at: slot, into: parent, mentionedIn: scene) { return }
        if let isExclusive = declaration.isExclusive {
            components[slot].isExclusive = isExclusive
            if !isExclusive { setSelection(.none, of: slot) }
        }
        setLevel(declaration.level, of: slot)
        setPage(of: slot, declaration.page, declaration.isReady, declaration.payload)
        let hasPlace = scene != nil || declaration.isAttached != nil || declaration.parent != nil
        decide(begins: hasPlace ? .attached : .appeared)
    }

    /// Sets the properties of a page that a `create` or a `show` gives. A blank name rejects only the page (RD-009).
    @inline(never)
    private mutating func setPage(of slot: Int, _ page: PageContext?, _ isReady: Bool?, _ payload: Payload?) {
        var page = page
        if page?.isBlank == true {
            diagnose(.emptyPageName, components[slot].id)
            page = nil
        }
        guard page != nil || isReady != nil || payload != nil else { return }
        setPage(of: slot, page, isReady: isReady ?? components[slot].isReady, payload: payload)
    }

    @inline(never) private mutating func setLevel(_ level: Int?, of slot: Int) {
        guard let level, level != components[slot].level else { return }
        components[slot].level = level
        (hasLevels, hasMoved) = (true, true)
        setChanged(slot)
    }

    // MARK: Containers

    /// Moves a component into a container, or into none (QU-002). Returns whether the component still exists.
    ///
    /// A container that is mentioned for the first time is created in `scene` or, if that is `nil`, in the component's scene.
    @inline(never)
    mutating func move(_ id: ComponentID, at slot: Int, into parent: ComponentID?, mentionedIn scene: SceneID?) -> Bool
    {
        // A destroyed component contains nothing.
        guard let parent, !isDestroyed(parent) else {
            setParent(of: slot, to: nil)
            return true
        }
        let home = scene ?? scenes[components[slot].scene].id
        guard let container = self.slot(of: parent, mentionedIn: home) else { return true }
        guard components[slot].id == id else {
            // The notifier gave the component's slot to the parent, so the component ended without a report.
            diagnose(.eventAfterDestroy, id)
            return false
        }
        setParent(of: slot, to: container)
        return true
    }

    @inline(never) private mutating func setParent(of slot: Int, to parent: Int?) {
        guard components[slot].parent != parent else { return }
        // A component without parts contains nothing.
        if let parent, parent == slot || (!components[slot].parts.isEmpty && components.isInside(parent, slot)) {
            return diagnose(.parentCycle, components[slot].id)
        }
        leaveContainer(slot)
        components[slot].parent = parent
        if let parent { components[parent].parts.append(slot) }
        hasMoved = true
        setChanged(slot)
    }

    /// Takes a part out of its container. If it was selected, the selection is empty (AP-014).
    @inline(never) private mutating func leaveContainer(_ slot: Int) {
        guard let parent = components[slot].parent, let index = components[parent].parts.firstIndex(of: slot) else {
            return
        }
        components[parent].parts.remove(at: index)
        if components[parent].selection == .part(slot) { setSelection(.empty, of: parent) }
    }

    @inline(never) private mutating func select(_ slot: Int) {
        guard let container = components[slot].parent else {
            return diagnose(.selectWithoutContainer, components[slot].id)
        }
        setSelection(.part(slot), of: container)
    }

    @inline(never) private mutating func deselect(_ slot: Int) {
        guard let container = components[slot].parent, components[container].selection == .part(slot) else { return }
        setSelection(.none, of: container)
    }

    @inline(never) private mutating func setSelection(_ selection: Component.Selection, of container: Int) {
        guard components[container].selection != selection else { return }
        components[container].selection = selection
        setChanged(container)
    }

    /// Selects a part of an exclusive container that appears, or a part that reports nothing if its content appears (AP-014).
    ///
    /// Returns whether the component is a part of an exclusive container.
    private mutating func selectByAppearing(_ slot: Int) -> Bool {
        var part = slot
        while let container = components[part].parent {
            if components[container].isExclusive, part == slot || !components[part].hasReported {
                setSelection(.part(part), of: container)
            }
            part = container
        }
        return components[slot].parent.map { components[$0].isExclusive } ?? false
    }

    // MARK: Show (AP-016)

    mutating func show(_ entries: [Input.ShownEntry], in id: SceneID) {
        guard let scene = sceneIndex(of: id) else { return }
        beginUpdate()
        defer { commit() }
        showCount &+= 1
        for slot in leftOut(of: scene, by: entries) { destroy(slot) }
        var (listed, isListed): ([(slot: Int, entry: Int)], [Bool]) = ([], [])
        scenes[scene].entries = []
        for index in entries.indices {
            let component = entries[index].component
            guard let slot = slot(of: component, mentionedIn: id) else { continue }
            while isListed.count < components.count { isListed.append(false) }
            if isListed[slot] {
                diagnose(.duplicateKey, component)
                continue
            }
            isListed[slot] = true
            attach(slot, to: scene)
            listed.append((slot, index))
            scenes[scene].entries.append(component)
        }
        scenes[scene].shown = []
        for (slot, index) in listed {
            setPage(of: slot, entries[index].page, entries[index].isReady, entries[index].payload)
            setLevel(entries[index].level, of: slot)
        }
        // All leave their containers before any enters one, so the order of the list makes no cycle.
        for (slot, index) in listed
        where components[slot].parent.map({ components[$0].id }) != entries[index].parent {
            setParent(of: slot, to: nil)
        }
        for (slot, index) in listed {
            _ = move(entries[index].component, at: slot, into: entries[index].parent, mentionedIn: id)
        }
        for (slot, index) in listed {
            if entries[index].isVisible {
                didAppear(slot, isStated: true)
                if components[slot].listing == 0 { components[slot].listing = showCount }
                scenes[scene].shown.append((components[slot].id, components[slot].listing))
            } else {
                if components[slot].machine.isAppeared { didDisappear(slot) }
                _ = components[slot].machine.apply(.didDisappear)
                // It hides its content, even if it never appeared.
                (components[slot].hasAppeared, components[slot].hasReported) = (true, true)
                components[slot].isVoid = false
                setChanged(slot)
            }
        }
        // The last list of an update orders, after the reports before it.
        acts.removeAll { $0 == .order(scene: scene) }
        acts.append(.order(scene: scene))
    }

    /// Returns the components of a scene's last list that a new list destroys.
    private func leftOut(of scene: Int, by entries: [Input.ShownEntry]) -> [Int] {
        // By slot, because a search in a list would take quadratic time.
        var isKept = [Bool](repeating: false, count: components.count)
        for entry in entries { if let slot = components.slot(of: entry.component) { isKept[slot] = true } }
        var leftOut: [Int] = []
        for id in scenes[scene].entries {
            if let slot = components.slot(of: id), !isKept[slot], components[slot].scene == scene {
                leftOut.append(slot)
            }
        }
        return leftOut
    }

    func destroyed(by input: Input) -> [ComponentID] {
        guard case .show(let id, let entries) = input, let scene = knownScene(id ?? mainScene) else { return [] }
        return leftOut(of: scene, by: entries).map { components[$0].id }
    }

    // MARK: Reports about a scene

    mutating func report(_ event: SceneEvent, of scene: Int) {
        switch event {
        case .foreground: foreground(scene)
        case .background: background(scene)
        case .active: acts.append(.active(scene: scene))
        // A scene without the user's attention is still visible.
        case .inactive: break
        case .close: close(scene)
        }
    }

    @inline(never) private mutating func background(_ scene: Int) {
        decideInUpdate()
        scenes[scene].link = nil
        guard scenes[scene].isForeground else { return }
        let time = now
        addCurrentTime(scene, at: time)
        scenes[scene].isForeground = false
        scenes[scene].backgroundSince = time
        hasNewCurrentPage = true
    }

    @inline(never) private mutating func foreground(_ scene: Int) {
        guard !scenes[scene].isForeground else { return }
        let time = now
        scenes[scene].returnedAfter = time.nanoseconds(since: scenes[scene].backgroundSince)
        scenes[scene].backgroundTotal = scenes[scene].background(until: time)
        scenes[scene].isForeground = true
        scenes[scene].currentSince = time
        hasNewCurrentPage = true
        setChanged(scene: scene)
        for slot in components.indices where components[slot].scene == scene && components[slot].machine.isAppeared {
            setChanged(slot)
        }
    }

    /// Ends the appearances in a scene, and of the content of its components in other scenes. Detaches its components, and forgets
    /// the scene (AP-009).
    @inline(never) private mutating func close(_ scene: Int) {
        let members = components.indices.filter { components[$0].scene == scene && components[$0].lifetime == .alive }
        // Live components, and those that a stopped engine passed over.
        let shown = components.indices.filter {
            guard let place = components[$0].liveScene ?? components[$0].mutedScene else { return false }
            return place == scene || components.containers(of: $0).contains { components[$0].scene == scene }
        }
        voidDetached(shown)
        endAll(
            shown.filter { components[$0].isLive },
            withdrawing: members.filter { components[$0].isHeld && !components[$0].hasBegun })
        for slot in members {
            if components[slot].machine.isAppeared { components[slot].hasAppeared = true }
            void(slot)
            components[slot].isAttached = false
        }
        // The close hides them. Outside an update, the decision would do it.
        for slot in shown { components[slot].mutedScene = nil }
        // Other scenes of an update are decided at its commit.
        for index in scenes.indices
        where index == scene || scenes[index].current.map({ !components[$0].isLive }) == true {
            setCurrentPage(of: index)
            reportCurrentPage(of: index)
        }
        if lastScene == scene { lastScene = nil }
        scenes[scene].link = nil
        acts.removeAll { $0 == .order(scene: scene) || $0 == .active(scene: scene) }
        scenes[scene].isOpen = false
        freeSceneIfUnused(scene)
    }
}
