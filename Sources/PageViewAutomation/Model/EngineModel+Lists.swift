/// The lists that run through the table of components: members, live pages and held components of a scene.
extension EngineModel {
    /// Makes a component a member of a scene.
    mutating func join(_ place: Place, to scene: Place) {
        let first = scenes[Int(scene)].firstMember
        self[place].scene = scene
        self[place].member = Links(previous: .none, next: first)
        if !first.isNone { self[first].member.previous = place }
        scenes[Int(scene)].firstMember = place
    }

    /// Ends a component's membership in its scene, which goes too if it is closed and this was the last one.
    mutating func leaveScene(_ place: Place) {
        let scene = self[place].scene
        guard !scene.isNone else { return }
        let links = self[place].member
        if links.previous.isNone {
            scenes[Int(scene)].firstMember = links.next
        } else {
            self[links.previous].member.next = links.next
        }
        if !links.next.isNone { self[links.next].member.previous = links.previous }
        self[place].member = Links()
        self[place].scene = .none
        releaseSceneIfUnused(scene)
    }

    /// Puts a component that has begun to be live into the live pages of its scene.
    mutating func enlistLive(_ place: Place) {
        let scene = Int(self[place].scene)
        var row = scenes[scene].live
        enlist(place, in: &row)
        scenes[scene].live = row
    }

    mutating func delistLive(_ place: Place) {
        let scene = Int(self[place].scene)
        var row = scenes[scene].live
        delist(place, from: &row)
        scenes[scene].live = row
    }

    /// Puts a component that is held into the held components of its scene.
    mutating func enlistHeld(_ place: Place) {
        let scene = Int(self[place].scene)
        var row = scenes[scene].held
        enlist(place, in: &row)
        scenes[scene].held = row
    }

    mutating func delistHeld(_ place: Place) {
        let scene = Int(self[place].scene)
        var row = scenes[scene].held
        delist(place, from: &row)
        scenes[scene].held = row
    }

    /// Nearly always the newest, so the search goes backwards from the end and ends at once.
    private mutating func enlist(_ place: Place, in row: inout Row) {
        let order = self[place].order
        var previous = row.last
        while !previous.isNone, self[previous].order > order { previous = self[previous].row.previous }
        let next = previous.isNone ? row.first : self[previous].row.next
        self[place].row = Links(previous: previous, next: next)
        if previous.isNone { row.first = place } else { self[previous].row.next = place }
        if next.isNone { row.last = place } else { self[next].row.previous = place }
    }

    private mutating func delist(_ place: Place, from row: inout Row) {
        let links = self[place].row
        if links.previous.isNone { row.first = links.next } else { self[links.previous].row.next = links.next }
        if links.next.isNone { row.last = links.previous } else { self[links.next].row.previous = links.previous }
        self[place].row = Links()
    }
}
