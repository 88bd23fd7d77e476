/// How appearances begin and end (AP).
extension EngineModel {
    /// What ends an appearance.
    enum Ending {
        /// `didDisappear`: the framework has said so.
        case disappeared
        /// `detach`: the window is gone.
        case detached
        /// `destroy`.
        case destroyed
        /// `sceneClose`.
        case sceneClosed
        /// The engine stops following.
        case stopped
        /// A new appearance of the same component takes over.
        case replaced
    }

    /// A component is said to be shown: it begins to be live as soon as it can be seen (AP-002).
    @inline(__always)
    mutating func show(_ component: Subject, cause: PageView.Cause) {
        let scene = stage(of: component)
        component.record.order = nextOrder()
        component.state.presence = .held
        if canBegin(component, in: scene) { return begin(component, in: scene, cause: cause) }
        enlist(component, .held, in: scene)
    }

    /// Begins the appearance of a held component if nothing is missing any more.
    mutating func beginIfVisible(_ component: Subject, cause: PageView.Cause) {
        let scene = stage(of: component)
        guard component.state.isHeld, canBegin(component, in: scene) else { return }
        delist(component, .held, in: scene)
        begin(component, in: scene, cause: cause)
    }

    @inline(__always)
    private func canBegin(_ component: Subject, in scene: Stage) -> Bool {
        component.state.isAttached && scene.record.isForeground
    }

    private mutating func begin(_ component: Subject, in scene: Stage, cause: PageView.Cause) {
        guard isRunning else {
            component.state.presence = .passedOver
            return
        }
        let order = nextOrder()
        component.state.presence = .live
        component.record.order = order
        component.record.appearanceCount &+= 1
        component.record.beganAt = now
        component.record.backgroundBefore = scene.record.backgroundTotal
        component.state.sawWillDisappear = false
        bringToFront(scene, order)
        if component.isLivePage { becameLivePage(component, in: scene) }
        countIfReady(component, in: scene, cause: cause)
    }

    /// A live component is a page from now on: because it began, or because it became a page.
    @inline(__always)
    mutating func becameLivePage(_ component: Subject, in scene: Stage) {
        enlist(component, .live, in: scene)
        if !containments.isCovered(component.place) { uncover(component, in: scene) }
        cover(1, above: component.place, in: scene)
    }

    /// Ends whatever there is of an appearance: a live one, or one that never became visible (AP-006, PV-007).
    mutating func end(_ component: Subject, by ending: Ending) {
        switch component.state.presence {
        case .away, .cutOff:
            return
        case .passedOver:
            break
        case .held:
            let scene = stage(of: component)
            delist(component, .held, in: scene)
            if let page = component.record.page {
                leave(component, page, .neverVisible, in: scene, foreground: 0, background: 0)
            }
        case .live:
            if let page = component.record.name { endLivePage(component, page, by: ending) }
            component.record.countedAs = nil
        }
        switch ending {
        case .disappeared, .destroyed, .replaced: component.state.presence = .away
        case .detached, .sceneClosed, .stopped: component.state.presence = .cutOff
        }
    }

    @inline(__always)
    private mutating func endLivePage(_ component: Subject, _ page: PageContext, by ending: Ending) {
        let scene = stage(of: component)
        let background = scene.record.background(until: now) &- component.record.backgroundBefore
        let whole = now.nanoseconds(since: component.record.beganAt)
        leave(
            component, page, component.record.isCounted ? .counted : .neverReady, in: scene,
            foreground: whole &- background, background: background)
        if scene.record.current == component.place {
            scene.record.last = snapshot(of: component, page, in: scene)
            switch ending {
            case .disappeared, .detached, .destroyed: uncovered = scene.place
            case .sceneClosed, .stopped, .replaced: break
            }
        }
        delist(component, .live, in: scene)
        if !containments.isCovered(component.place) { delist(component, .uncovered, in: scene) }
        cover(-1, above: component.place, in: scene)
    }

    @inline(__always)
    private mutating func leave(
        _ component: Subject, _ page: PageContext, _ outcome: PageLeave.Outcome, in scene: Stage, foreground: Int64,
        background: Int64
    ) {
        guard tells(.pageLeaves) else { return }
        records.append(
            .pageLeave(
                PageLeave(
                    id: outcome == .neverVisible ? nil : appearanceID(of: component), page: page,
                    scene: scene.record.id, component: id(of: component), outcome: outcome,
                    foregroundNanoseconds: foreground, backgroundNanoseconds: background, endedAt: now)))
    }

    /// Where a policy says "counts": one that has been counted ends and a new one begins; another goes on (POL-001).
    mutating func replaceIfCounted(_ component: Subject, cause: PageView.Cause) {
        guard component.state.isLive, component.record.isCounted else { return }
        end(component, by: .replaced)
        show(component, cause: cause)
    }
}
