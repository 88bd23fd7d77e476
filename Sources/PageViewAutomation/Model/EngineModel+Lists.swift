/// The lists that run through the table of components: members, live pages and held components of a scene.
extension EngineModel {
    /// Makes a component a member of a scene.
    mutating func join(_ place: Place, to scene: Place) {
        let first = scenes[scene].firstMember
        self[place].scene = scene
        self[place].member = Links(previous: .none, next: first)
        if !first.isNone { self[first].member.previous = place }
        scenes[scene].firstMember = place
    }

    /// Ends a component's membership in its scene, which goes too if it is closed and this was the last one.
    mutating func leaveScene(_ place: Place) {
        let scene = self[place].scene
        guard !scene.isNone else { return }
        let links = self[place].member
        if links.previous.isNone {
            scenes[scene].firstMember = links.next
        } else {
            self[links.previous].member.next = links.next
        }
        if !links.next.isNone { self[links.next].member.previous = links.previous }
        self[place].member = Links()
        self[place].scene = .none
        releaseSceneIfUnused(scene)
    }

    /// Puts a component into a list of its scene, after all that come before it in order.
    ///
    /// Nearly always it is the newest, so the search goes backwards from the end and ends at once.
    @inline(__always)
    mutating func enlist(_ component: Subject, _ kind: RowKind, in scene: Stage) {
        let order = component.record.order
        var previous = scene.record[kind].last
        while !previous.isNone, self[previous].order > order { previous = self[previous][kind].previous }
        enlist(component, kind, behind: previous, in: scene)
    }

    /// Puts a live page that nothing covers, or nothing covers any more, among those of its scene, which have the order of all
    /// live pages.
    ///
    /// Its neighbour there is the nearest among all live pages that nothing covers either, on whichever side; so a page that
    /// is old is found a place as fast as a new one.
    @inline(__always)
    mutating func uncover(_ component: Subject, in scene: Stage) {
        var previous = component.record.row.previous
        // Nearly always nothing covers the page before.
        if !previous.isNone, containments.isCovered(previous) { previous = lastUncovered(before: component, in: scene) }
        enlist(component, .uncovered, behind: previous, in: scene)
    }

    @inline(never)
    private func lastUncovered(before component: Subject, in scene: Stage) -> Place {
        var older = component.record.row.previous
        var newer = component.record.row.next
        while !older.isNone, containments.isCovered(older) {
            if newer.isNone {
                older = scene.record.uncovered.last
            } else if containments.isCovered(newer) {
                (older, newer) = (self[older].row.previous, self[newer].row.next)
            } else {
                older = self[newer].uncovered.previous
            }
        }
        return older
    }

    /// Puts a component into a list behind another one; behind none, at its beginning.
    @inline(__always)
    private mutating func enlist(_ component: Subject, _ kind: RowKind, behind previous: Place, in scene: Stage) {
        let place = component.place
        let next = previous.isNone ? scene.record[kind].first : self[previous][kind].next
        component.record[kind] = Links(previous: previous, next: next)
        if previous.isNone { scene.record[kind].first = place } else { self[previous][kind].next = place }
        if next.isNone { scene.record[kind].last = place } else { self[next][kind].previous = place }
    }

    /// Takes a component out of a list of its scene that it is in.
    @inline(__always)
    mutating func delist(_ component: Subject, _ kind: RowKind, in scene: Stage) {
        let links = component.record[kind]
        if links.previous.isNone {
            scene.record[kind].first = links.next
        } else {
            self[links.previous][kind].next = links.next
        }
        if links.next.isNone {
            scene.record[kind].last = links.previous
        } else {
            self[links.next][kind].previous = links.previous
        }
        component.record[kind] = Links()
    }
}

/// The ordered lists of a scene.
enum RowKind {
    /// Live pages, in the order in which they began.
    case live
    /// Components that are said to be shown but cannot be seen, in the order of their `didAppear`.
    case held
    /// Live pages that contain no live page of the scene, in the order in which they began.
    case uncovered
}

extension SceneRecord {
    subscript(kind: RowKind) -> Row {
        @inline(__always) get {
            switch kind {
            case .live: live
            case .held: held
            case .uncovered: uncovered
            }
        }
        @inline(__always) set {
            switch kind {
            case .live: live = newValue
            case .held: held = newValue
            case .uncovered: uncovered = newValue
            }
        }
    }
}

extension ComponentRecord {
    subscript(kind: RowKind) -> Links {
        @inline(__always) get {
            switch kind {
            // A component is never live and held at once.
            case .live, .held: row
            case .uncovered: uncovered
            }
        }
        @inline(__always) set {
            switch kind {
            case .live, .held: row = newValue
            case .uncovered: uncovered = newValue
            }
        }
    }
}
