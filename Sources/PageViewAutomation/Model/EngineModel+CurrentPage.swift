/// What follows from an input at its end: which pages are current now (QU-001).
extension EngineModel {
    @inline(__always)
    mutating func touch(_ scene: Stage) {
        guard !scene.record.isTouched else { return }
        scene.record.isTouched = true
        if touched.last.isNone { touched.first = scene.place } else { scenes[touched.last].nextTouched = scene.place }
        touched.last = scene.place
    }

    /// Ends an input: works out which pages are current now, once for all that happened in it.
    @inline(__always)
    mutating func finish() {
        if !uncovered.isNone { reveal() }
        if !touched.first.isNone { settleTouched() }
    }

    /// The current page of a scene has gone: the one that is current now counts, where the policy says so (POL-003).
    private mutating func reveal() {
        let scene = uncovered
        uncovered = .none
        if policy.reveal == .counts, scenes[scene].isForeground, let revealed = newestUncovered(in: scene) {
            replaceIfCounted(subject(revealed), cause: .revealed)
        }
    }

    private mutating func settleTouched() {
        while !touched.first.isNone {
            let scene = stage(touched.first)
            touched.first = scene.record.nextTouched
            scene.record.nextTouched = .none
            scene.record.isTouched = false
            settle(scene)
        }
        touched.last = .none
    }

    /// Takes note of the scene's current page, and tells of it if it is another component or has another name.
    @inline(__always)
    private mutating func settle(_ scene: Stage) {
        let before = scene.record.current
        let current = scene.record.uncovered.last
        scene.record.current = current
        noteSettled(scene)
        if current.isNone {
            if before.isNone { return }
            lose(scene)
        } else if before.isNone {
            rank(scene)
        }
        let page = current.isNone ? nil : self[current].name
        guard scene.record.told != current || scene.record.toldPage?.word != page?.word else { return }
        scene.record.told = current
        scene.record.toldPage = page
        if tells(.currentPages) { tellCurrentPage(of: scene.place) }
    }

    /// A scene has no current page any more.
    @inline(__always)
    private mutating func lose(_ scene: Stage) {
        unrank(scene)
        if currentScene() == nil { lastPage.move(to: scene.place) }
    }

    @inline(never)
    private mutating func tellCurrentPage(of scene: Place) {
        let current = scenes[scene].current
        records.append(
            .currentPage(
                CurrentPageChange(
                    scene: scenes[scene].id, page: current.isNone ? nil : snapshot(of: current), time: now)))
    }

    @inline(__always)
    private mutating func noteSettled(_ scene: Stage) {
        guard !scene.record.isSettled else { return }
        scene.record.isSettled = true
        scene.record.nextSettled = settled
        settled = scene.place
    }

    /// The scene's newest live page that contains no live page of the scene (QU-001, QU-002).
    private func newestUncovered(in scene: Place) -> Place? {
        let newest = scenes[scene].uncovered.last
        return newest.isNone ? nil : newest
    }

    @inline(__always)
    func snapshot(of place: Place) -> PageAppearance? {
        let component = subject(place)
        guard component.state.isLive, let page = component.record.name else { return nil }
        return snapshot(of: component, page, in: stage(of: component))
    }

    /// A live page as queries show it.
    @inline(__always)
    func snapshot(of component: Subject, _ page: PageContext, in scene: Stage) -> PageAppearance {
        PageAppearance(
            id: appearanceID(of: component), page: page, scene: scene.record.id,
            isCounted: component.record.isCounted, since: component.record.beganAt)
    }

    /// The appearance of a component that goes on.
    @inline(__always)
    func appearanceID(of component: Subject) -> AppearanceID {
        AppearanceID(component: id(of: component), ordinal: component.record.appearanceCount)
    }
}
