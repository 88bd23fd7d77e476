import NavigationTraces
import PageViewAutomation

/// Components, their containers, and what is shown.
extension ReferenceModel {
    // MARK: Identity (AP-001, AP-010)

    /// Returns the index of the newest component of this name.
    func bearer(of name: String) -> Int? { components.lastIndex { $0.name == name } }

    /// Returns the component of a report, which exists from its first mention. Returns `nil` if it has been destroyed,
    /// because such a report is ignored.
    mutating func mention(_ name: String, scene: String?) -> Int? {
        guard let place = bearer(of: name) else { return make(name, scene: scene ?? "main") }
        guard components[place].isDestroyed else { return place }
        diagnose(.eventAfterDestroy, name)
        return nil
    }

    /// Creates a component and returns its index.
    mutating func make(_ name: String, scene: String, isAttached: Bool = true) -> Int {
        let predecessors = components.filter { $0.name == name }.count
        let label = predecessors == 0 ? name : "\(name)~\(predecessors + 1)"
        components.append(ReferenceComponent(name: name, label: label, scene: scene, isAttached: isAttached))
        return components.count - 1
    }

    /// AP-010, QU-002: destroys a component, and moves its content into its own container.
    mutating func destroy(_ place: Int) {
        // AP-013: the `didAppear` of the content that it hides is void.
        for other in content(of: place) where components[other].appears && hides(place, other) { void(other) }
        retract(place)
        components[place].isDestroyed = true
        removeSelection(of: place)
        for other in components.indices where components[other].parent == place {
            components[other].parent = components[place].parent
        }
        components[place].parent = nil
    }

    // MARK: Containment (QU-002)

    func ancestors(of place: Int) -> [Int] {
        var ancestors: [Int] = []
        var next = components[place].parent
        while let parent = next {
            ancestors.append(parent)
            next = components[parent].parent
        }
        return ancestors
    }

    /// Returns all descendants.
    func content(of place: Int) -> [Int] { components.indices.filter { ancestors(of: $0).contains(place) } }

    /// Declares the container of a component.
    mutating func contain(_ place: Int, in parent: String) {
        // A container that is only mentioned belongs to the scene of its content (AP-001). Reading: to its scene after
        // this report. A name that this report uses again means the new component.
        let container = bearer(of: parent) ?? make(parent, scene: components[place].scene)
        if components[container].isDestroyed {
            move(place, into: nil)
        } else if container == place || ancestors(of: container).contains(place) {
            diagnose(.parentCycle, components[place].name)
        } else {
            move(place, into: container)
        }
    }

    mutating func move(_ place: Int, into container: Int?) {
        guard components[place].parent != container else { return }
        removeSelection(of: place)
        components[place].parent = container
    }

    /// AP-014: a container whose selected part leaves shows no part.
    private mutating func removeSelection(of place: Int) {
        guard let parent = components[place].parent, components[parent].selection == .part(place) else { return }
        components[parent].selection = .empty
    }

    /// QU-002: returns the declared level, else that of the container.
    func level(of place: Int) -> Int {
        ([place] + ancestors(of: place)).lazy.compactMap { components[$0].level }.first ?? 0
    }

    // MARK: Shown (AP-002)

    /// Returns whether a component hides a part of its content.
    private func hides(_ ancestor: Int, _ place: Int) -> Bool {
        let container = components[ancestor]
        if !container.isAttached { return true }
        if container.hasAppeared, !container.appears { return true }
        switch container.selection {
        case .none: return false
        case .empty: return true
        case .part(let part): return part != place && !ancestors(of: place).contains(part)
        }
    }

    func isShown(_ place: Int) -> Bool {
        let component = components[place]
        return component.appears && component.isAttached && !component.isDestroyed
            && !ancestors(of: place).contains { hides($0, place) }
    }

    // MARK: The end of a fact

    /// The `didAppear` does not hold any more.
    mutating func retract(_ place: Int) {
        // PV-007: only a report outside an update is the end of a held state.
        if updateDepth == 0, components[place].isHeld { takenBack.append(place) }
        components[place].appears = false
        for scene in scenes.keys { scenes[scene]?.shown.removeAll { $0 == place } }
    }

    /// AP-006: the `didAppear` is void. Reading: its `didDisappear` may still come without a diagnostic.
    private mutating func void(_ place: Int) {
        components[place].hasLed = true
        retract(place)
        components[place].state = .disappeared
        components[place].owesDisappearance = true
    }

    /// AP-006: a `detach` that ends an appearance makes its `didAppear` void. A held component stays held, and its state
    /// does not change (AP-002, LC-002). Whether it ends one is decided later (AP-015).
    mutating func detach(_ place: Int, isReported: Bool) {
        guard components[place].isAttached || isReported else { return }
        if components[place].isAttached, components[place].appears, components[place].appearance != nil {
            components[place].wasDetached = true
        }
        components[place].isAttached = false
        if !components[place].appears { _ = transit(place, .detach) }
    }

    /// AP-006: makes the `didAppear` of each appearance void that a `detach` ends by the facts of now.
    mutating func voidDetached(_ places: [Int]) {
        for place in places where components[place].wasDetached {
            components[place].wasDetached = false
            guard let scene = components[place].appearance?.scene, components[place].appears else { continue }
            if !components[place].isAttached || components[place].scene != scene { void(place) }
        }
    }

    /// AP-006: moves a component to another scene, which detaches it from the old one first. Its content in the old scene
    /// comes along.
    mutating func move(_ place: Int, to scene: String?) {
        let old = components[place].scene
        guard let scene, scene != old else { return }
        detach(place, isReported: false)
        for other in [place] + content(of: place) where components[other].scene == old {
            components[other].scene = scene
        }
    }
}
