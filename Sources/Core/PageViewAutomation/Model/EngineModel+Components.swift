/// Reports about components, and the appearances that follow from them (AP).
extension EngineModel {
    // MARK: Reports

    /// Creates a component, or applies a late declaration. Properties that are left out do not change (AP-001).
    mutating func create(_ id: ComponentID, in scene: SceneID?, _ declaration: Input.Declaration) {
        if let scene, isForeign(scene, of: id) { return }
        let isNew = knownSlot(of: id) == nil
        guard let slot = slot(of: id, mentionedIn: scene) else { return }
        if let parent = declaration.parent, !move(id, at: slot, into: parent, mentionedIn: scene) { return }
        let isAttached = declaration.isAttached
        if isNew {
            states[slot].isAttached = isAttached ?? true
        } else if isAttached == false {
            detach(component(slot))
            if let scene = scene.flatMap({ sceneSlot(of: $0) }) { changeScene(of: slot, to: scene) }
        } else if isAttached == true || scene != nil {
            attach(slot, to: scene.flatMap { sceneSlot(of: $0) } ?? components[slot].scene)
        }
        var page = declaration.page
        if page?.isBlank == true {
            // In a `create`, a blank name rejects only the page (RD-009).
            diagnose(.emptyPageName, id)
            page = nil
        }
        if page == nil, declaration.isReady == nil, declaration.payload == nil { return }
        setPage(
            of: component(slot), page, isReady: declaration.isReady ?? states[slot].isReady,
            payload: declaration.payload)
    }

    /// Moves a component into a container, or into none (QU-002).
    ///
    /// A container that is mentioned for the first time is created in `scene` or, if that is `nil`, in the component's scene.
    ///
    /// - Returns: Whether the component still exists.
    mutating func move(
        _ id: ComponentID, at slot: Slot, into parent: ComponentID?, mentionedIn scene: SceneID? = nil
    ) -> Bool {
        guard let parent, !isDestroyed(parent) else {
            // A destroyed component contains nothing.
            setParent(of: slot, to: .none)
            return true
        }
        let home = scene ?? scenes[components[slot].scene].id
        guard let container = self.slot(of: parent, mentionedIn: home) else { return true }
        guard self.id(of: slot) == id else {
            // The notifier gave the component's slot to the parent, so the component ended without a report.
            diagnose(.eventAfterDestroy, id)
            return false
        }
        setParent(of: slot, to: container)
        return true
    }

    private mutating func setParent(of slot: Slot, to parent: Slot) {
        guard containment.parent(of: components[slot].node) != parent else { return }
        for slot in [slot, parent] where !slot.isNone && components[slot].node.isNone { makeNode(of: slot) }
        let (node, container) = (components[slot].node, parent.isNone ? Slot.none : components[parent].node)
        if !container.isNone, containment.isInside(container, node) { return diagnose(.parentCycle, id(of: slot)) }
        for change in containment.move(node, into: container) {
            setCovered(component(change.component), change.isCovered)
        }
        setNeedsUpdate(scene(components[slot].scene))
    }

    /// Creates the containment node of a component.
    private mutating func makeNode(of slot: Slot) {
        let component = component(slot)
        component.record.node = containment.makeNode(for: slot)
        if component.isLivePage { _ = containment.beginPage(component.record.node, in: component.record.scene) }
    }

    mutating func attach(_ id: ComponentID, to scene: SceneID) {
        guard !isForeign(scene, of: id), let slot = slot(of: id, mentionedIn: scene),
            let scene = sceneSlot(of: scene)
        else { return }
        attach(slot, to: scene)
    }

    /// Returns whether another notifier issued a scene, and diagnoses that. The caller then rejects the report (AP-011).
    private mutating func isForeign(_ scene: SceneID, of component: ComponentID) -> Bool {
        guard scene.issuer != mainScene.issuer else { return false }
        diagnose(.foreignIdentity, component)
        return true
    }

    mutating func apply(_ event: ComponentEvent, to component: ComponentRef) {
        switch event {
        case .willAppear:
            if component.state.machine.apply(event) != nil { diagnose(.unexpectedWillAppear, of: component) }
            // In a new transition, the `didDisappear` of the old one can no longer follow.
            if component.state.presence == .endedByDetach { component.state.presence = .hidden }
        case .didAppear:
            didAppear(component)
        case .willDisappear:
            willDisappear(component)
        case .didDisappear:
            didDisappear(component)
        case .select, .deselect, .focus: break
        case .attach:
            attach(component.slot, to: component.record.scene)
        case .detach:
            // A detach also ends a transition in progress (LC-002). A held component keeps its state.
            if !component.state.isHeld { _ = component.state.machine.apply(event) }
            detach(component)
        case .destroy:
            end(component, by: .destroyed)
            forget(component.slot)
        }
    }

    // Inlined, which saves 40 instructions of a duplicate `didAppear`.
    @inline(__always)
    private mutating func didAppear(_ component: ComponentRef) {
        let isRepeated = component.state.machine.apply(.didAppear) != nil
        switch component.state.presence {
        case .hidden, .endedByDetach:
            return show(component, cause: .appeared)
        case .visibleWhileStopped:
            // In a stopped engine a repetition changes nothing, not even the component's position in the order.
            if isRunning { return show(component, cause: .appeared) }
        case .held:
            break
        case .live:
            // Under every policy, this `didAppear` answers the `willDisappear` before it (POL-002).
            let isReturn = component.state.sawWillDisappear
            component.state.sawWillDisappear = false
            if isReturn, policy.cancelledDisappearance == .counts, component.state.isCounted {
                return replaceIfCounted(component, cause: .appeared)
            }
        }
        if isRepeated { diagnose(.duplicateDidAppear, of: component) }
    }

    private mutating func willDisappear(_ component: ComponentRef) {
        let isUnexpected = component.state.machine.apply(.willDisappear) != nil
        switch component.state.presence {
        case .live: component.state.sawWillDisappear = true
        case .hidden, .held, .visibleWhileStopped: break
        // The rest of a disappearance that began with a `detach` (AP-005).
        case .endedByDetach: return
        }
        if isUnexpected { diagnose(.unexpectedWillDisappear, of: component) }
    }

    private mutating func didDisappear(_ component: ComponentRef) {
        _ = component.state.machine.apply(.didDisappear)
        switch component.state.presence {
        case .hidden: diagnose(.didDisappearWithoutAppear, of: component)
        // The rest of a disappearance that began with a `detach` (AP-005).
        case .endedByDetach: component.state.presence = .hidden
        case .visibleWhileStopped, .held, .live: end(component, by: .disappeared)
        }
    }

    private mutating func attach(_ slot: Slot, to scene: Slot) {
        if components[slot].scene != scene {
            detach(component(slot))
            changeScene(of: slot, to: scene)
        }
        scenes[scene].isOpen = true
        let component = component(slot)
        guard !component.state.isAttached else { return }
        component.state.isAttached = true
        beginIfVisible(component, cause: .attached)
    }

    private mutating func detach(_ component: ComponentRef) {
        guard component.state.isAttached else { return }
        component.state.isAttached = false
        // A held component stays held, because it may still get its window (AP-002).
        guard !component.state.isHeld else { return }
        _ = component.state.machine.apply(ComponentEvent.detach)
        end(component, by: .detached)
    }

    /// Moves a detached component to another scene.
    private mutating func changeScene(of slot: Slot, to scene: Slot) {
        let component = component(slot)
        guard component.record.scene != scene else { return }
        if component.state.isHeld { remove(component, from: .held, of: self.scene(of: component)) }
        leaveScene(slot)
        join(slot, to: scene)
        if component.state.isHeld { insert(component, into: .held, of: self.scene(scene)) }
    }

    // MARK: Appearances

    /// The cause of the end of an appearance (AP-006).
    enum Ending {
        /// `didDisappear`.
        case disappeared
        /// `detach`.
        case detached
        /// `destroy`.
        case destroyed
        /// `sceneClose`.
        case sceneClosed
        /// The engine stops.
        case stopped
        /// A new appearance of the same component begins.
        case replaced
    }

    /// Begins the appearance of a component, or holds its `didAppear` until the user can see it (AP-002).
    mutating func show(_ component: ComponentRef, cause: PageView.Cause) {
        let scene = scene(of: component)
        component.record.order = nextOrder()
        component.state.presence = .held
        if component.state.isAttached && scene.record.isForeground {
            begin(component, in: scene, cause: cause)
        } else {
            insert(component, into: .held, of: scene)
        }
    }

    /// Begins the appearance of a held component if the user can see it now (AP-002).
    mutating func beginIfVisible(_ component: ComponentRef, cause: PageView.Cause) {
        let scene = scene(of: component)
        guard component.state.isHeld, component.state.isAttached, scene.record.isForeground else { return }
        remove(component, from: .held, of: scene)
        begin(component, in: scene, cause: cause)
    }

    private mutating func begin(_ component: ComponentRef, in scene: SceneRef, cause: PageView.Cause) {
        guard isRunning else {
            component.state.presence = .visibleWhileStopped
            component.record.order = nextOrder()
            return
        }
        component.state.presence = .live
        component.state.sawWillDisappear = false
        component.state.wasRenamed = false
        component.state.isAwaitingForeground = false
        component.state.beganByReturn = cause == .foregrounded || cause == .revealed
        component.record.order = nextOrder()
        component.record.appearanceCount &+= 1
        component.record.beganAt = now
        component.record.backgroundBefore = scene.record.backgroundTotal
        bringToFront(scene)
        guard component.record.page != nil else { return }
        becomeLivePage(component, in: scene)
        countIfReady(component, in: scene, cause: cause)
    }

    /// Records that a live component is now a page (QU-001).
    // Inlined, which saves 20 instructions of an appearance.
    @inline(__always)
    mutating func becomeLivePage(_ component: ComponentRef, in scene: SceneRef) {
        insert(component, into: .live, of: scene)
        let node = component.record.node
        if node.isNone {
            insertUncovered(component, in: scene)
        } else {
            if !containment.isCovered(node, in: scene.slot) { insertUncovered(component, in: scene) }
            let covered = containment.beginPage(node, in: scene.slot)
            if !covered.isNone { setCovered(self.component(covered), true) }
        }
        setNeedsUpdate(scene)
    }

    /// Ends a live appearance, or a held `didAppear` (AP-006, PV-007).
    mutating func end(_ component: ComponentRef, by ending: Ending) {
        switch component.state.presence {
        case .hidden, .endedByDetach:
            return
        case .visibleWhileStopped:
            break
        case .held:
            let scene = scene(of: component)
            remove(component, from: .held, of: scene)
            if let page = component.record.page, emits(.pageLeaves) {
                emitLeave(of: component, page, .neverVisible, in: scene, foreground: 0, background: 0)
            }
        case .live:
            if component.isLivePage { endLivePage(component, by: ending) }
        }
        switch ending {
        case .disappeared, .destroyed, .replaced: component.state.presence = .hidden
        case .detached, .sceneClosed, .stopped: component.state.presence = .endedByDetach
        }
    }

    private mutating func endLivePage(_ component: ComponentRef, by ending: Ending) {
        let scene = scene(of: component)
        let isCurrent = scene.record.current == component.slot
        let isCounted = component.state.isCounted
        guard let page = component.record.appearancePage else { return }
        component.state.isCounted = false
        component.record.countedAs = nil
        if emits(.pageLeaves) {
            let background = scene.record.background(until: now) &- component.record.backgroundBefore
            emitLeave(
                of: component, page, isCounted ? .counted : .neverReady, in: scene,
                foreground: now.nanoseconds(since: component.record.beganAt) &- background, background: background)
        }
        if isCurrent {
            scene.record.lastPage = appearance(of: component, page, isCounted: isCounted, in: scene)
            switch ending {
            case .disappeared, .detached, .destroyed:
                if policy.reveal == .counts { revealingScene = scene.slot }
            case .sceneClosed, .stopped, .replaced: break
            }
        }
        remove(component, from: .live, of: scene)
        let node = component.record.node
        if node.isNone {
            remove(component, from: .uncovered, of: scene)
        } else {
            if !containment.isCovered(node, in: scene.slot) { remove(component, from: .uncovered, of: scene) }
            let uncovered = containment.endPage(node)
            if !uncovered.isNone { setCovered(self.component(uncovered), false) }
        }
        setNeedsUpdate(scene)
    }

    private mutating func emitLeave(
        of component: ComponentRef, _ page: PageContext, _ outcome: PageLeave.Outcome, in scene: SceneRef,
        foreground: Int64, background: Int64
    ) {
        let leave = PageLeave(
            id: outcome == .neverVisible ? nil : appearanceID(of: component), page: page, scene: scene.record.id,
            component: id(of: component), outcome: outcome, foregroundNanoseconds: foreground,
            backgroundNanoseconds: background, currentNanoseconds: 0, endedAt: now)
        emit(.pageLeave(leave), .pageLeaves)
    }

    /// Ends a counted appearance and begins a new one, as a policy requires. An uncounted appearance continues (POL-001).
    mutating func replaceIfCounted(_ component: ComponentRef, cause: PageView.Cause) {
        guard component.state.isLive, component.state.isCounted else { return }
        end(component, by: .replaced)
        show(component, cause: cause)
    }

    // MARK: Counting

    /// Counts a live appearance if its page is ready and its scene is in the foreground (RD-002, RD-005).
    mutating func countIfReady(_ component: ComponentRef, in scene: SceneRef, cause: PageView.Cause) {
        guard component.state.isReady, component.state.isLive, !component.state.isCounted, isRunning,
            component.record.page != nil
        else { return }
        if scene.record.isForeground {
            count(component, component.record.payload, in: scene, cause: cause)
        } else if !component.state.isAwaitingForeground {
            component.state.isAwaitingForeground = true
            scene.record.awaitingForeground.append(component.slot)
        }
    }

    /// Counts an uncounted live appearance.
    ///
    /// The page view names the page that a caller gave by hand, otherwise the page that the component declares.
    mutating func count(
        _ component: ComponentRef, _ payload: consuming Payload?, in scene: SceneRef, cause: PageView.Cause
    ) {
        component.state.isCounted = true
        let link = scene.record.link == nil ? nil : takeLink(for: component, in: scene, cause: cause)
        guard let page = component.record.appearancePage else { return }
        emitPageView(
            .appearance(appearanceID(of: component)), page, payload, in: scene, appearedAt: component.record.beganAt,
            cause: cause, link: link)
    }

    /// Emits a page view. Its page becomes the scene's last counted page (PV-001).
    mutating func emitPageView(
        _ id: PageViewID, _ page: PageContext, _ payload: consuming Payload?, in scene: SceneRef,
        appearedAt: Timestamp?, cause: PageView.Cause, link: Boxed<DeepLinkVisit>?
    ) {
        sequence += 1
        lastCounted.move(to: scene.slot)
        let previous = scene.record.lastCounted.take()
        if emits(.pageViews) {
            let time = now
            emit(
                .pageView(
                    PageView(
                        sequence: sequence, id: id, page: page, payload: payload ?? Payload(), scene: scene.record.id,
                        appearedAt: appearedAt, countedAt: time, cause: cause, previous: previous,
                        deepLink: link)), .pageViews)
        }
        scene.record.lastCounted = PageReference(id: id, page: page)
    }

    /// Removes and returns the pending deep link, if the page view of an appearance carries it (PV-006).
    private mutating func takeLink(
        for component: ComponentRef, in scene: SceneRef, cause: PageView.Cause
    ) -> Boxed<DeepLinkVisit>? {
        guard let link = scene.record.link, !component.state.beganByReturn else { return nil }
        // A page view by hand also carries a link that arrived after the appearance began.
        if cause != .manual, component.record.order < link.order { return nil }
        scene.record.link = nil
        return link.visit
    }
}
