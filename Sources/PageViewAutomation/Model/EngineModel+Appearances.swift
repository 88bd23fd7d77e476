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
    mutating func show(_ place: Place, cause: PageView.Cause) {
        self[place].order = nextOrder()
        self[place].presence = .held
        if canBegin(place) { return begin(place, cause: cause) }
        enlist(place, .held)
    }

    /// Begins the appearance of a held component if nothing is missing any more.
    mutating func beginIfVisible(_ place: Place, cause: PageView.Cause) {
        guard self[place].isHeld, canBegin(place) else { return }
        delist(place, .held)
        begin(place, cause: cause)
    }

    private func canBegin(_ place: Place) -> Bool {
        self[place].isAttached && scenes[self[place].scene].isForeground
    }

    private mutating func begin(_ place: Place, cause: PageView.Cause) {
        guard isRunning else {
            self[place].presence = .passedOver
            return
        }
        let scene = self[place].scene
        let order = nextOrder()
        self[place].presence = .live
        self[place].order = order
        self[place].appearanceCount &+= 1
        self[place].beganAt = now
        self[place].backgroundBefore = scenes[scene].backgroundTotal
        self[place].sawWillDisappear = false
        bringToFront(scene, order)
        if self[place].isLivePage { becameLivePage(place) }
        countIfReady(place, cause: cause)
    }

    /// A live component is a page from now on: because it began, or because it became a page.
    mutating func becameLivePage(_ place: Place) {
        enlist(place, .live)
        if !containments.isCovered(place) { enlist(place, .uncovered) }
        cover(1, above: place, in: self[place].scene)
    }

    /// Ends whatever there is of an appearance: a live one, or one that never became visible (AP-006, PV-007).
    mutating func end(_ place: Place, by ending: Ending) {
        switch self[place].presence {
        case .away, .cutOff:
            return
        case .passedOver:
            break
        case .held:
            delist(place, .held)
            if let page = self[place].page { leave(place, page, .neverVisible, foreground: 0, background: 0) }
        case .live:
            if let page = self[place].name { endLivePage(place, page, by: ending) }
            self[place].countedAs = nil
        }
        switch ending {
        case .disappeared, .destroyed, .replaced: self[place].presence = .away
        case .detached, .sceneClosed, .stopped: self[place].presence = .cutOff
        }
    }

    private mutating func endLivePage(_ place: Place, _ page: PageContext, by ending: Ending) {
        let scene = self[place].scene
        let background = scenes[scene].background(until: now) &- self[place].backgroundBefore
        let whole = now.nanoseconds(since: self[place].beganAt)
        leave(
            place, page, self[place].isCounted ? .counted : .neverReady, foreground: whole &- background,
            background: background)
        if scenes[scene].current == place {
            scenes[scene].last = snapshot(of: place)
            switch ending {
            case .disappeared, .detached, .destroyed: uncovered = scene
            case .sceneClosed, .stopped, .replaced: break
            }
        }
        delist(place, .live)
        if !containments.isCovered(place) { delist(place, .uncovered) }
        cover(-1, above: place, in: scene)
    }

    private mutating func leave(
        _ place: Place, _ page: PageContext, _ outcome: PageLeave.Outcome, foreground: Int64, background: Int64
    ) {
        guard tells(.pageLeaves) else { return }
        records.append(
            .pageLeave(
                PageLeave(
                    id: outcome == .neverVisible ? nil : appearanceID(of: place), page: page,
                    scene: scenes[self[place].scene].id, component: id(of: place), outcome: outcome,
                    foregroundNanoseconds: foreground, backgroundNanoseconds: background, endedAt: now)))
    }

    /// Where a policy says "counts": one that has been counted ends and a new one begins; another goes on (POL-001).
    mutating func replaceIfCounted(_ place: Place, cause: PageView.Cause) {
        guard self[place].isLive, self[place].isCounted else { return }
        end(place, by: .replaced)
        show(place, cause: cause)
    }
}
