/// Which component contains which (QU-002).
extension EngineModel {
    /// Declares what contains a component; a component cannot contain what it is in.
    mutating func setParent(of place: Place, to parent: Place) {
        guard containments[place].parent != parent else { return }
        guard !isInside(parent, place) else { return diagnose(.parentCycle, id(of: place)) }
        let scenes = scenesOfLivePages(in: place)
        for scene in scenes { cover(-1, above: place, in: stage(scene)) }
        unlinkFromParent(place)
        linkToParent(place, parent)
        for scene in scenes { cover(1, above: place, in: stage(scene)) }
    }

    /// Whether a component is another one or inside it.
    private func isInside(_ place: Place, _ container: Place) -> Bool {
        if place == container { return true }
        // What contains nothing, as a new component, needs no search.
        guard !containments[container].firstChild.isNone else { return false }
        var ancestor = place
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = containments.parent(of: ancestor)
        }
        return false
    }

    /// Adds to the number of live pages below each container that is in the scene; one that is covered now, or no
    /// longer, is taken note of.
    @inline(__always)
    mutating func cover(_ difference: Int32, above place: Place, in scene: Stage) {
        touch(scene)
        if !containments.isEmpty { coverContainers(difference, of: place, in: scene.place) }
    }

    @inline(never)
    private mutating func coverContainers(_ difference: Int32, of place: Place, in scene: Place) {
        var container = containments.parent(of: place)
        while !container.isNone {
            if self[container].scene == scene {
                let before = containments[container].livePagesBelow
                containments[container].livePagesBelow = before + difference
                if isLivePage(container) {
                    if before == 0 { delist(subject(container), .uncovered, in: stage(scene)) }
                    if before + difference == 0 { uncover(subject(container), in: stage(scene)) }
                }
            }
            container = containments.parent(of: container)
        }
    }

    /// The scenes of the live pages that a component is and contains, one for each.
    func scenesOfLivePages(in place: Place) -> [Place] {
        var scenes = isLivePage(place) ? [self[place].scene] : []
        // Down, along the siblings, and up again; no stack, so no depth is too deep.
        var at = containments[place].firstChild
        while !at.isNone {
            if isLivePage(at) { scenes.append(self[at].scene) }
            if !containments[at].firstChild.isNone {
                at = containments[at].firstChild
                continue
            }
            while containments[at].sibling.next.isNone {
                at = containments[at].parent
                if at == place { return scenes }
            }
            at = containments[at].sibling.next
        }
        return scenes
    }

    /// Takes a component that ends out of the containment: what it contained is in its own container from now on.
    mutating func leaveContainer(_ place: Place) {
        let parent = containments[place].parent
        var child = containments[place].firstChild
        while !child.isNone {
            let next = containments[child].sibling.next
            linkToParent(child, parent)
            child = next
        }
        unlinkFromParent(place)
        containments.forget(place)
    }

    private mutating func linkToParent(_ place: Place, _ parent: Place) {
        containments[place].parent = parent
        guard !parent.isNone else {
            containments[place].sibling = Links()
            return
        }
        let first = containments[parent].firstChild
        containments[place].sibling = Links(previous: .none, next: first)
        if !first.isNone { containments[first].sibling.previous = place }
        containments[parent].firstChild = place
    }

    private mutating func unlinkFromParent(_ place: Place) {
        let parent = containments[place].parent
        guard !parent.isNone else { return }
        let links = containments[place].sibling
        if links.previous.isNone {
            containments[parent].firstChild = links.next
        } else {
            containments[links.previous].sibling.next = links.next
        }
        if !links.next.isNone { containments[links.next].sibling.previous = links.previous }
        containments[place].parent = .none
        containments[place].sibling = Links()
    }
}
