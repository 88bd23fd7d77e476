/// What frameworks report (AP).
extension EngineModel {
    /// Applies one report.
    @inline(__always)
    package mutating func apply(_ event: NavigationEvent) {
        switch event {
        case .create(let id, let scene, let parent, let attached):
            declare(id, scene: scene, isAttached: attached, parent: parent, page: nil)
        case .component(let id, let event):
            if let place = place(of: id) { apply(event, to: subject(place)) }
        case .attach(let id, let scene):
            attach(id, to: scene)
        case .move(let id, let parent):
            if let place = place(of: id) { move(id, at: place, into: parent) }
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
        if let parent, !move(id, at: place, into: parent, mentionedIn: scene) { return finish() }
        if isNew {
            states[place].isAttached = isAttached ?? true
        } else if isAttached == false {
            detach(place)
            if let scene = scene.flatMap({ scenePlace(of: $0) }) { move(place, to: scene) }
        } else if isAttached == true || scene != nil {
            attach(place, to: scene.flatMap { scenePlace(of: $0) } ?? self[place].scene)
        }
        if let page { update(place, with: page) }
        finish()
    }

    /// Says what contains a component; a container that is new is in `scene`, or in the component's own. Tells whether the
    /// component is still there.
    @discardableResult
    private mutating func move(
        _ id: ComponentID, at place: Place, into parent: ComponentID?, mentionedIn scene: SceneID? = nil
    ) -> Bool {
        guard let parent, !isDestroyed(parent) else {
            // What is gone contains nothing any more.
            setParent(of: place, to: .none)
            return true
        }
        let home = scene ?? scenes[self[place].scene].id
        guard let container = self.place(of: parent, mentionedIn: home) else { return true }
        guard self.id(of: place) == id else {
            // The parent has the place by now: so the component is gone, although its end was not heard here.
            diagnose(.eventAfterDestroy, id)
            return false
        }
        setParent(of: place, to: container)
        return true
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

    @inline(__always)
    private mutating func apply(_ event: ComponentEvent, to component: Subject) {
        // A `detach` moves the machine unless the component is held, which `detach(_:)` knows.
        let anomaly = event == .detach ? nil : component.state.machine.apply(event)
        switch event {
        case .willAppear:
            if anomaly != nil { diagnose(.unexpectedWillAppear, of: component) }
            // A new transition: the `didDisappear` of the old one does not come any more.
            if case .cutOff = component.state.presence { component.state.presence = .away }
        case .didAppear:
            didAppear(component, isRepeated: anomaly != nil)
        case .willDisappear:
            willDisappear(component, isUnexpected: anomaly != nil)
        case .didDisappear:
            didDisappear(component)
        case .attach:
            attach(component.place, to: component.record.scene)
        case .detach:
            // Without a window nothing else is lost, but what was announced is not to be expected any more (LC-002).
            if !component.state.isAttached, !component.state.isHeld {
                _ = component.state.machine.apply(ComponentEvent.detach)
            }
            detach(component.place)
        case .destroy:
            end(component, by: .destroyed)
            forget(component.place)
        }
    }

    @inline(__always)
    private mutating func didAppear(_ component: Subject, isRepeated: Bool) {
        switch component.state.presence {
        case .away, .cutOff:
            show(component, cause: .appeared)
        case .passedOver:
            // Said once more in a stopped engine: it keeps its place in the order.
            if isRunning { show(component, cause: .appeared) }
        case .held:
            // Said once more while it still cannot be seen: the same appearance, if it comes to one.
            if isRepeated { diagnose(.duplicateDidAppear, of: component) }
        case .live:
            if policy.cancelledDisappearance == .counts, component.state.sawWillDisappear, component.record.isCounted {
                replaceIfCounted(component, cause: .appeared)
            } else if isRepeated {
                // The same appearance, told twice (AP-004).
                diagnose(.duplicateDidAppear, of: component)
            }
        }
    }

    private mutating func willDisappear(_ component: Subject, isUnexpected: Bool) {
        switch component.state.presence {
        case .live:
            component.state.sawWillDisappear = true
            if isUnexpected { diagnose(.unexpectedWillDisappear, of: component) }
        case .away, .held, .passedOver:
            if isUnexpected { diagnose(.unexpectedWillDisappear, of: component) }
        case .cutOff:
            // The rest of a disappearance whose window went first.
            break
        }
    }

    @inline(__always)
    private mutating func didDisappear(_ component: Subject) {
        switch component.state.presence {
        case .away:
            diagnose(.didDisappearWithoutAppear, of: component)
        case .cutOff:
            // The rest of a disappearance whose window went first.
            component.state.presence = .away
        case .passedOver, .held, .live:
            end(component, by: .disappeared)
        }
    }

    private mutating func attach(_ place: Place, to scene: Place?) {
        guard let scene else { return }
        if self[place].scene != scene {
            detach(place)
            move(place, to: scene)
        }
        scenes[scene].isOpen = true
        guard !states[place].isAttached else { return }
        states[place].isAttached = true
        beginIfVisible(subject(place), cause: .attached)
    }

    private mutating func detach(_ place: Place) {
        guard states[place].isAttached else { return }
        states[place].isAttached = false
        // One that is held stays held: it may still get its window (AP-002).
        guard !states[place].isHeld else { return }
        _ = states[place].machine.apply(ComponentEvent.detach)
        end(subject(place), by: .detached)
    }

    /// Makes a detached component belong to another scene.
    private mutating func move(_ place: Place, to scene: Place) {
        guard self[place].scene != scene else { return }
        let isHeld = states[place].isHeld
        if isHeld { delist(subject(place), .held, in: stage(self[place].scene)) }
        leaveScene(place)
        join(place, to: scene)
        if isHeld { enlist(subject(place), .held, in: stage(scene)) }
        // What covered it there does not here.
        let covering = scenesOfLivePages(in: place).count { $0 == scene }
        if covering > 0 || containments.isCovered(place) { containments[place].livePagesBelow = Int32(covering) }
    }
}
