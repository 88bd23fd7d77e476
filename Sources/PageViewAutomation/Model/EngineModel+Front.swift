/// Which scene is in front of the others (QU-004).
extension EngineModel {
    /// A scene comes to the front of those that are in the foreground like it, or in the background.
    @inline(__always)
    mutating func bringToFront(_ scene: Stage, _ order: UInt64) {
        scene.record.front = order
        let current = scene.record.current
        guard !current.isNone, self[row(of: scene)].last != scene.place else { return }
        unrank(scene)
        rank(scene)
    }

    /// A scene comes to the foreground or goes to the background.
    mutating func setForeground(_ isForeground: Bool, _ scene: Stage) {
        let isRanked = !scene.record.current.isNone
        if isRanked { unrank(scene) }
        scene.record.isForeground = isForeground
        if isRanked { rank(scene) }
    }

    /// Ranks a scene that has a current page, behind all that came to the front before it; nearly always it is the last.
    mutating func rank(_ scene: Stage) {
        isFrontTouched = true
        let kind = row(of: scene)
        var previous = self[kind].last
        while !previous.isNone, scenes[previous].front > scene.record.front {
            previous = scenes[previous].rank.previous
        }
        let next = previous.isNone ? self[kind].first : scenes[previous].rank.next
        scene.record.rank = Links(previous: previous, next: next)
        if previous.isNone { self[kind].first = scene.place } else { scenes[previous].rank.next = scene.place }
        if next.isNone { self[kind].last = scene.place } else { scenes[next].rank.previous = scene.place }
    }

    /// Takes a scene out of the ranking, because it has no current page any more or is to be ranked anew.
    mutating func unrank(_ scene: Stage) {
        isFrontTouched = true
        let kind = row(of: scene)
        let links = scene.record.rank
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
        scene.record.rank = Links()
    }

    @inline(__always)
    private func row(of scene: Stage) -> WritableRow { scene.record.isForeground ? .foreground : .background }

    private enum WritableRow { case foreground, background }

    private subscript(_ row: WritableRow) -> Row {
        @inline(__always) get {
            switch row {
            case .foreground: inForeground
            case .background: inBackground
            }
        }
        @inline(__always) set {
            switch row {
            case .foreground: inForeground = newValue
            case .background: inBackground = newValue
            }
        }
    }
}
