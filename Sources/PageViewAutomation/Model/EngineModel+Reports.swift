/// What frameworks report (AP).
extension EngineModel {
    /// Applies one report.
    @inline(__always)
    package mutating func apply(_ event: NavigationEvent) {
        switch event {
        case .create(let id, let scene, let parent, let attached):
            declare(id, scene: scene, isAttached: attached, parent: parent, page: nil)
        case .component(let id, let event):
            if let place = place(of: id) { apply(event, to: place) }
        case .attach(let id, let scene):
            attach(id, to: scene)
        case .scene(let id, let event):
            if let scene = scenePlace(of: id) { apply(event, toScene: scene) }
        }
        finish()
    }

    /// A component exists, or more becomes known of one that does; what is left out stays as it is (AP-001).
    package mutating func declare(
        _ id: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?
    ) {
        if let scene, isForeign(scene, toWhich: id) { return finish() }
        let isNew = knownPlace(of: id) == nil
        guard let place = place(of: id, mentionedIn: scene) else { return finish() }
        if let parent {
            let home = scene ?? scenes[self[place].scene].id
            if isDestroyed(parent) {
                // What is gone contains nothing any more.
                setParent(of: place, to: .none)
            } else if let container = self.place(of: parent, mentionedIn: home) {
                guard self.id(of: place) == id else {
                    // The parent has the place by now: so the component is gone, although its end was not heard here.
                    diagnose(.eventAfterDestroy, id)
                    return finish()
                }
                setParent(of: place, to: container)
            }
        }
        if isNew {
            self[place].isAttached = isAttached ?? true
        } else if isAttached == false {
            detach(place)
            if let scene = scene.flatMap({ scenePlace(of: $0) }) { move(place, to: scene) }
        } else if isAttached == true || scene != nil {
            attach(place, to: scene.flatMap { scenePlace(of: $0) } ?? self[place].scene)
        }
        if let page { update(place, with: page) }
        finish()
    }

    private mutating func attach(_ id: ComponentID, to scene: SceneID) {
        guard !isForeign(scene, toWhich: id), let place = place(of: id, mentionedIn: scene) else { return }
        attach(place, to: scenePlace(of: scene))
    }

    /// Whether a scene that a component is to be in is another notifier's. Such a report is refused whole.
    private mutating func isForeign(_ scene: SceneID, toWhich component: ComponentID) -> Bool {
        guard scene.issuer != mainScene.issuer else { return false }
        diagnose(.foreignIdentity, component)
        return true
    }

    private mutating func apply(_ event: ComponentEvent, to place: Place) {
        // A `detach` moves the machine unless the component is held, which `detach(_:)` knows.
        let anomaly = event == .detach ? nil : self[place].machine.apply(event)
        switch event {
        case .willAppear:
            if anomaly != nil { diagnose(.unexpectedWillAppear, id(of: place)) }
            // A new transition: the `didDisappear` of the old one does not come any more.
            if case .cutOff = self[place].presence { self[place].presence = .away }
        case .didAppear:
            didAppear(place, isRepeated: anomaly != nil)
        case .willDisappear:
            willDisappear(place, isUnexpected: anomaly != nil)
        case .didDisappear:
            didDisappear(place)
        case .attach:
            attach(place, to: self[place].scene)
        case .detach:
            // Without a window nothing else is lost, but what was announced is not to be expected any more (LC-002).
            if !self[place].isAttached, !self[place].isHeld { _ = self[place].machine.apply(ComponentEvent.detach) }
            detach(place)
        case .destroy:
            end(place, by: .destroyed)
            forget(place)
        }
    }

    private mutating func didAppear(_ place: Place, isRepeated: Bool) {
        switch self[place].presence {
        case .away, .cutOff:
            show(place, cause: .appeared)
        case .passedOver:
            // Said once more in a stopped engine: it keeps its place in the order.
            if isRunning { show(place, cause: .appeared) }
        case .held:
            // Said once more while it still cannot be seen: the same appearance, if it comes to one.
            if isRepeated { diagnose(.duplicateDidAppear, id(of: place)) }
        case .live:
            if policy.cancelledDisappearance == .counts, self[place].sawWillDisappear, self[place].isCounted {
                replaceIfCounted(place, cause: .appeared)
            } else if isRepeated {
                // The same appearance, told twice (AP-004).
                diagnose(.duplicateDidAppear, id(of: place))
            }
        }
    }

    private mutating func willDisappear(_ place: Place, isUnexpected: Bool) {
        switch self[place].presence {
        case .live:
            self[place].sawWillDisappear = true
            if isUnexpected { diagnose(.unexpectedWillDisappear, id(of: place)) }
        case .away, .held, .passedOver:
            if isUnexpected { diagnose(.unexpectedWillDisappear, id(of: place)) }
        case .cutOff:
            // The rest of a disappearance whose window went first.
            break
        }
    }

    private mutating func didDisappear(_ place: Place) {
        switch self[place].presence {
        case .away:
            diagnose(.didDisappearWithoutAppear, id(of: place))
        case .cutOff:
            // The rest of a disappearance whose window went first.
            self[place].presence = .away
        case .passedOver, .held, .live:
            end(place, by: .disappeared)
        }
    }

    private mutating func attach(_ place: Place, to scene: Place?) {
        guard let scene else { return }
        if self[place].scene != scene {
            detach(place)
            move(place, to: scene)
        }
        scenes[scene].isOpen = true
        guard !self[place].isAttached else { return }
        self[place].isAttached = true
        beginIfVisible(place, cause: .attached)
    }

    private mutating func detach(_ place: Place) {
        guard self[place].isAttached else { return }
        self[place].isAttached = false
        // One that is held stays held: it may still get its window (AP-002).
        guard !self[place].isHeld else { return }
        _ = self[place].machine.apply(ComponentEvent.detach)
        end(place, by: .detached)
    }

    /// Makes a detached component belong to another scene.
    private mutating func move(_ place: Place, to scene: Place) {
        guard self[place].scene != scene else { return }
        let isHeld = self[place].isHeld
        if isHeld { delist(place, .held) }
        leaveScene(place)
        join(place, to: scene)
        if isHeld { enlist(place, .held) }
        // What covered it there does not here.
        let covering = scenesOfLivePages(in: place).count { $0 == scene }
        if covering > 0 || containments.isCovered(place) { containments[place].livePagesBelow = Int32(covering) }
    }
}
