/// What follows from an input at its end: which pages are current now (QU-001).
extension EngineModel {
    mutating func touch(_ scene: Place) {
        guard !scenes[scene].isTouched else { return }
        scenes[scene].isTouched = true
        if touched.last.isNone { touched.first = scene } else { scenes[touched.last].nextTouched = scene }
        touched.last = scene
    }

    /// Ends an input: works out which pages are current now, once for all that happened in it.
    mutating func finish() {
        if !uncovered.isNone {
            let scene = uncovered
            uncovered = .none
            if policy.reveal == .counts, scenes[scene].isForeground, let revealed = newestUncovered(in: scene) {
                replaceIfCounted(revealed, cause: .revealed)
            }
        }
        while !touched.first.isNone {
            let scene = touched.first
            touched.first = scenes[scene].nextTouched
            scenes[scene].nextTouched = .none
            scenes[scene].isTouched = false
            settle(scene)
        }
        touched.last = .none
    }

    /// Takes note of the scene's current page, and tells of it if it is another component or has another name.
    private mutating func settle(_ scene: Place) {
        let before = scenes[scene].current
        let current = scenes[scene].uncovered.last
        scenes[scene].current = current
        noteSettled(scene)
        if current.isNone {
            if before.isNone { return }
            lose(scene)
        } else if before.isNone {
            rank(scene)
        }
        let page = current.isNone ? nil : self[current].name
        guard scenes[scene].told != current || scenes[scene].toldPage?.word != page?.word else { return }
        scenes[scene].told = current
        scenes[scene].toldPage = page
        if tells(.currentPages) { tellCurrentPage(of: scene) }
    }

    /// A scene has no current page any more.
    private mutating func lose(_ scene: Place) {
        unrank(scene)
        if currentScene() == nil { lastPage = scenes[scene].last.map { ($0, scenes[scene].incarnation) } }
    }

    @inline(never)
    private mutating func tellCurrentPage(of scene: Place) {
        let current = scenes[scene].current
        records.append(
            .currentPage(
                CurrentPageChange(
                    scene: scenes[scene].id, page: current.isNone ? nil : snapshot(of: current), time: now)))
    }

    private mutating func noteSettled(_ scene: Place) {
        guard !scenes[scene].isSettled else { return }
        scenes[scene].isSettled = true
        scenes[scene].nextSettled = settled
        settled = scene
    }

    /// The scene's newest live page that contains no live page of the scene (QU-001, QU-002).
    private func newestUncovered(in scene: Place) -> Place? {
        let newest = scenes[scene].uncovered.last
        return newest.isNone ? nil : newest
    }

    @inline(__always)
    func snapshot(of place: Place) -> PageAppearance? {
        guard self[place].isLive, let page = self[place].name else { return nil }
        return PageAppearance(
            id: appearanceID(of: place), page: page, scene: scenes[self[place].scene].id,
            isCounted: self[place].isCounted, since: self[place].beganAt)
    }

    /// The appearance of a component that goes on.
    @inline(__always)
    func appearanceID(of place: Place) -> AppearanceID {
        AppearanceID(component: id(of: place), ordinal: self[place].appearanceCount)
    }
}
