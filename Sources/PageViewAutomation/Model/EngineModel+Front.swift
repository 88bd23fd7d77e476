/// Which scene is in front of the others (QU-004).
extension EngineModel {
    /// A scene comes to the front of those that are in the foreground like it, or in the background.
    mutating func bringToFront(_ scene: Place, _ order: UInt64) {
        scenes[scene].front = order
        let current = scenes[scene].current
        guard !current.isNone, self[row(of: scene)].last != scene else { return }
        unrank(scene)
        rank(scene)
    }

    /// A scene comes to the foreground or goes to the background.
    mutating func setForeground(_ isForeground: Bool, _ scene: Place) {
        let isRanked = !scenes[scene].current.isNone
        if isRanked { unrank(scene) }
        scenes[scene].isForeground = isForeground
        if isRanked { rank(scene) }
    }

    /// Ranks a scene that has a current page, behind all that came to the front before it; nearly always it is the last.
    mutating func rank(_ scene: Place) {
        isFrontTouched = true
        let kind = row(of: scene)
        var previous = self[kind].last
        while !previous.isNone, scenes[previous].front > scenes[scene].front {
            previous = scenes[previous].rank.previous
        }
        let next = previous.isNone ? self[kind].first : scenes[previous].rank.next
        scenes[scene].rank = Links(previous: previous, next: next)
        if previous.isNone { self[kind].first = scene } else { scenes[previous].rank.next = scene }
        if next.isNone { self[kind].last = scene } else { scenes[next].rank.previous = scene }
    }

    /// Takes a scene out of the ranking, because it has no current page any more or is to be ranked anew.
    mutating func unrank(_ scene: Place) {
        isFrontTouched = true
        let kind = row(of: scene)
        let links = scenes[scene].rank
        if links.previous.isNone {
            self[kind].first = links.next
        } else {
            scenes[links.previous].rank.next = links.next
        }
        if links.next.isNone {
            self[kind].last = links.previous
        } else {
            scenes[links.next].rank.previous = links.previous
        }
        scenes[scene].rank = Links()
    }

    private func row(of scene: Place) -> WritableRow { scenes[scene].isForeground ? .foreground : .background }

    private enum WritableRow { case foreground, background }

    private subscript(_ row: WritableRow) -> Row {
        get {
            switch row {
            case .foreground: inForeground
            case .background: inBackground
            }
        }
        set {
            switch row {
            case .foreground: inForeground = newValue
            case .background: inBackground = newValue
            }
        }
    }
}
