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
        self[place].presence = .held(order: nextOrder())
        enlist(place, .held)
        beginIfVisible(place, cause: cause)
    }

    /// Begins the appearance of a held component if nothing is missing any more.
    mutating func beginIfVisible(_ place: Place, cause: PageView.Cause) {
        let scene = Int(self[place].scene)
        guard self[place].isHeld, self[place].isAttached, scenes[scene].isForeground else { return }
        delist(place, .held)
        guard isRunning else {
            self[place].presence = .passedOver(order: self[place].order)
            return
        }
        let order = nextOrder()
        self[place].appearanceCount &+= 1
        self[place].presence = .live(
            ComponentRecord.Appearance(
                ordinal: self[place].appearanceCount, beganAt: now, order: order,
                backgroundBefore: scenes[scene].backgroundTotal))
        scenes[scene].front = order
        if self[place].isLivePage { becameLivePage(place) }
        countIfReady(place, cause: cause)
    }

    /// A live component is a page from now on: because it began, or because it became a page.
    mutating func becameLivePage(_ place: Place) {
        enlist(place, .live)
        if self[place].livePagesBelow == 0 { enlist(place, .uncovered) }
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
            if let page = self[place].page { leave(place, page, .neverVisible, id: nil, foreground: 0, background: 0) }
        case .live(let appearance):
            if self[place].isLivePage, let page = self[place].name { endLivePage(place, appearance, page, by: ending) }
        }
        switch ending {
        case .disappeared, .destroyed, .replaced: self[place].presence = .away
        case .detached, .sceneClosed, .stopped: self[place].presence = .cutOff
        }
    }

    private mutating func endLivePage(
        _ place: Place, _ appearance: ComponentRecord.Appearance, _ page: PageContext, by ending: Ending
    ) {
        let scene = self[place].scene
        let background = scenes[Int(scene)].background(until: now) &- appearance.backgroundBefore
        let whole = now.nanoseconds(since: appearance.beganAt)
        leave(
            place, page, appearance.countedAs == nil ? .neverReady : .counted,
            id: AppearanceID(component: self[place].id, ordinal: appearance.ordinal),
            foreground: whole &- background, background: background)
        if scenes[Int(scene)].current == place {
            scenes[Int(scene)].last = snapshot(of: place)
            switch ending {
            case .disappeared, .detached, .destroyed: uncovered = scene
            case .sceneClosed, .stopped, .replaced: break
            }
        }
        delist(place, .live)
        if self[place].livePagesBelow == 0 { delist(place, .uncovered) }
        cover(-1, above: place, in: scene)
    }

    private mutating func leave(
        _ place: Place, _ page: PageContext, _ outcome: PageLeave.Outcome, id: AppearanceID?, foreground: Int64,
        background: Int64
    ) {
        emit(
            .pageLeave(
                PageLeave(
                    id: id, page: page, scene: scenes[Int(self[place].scene)].id, component: self[place].id,
                    outcome: outcome, foregroundNanoseconds: foreground, backgroundNanoseconds: background,
                    endedAt: now)))
    }

    /// Where a policy says "counts": one that has been counted ends and a new one begins; another goes on (POL-001).
    mutating func replaceIfCounted(_ place: Place, cause: PageView.Cause) {
        guard self[place].appearance?.countedAs != nil else { return }
        end(place, by: .replaced)
        show(place, cause: cause)
    }
}
