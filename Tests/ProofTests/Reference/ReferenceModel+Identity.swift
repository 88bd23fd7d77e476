import PageViewAutomation

extension ReferenceModel {
    /// Returns the index of the newest component of this name.
    func bearer(of name: String) -> Int? { components.lastIndex { $0.name == name } }

    /// Returns the component of a report, which exists from its first mention (AP-001). Returns `nil` if it has been
    /// destroyed, because such a report is ignored (AP-010).
    mutating func mention(_ name: String, scene: String?) -> Int? {
        guard let place = bearer(of: name) else { return make(name, scene: scene ?? "main", isAttached: true) }
        guard components[place].isDestroyed else { return place }
        diagnose(.eventAfterDestroy, name)
        return nil
    }

    /// Creates a component and returns its index.
    mutating func make(_ name: String, scene: String, isAttached: Bool) -> Int {
        let predecessors = components.filter { $0.name == name }.count
        let label = predecessors == 0 ? name : "\(name)~\(predecessors + 1)"
        components.append(ReferenceComponent(name: name, label: label, scene: scene, isAttached: isAttached))
        return components.count - 1
    }

    /// AP-010, QU-002: destroys a component, and moves its content into its own container.
    mutating func destroy(_ place: Int) {
        endUncovering(place)
        components[place].isDestroyed = true
        for other in components.indices where components[other].parent == place {
            components[other].parent = components[place].parent
        }
        components[place].parent = nil
    }

    /// QU-002: declares the container of a component.
    mutating func contain(_ place: Int, in parent: String) {
        // A container that is only mentioned belongs to the scene of its content (AP-001). Reading: to its scene after
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

    /// Returns whether a component contains another one, at any depth (QU-002).
    func isAncestor(_ ancestor: Int, of place: Int) -> Bool {
        var next = components[place].parent
        while let parent = next {
            if parent == ancestor { return true }
            next = components[parent].parent
        }
        return false
    }
}
