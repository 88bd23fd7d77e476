/// Which component contains which (QU-002).
extension EngineModel {
    /// Declares what contains a component; a component cannot contain what it is in.
    mutating func setParent(of place: Place, to parent: Place) {
        guard self[place].parent != parent else { return }
        guard !isInside(parent, place) else { return diagnose(.parentCycle, self[place].id) }
        let livePages = self[place].livePagesBelow + (self[place].isLivePage ? 1 : 0)
        // Containers may be covered now, or no longer.
        if livePages != 0 { touchScenes(ofContainersOf: place) }
        countLivePages(-livePages, above: place)
        unlinkFromParent(place)
        linkToParent(place, parent)
        countLivePages(livePages, above: place)
        if livePages != 0 { touchScenes(ofContainersOf: place) }
    }

    /// Whether a component is another one or inside it.
    private func isInside(_ place: Place, _ container: Place) -> Bool {
        if place == container { return true }
        // What contains nothing, as a new component, needs no search.
        guard !self[container].firstChild.isNone else { return false }
        var ancestor = place
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = self[ancestor].parent
        }
        return false
    }

    private mutating func touchScenes(ofContainersOf place: Place) {
        var ancestor = self[place].parent
        while !ancestor.isNone {
            touch(self[ancestor].scene)
            ancestor = self[ancestor].parent
        }
    }

    /// Adds to the number of live pages below each of the component's containers.
    mutating func countLivePages(_ difference: Int32, above place: Place) {
        guard difference != 0 else { return }
        var ancestor = self[place].parent
        while !ancestor.isNone {
            self[ancestor].livePagesBelow += difference
            ancestor = self[ancestor].parent
        }
    }

    /// Takes a component that ends out of the containment: what it contained is in its own container from now on.
    mutating func leaveContainer(_ place: Place) {
        let parent = self[place].parent
        var child = self[place].firstChild
        while !child.isNone {
            let next = self[child].sibling.next
            linkToParent(child, parent)
            child = next
        }
        unlinkFromParent(place)
    }

    private mutating func linkToParent(_ place: Place, _ parent: Place) {
        self[place].parent = parent
        guard !parent.isNone else {
            self[place].sibling = Links()
            return
        }
        let first = self[parent].firstChild
        self[place].sibling = Links(previous: .none, next: first)
        if !first.isNone { self[first].sibling.previous = place }
        self[parent].firstChild = place
    }

    private mutating func unlinkFromParent(_ place: Place) {
        let parent = self[place].parent
        guard !parent.isNone else { return }
        let links = self[place].sibling
        if links.previous.isNone {
            self[parent].firstChild = links.next
        } else {
            self[links.previous].sibling.next = links.next
        }
        if !links.next.isNone { self[links.next].sibling.previous = links.previous }
        self[place].parent = .none
        self[place].sibling = Links()
    }

    /// Whether a live page of the same scene is inside the component, at any depth.
    func isCovered(_ place: Place) -> Bool {
        guard self[place].livePagesBelow > 0 else { return false }
        let scene = self[place].scene
        // Down into what holds live pages, along its siblings, and up again; no stack, so no depth is too deep.
        var at = self[place].firstChild
        while !at.isNone {
            if self[at].isLivePage, self[at].scene == scene { return true }
            if self[at].livePagesBelow > 0 {
                at = self[at].firstChild
                continue
            }
            while self[at].sibling.next.isNone {
                at = self[at].parent
                if at == place { return false }
            }
            at = self[at].sibling.next
        }
        return false
    }
}
