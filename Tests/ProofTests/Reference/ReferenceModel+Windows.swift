import NavigationTraces
import PageViewAutomation

/// The windows of components, and their declarations.
extension ReferenceModel {
    /// AP-001, AP-006: `attach`, which may name a new scene.
    mutating func attach(_ name: String, scene: String?) {
        guard let place = mention(name, scene: scene) else { return }
        move(place, to: scene)
        attach(place)
    }

    /// AP-006: moves a component to another scene, which detaches it from the old one first.
    private mutating func move(_ place: Int, to scene: String?) {
        guard let scene, scene != components[place].scene else { return }
        detach(place)
        components[place].scene = scene
    }

    mutating func attach(_ place: Int) {
        components[place].isAttached = true
        beginIfVisible(place, .attached)
    }

    mutating func detach(_ place: Int) {
        guard components[place].isAttached else { return }
        components[place].isAttached = false
        // A held component stays held, and its state does not change (AP-002, LC-002).
        if components[place].stay == .held { return }
        _ = transit(place, .detach)
        if components[place].stay != .none {
            components[place].owesDisappearance = true
            endUncovering(place)
        }
    }

    /// LC-002: applies a `detach` report, which changes the state even without a window.
    mutating func detachReported(_ place: Int) {
        if !components[place].isAttached, components[place].stay != .held { _ = transit(place, .detach) }
        detach(place)
    }

    /// AP-001: applies a `create`, which can declare all facts of a new or an existing component.
    mutating func create(_ name: String, scene: String?, _ declaration: TraceEvent.Declaration) {
        let place: Int
        if let known = bearer(of: name), !components[known].isDestroyed {
            place = known
            move(place, to: scene)
            switch declaration.isAttached {
            case false?: detach(place)
            case true?: attach(place)
            case nil: if scene != nil { attach(place) }
            }
        } else {
            // The name of a destroyed component means a new component (AP-010).
            place = make(name, scene: scene ?? "main", isAttached: declaration.isAttached ?? true)
        }
        if let parent = declaration.parent { contain(place, in: parent) }
        declare(place, declaration)
    }

    /// Applies the page, the payload and the state, after the window.
    private mutating func declare(_ place: Int, _ declaration: TraceEvent.Declaration) {
        if let page = declaration.page {
            if isBlank(page) {
                // In a `create`, only the blank name is rejected, and the other facts apply (RD-009).
                diagnose(.emptyPageName, components[place].name)
            } else {
                declare(page, of: place)
            }
        }
        if let isReady = declaration.isReady { components[place].isReady = isReady }
        if let payload = declaration.payload { components[place].payload = payload }
        if !components[place].isReady { components[place].payload = Payload() }
        countIfDue(place, .ready)
    }
}
