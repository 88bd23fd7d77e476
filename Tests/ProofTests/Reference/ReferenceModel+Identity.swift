import PageViewAutomation

extension ReferenceModel {
    /// The place of the newest component of this name.
    func bearer(of name: String) -> Int? { components.lastIndex { $0.name == name } }

    /// The component that a report is about, which exists from its first mention (AP-001); `nil` if it has been
    /// destroyed, so that the report is ignored (AP-010).
    mutating func mention(_ name: String, scene: String?) -> Int? {
        guard let place = bearer(of: name) else { return make(name, scene: scene ?? "main", isAttached: true) }
        guard components[place].isDestroyed else { return place }
        diagnose(.eventAfterDestroy, name)
        return nil
    }

    /// A component that did not exist.
    mutating func make(_ name: String, scene: String, isAttached: Bool) -> Int {
        let predecessors = components.filter { $0.name == name }.count
        let label = predecessors == 0 ? name : "\(name)~\(predecessors + 1)"
        components.append(ReferenceComponent(name: name, label: label, scene: scene, isAttached: isAttached))
        return components.count - 1
    }

    /// AP-010, and QU-002: what it contained is in its own container from then on.
    mutating func destroy(_ place: Int) {
        endUncovering(place)
        components[place].isDestroyed = true
        for other in components.indices where components[other].parent == place {
            components[other].parent = components[place].parent
        }
        components[place].parent = nil
    }

    /// QU-002: declares the component that contains this one.
    mutating func contain(_ place: Int, in parent: String) {
        // A container that is only mentioned lives where its content lives (AP-001). Reading: where that lives after
        // this report. A name that this report uses again means the new component.
        let container = bearer(of: parent) ?? make(parent, scene: components[place].scene, isAttached: true)
        if components[container].isDestroyed {
            components[place].parent = nil
        } else if container == place || isAncestor(place, of: container) {
            diagnose(.parentCycle, components[place].name)
        } else {
            components[place].parent = container
        }
    }

    /// Whether a component contains another one, at any depth (QU-002).
    func isAncestor(_ ancestor: Int, of place: Int) -> Bool {
        var next = components[place].parent
        while let parent = next {
            if parent == ancestor { return true }
            next = components[parent].parent
        }
        return false
    }
}
