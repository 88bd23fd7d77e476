import NavigationTraces
import PageViewAutomation

/// Reports about components and scenes. They change facts only.
extension ReferenceModel {
    mutating func apply(_ event: ComponentEvent, to place: Int, scene: String?) {
        switch event {
        case .willAppear:
            components[place].hasReported = true
            // Reading: a new `willAppear` does not belong to the disappearance before it (AP-005).
            components[place].owesDisappearance = false
            let anomaly = transit(place, .willAppear)
            if let anomaly, !components[place].wasDetached { diagnose(anomaly, components[place].name) }
        case .didAppear:
            didAppear(place, isReported: true)
        case .willDisappear:
            components[place].hasReported = true
            let anomaly = transit(place, .willDisappear)
            // A `willDisappear` after the loss of the window has no diagnostic (LC-002).
            if let anomaly, !components[place].owesDisappearance { diagnose(anomaly, components[place].name) }
            components[place].appearance?.wasLeaving = true
        case .didDisappear:
            if !components[place].appears, !components[place].owesDisappearance {
                diagnose(.didDisappearWithoutAppear, components[place].name)
            }
            didDisappear(place)
        case .attach:
            move(place, to: scene)
            components[place].isAttached = true
        case .detach: detach(place, isReported: true)
        case .destroy: destroy(place)
        case .select:
            if let parent = components[place].parent {
                components[parent].selection = .part(place)
            } else {
                diagnose(.selectWithoutContainer, components[place].name)
            }
        case .deselect:
            if let parent = components[place].parent, components[parent].selection == .part(place) {
                components[parent].selection = .none
            }
        case .focus: actions.append(.focus(place))
        }
    }

    /// Applies a `didAppear`, which a framework reports or a `show` implies.
    mutating func didAppear(_ place: Int, isReported: Bool) {
        components[place].hasReported = true
        components[place].owesDisappearance = false
        let anomaly = transit(place, .didAppear)
        let isPartOfExclusive = components[place].parent.map { components[$0].isExclusive } ?? false
        let isPassedOver = components[place].appearance?.isPassedOver ?? false
        // AP-006: after a `detach`, it is a new one.
        let isNew = components[place].wasDetached || !components[place].appears
        components[place].wasDetached = false
        if let anomaly, isReported, !isPartOfExclusive, !isPassedOver, !isNew {
            diagnose(anomaly, components[place].name)
        }
        // A component that a start has not counted has waited for this report (ORD-005).
        if isPassedOver, isRunning {
            components[place].appearance = nil
            components[place].appearOrder = nextOrder()
        }
        if isNew {
            components[place].appears = true
            components[place].hasLed = false
            components[place].appearOrder = nextOrder()
        }
        // POL-002: it answers a `willDisappear`. Within an update no transition is cancelled.
        if components[place].live?.wasLeaving ?? false {
            components[place].appearance?.wasLeaving = false
            if updateDepth == 0, isReported, policy.cancelledDisappearance == .counts { again.append(place) }
        }
        selectParts(above: place)
    }

    /// AP-014: in exclusive containers, a part is selected by its own `didAppear`, or by one of its content if it reports
    /// nothing itself.
    private mutating func selectParts(above place: Int) {
        for part in [place] + ancestors(of: place) {
            guard let container = components[part].parent, components[container].isExclusive else { continue }
            if part == place || !components[part].hasReported { components[container].selection = .part(part) }
        }
    }

    mutating func didDisappear(_ place: Int) {
        components[place].hasReported = true
        components[place].owesDisappearance = false
        _ = transit(place, .didDisappear)
        retract(place)
    }

    // MARK: Declarations

    /// AP-001: applies a `create`, which can declare all facts of a new or an existing component.
    mutating func create(_ name: String, scene: String?, _ declaration: TraceEvent.Declaration) {
        let place: Int
        if let known = bearer(of: name), !components[known].isDestroyed {
            place = known
            declareWindow(place, scene: scene, isAttached: declaration.isAttached)
        } else {
            // The name of a destroyed component means a new component (AP-010). Without a scene it is in that of its
            // container.
            let container = declaration.parent.flatMap(bearer).flatMap { components[$0].isDestroyed ? nil : $0 }
            place = make(
                name, scene: scene ?? container.map { components[$0].scene } ?? "main",
                isAttached: declaration.isAttached ?? true)
        }
        if let parent = declaration.parent { contain(place, in: parent) }
        if let isExclusive = declaration.isExclusive {
            components[place].isExclusive = isExclusive
            // AP-014: a container that is not exclusive any more hides no part.
            if !isExclusive { components[place].selection = .none }
        }
        if let level = declaration.level { components[place].level = level }
        declare(place, declaration.page, declaration.isReady, declaration.payload)
    }

    mutating func declareWindow(_ place: Int, scene: String?, isAttached: Bool?) {
        move(place, to: scene)
        if isAttached == false {
            detach(place, isReported: false)
        } else if isAttached == true || scene != nil {
            components[place].isAttached = true
        }
    }

    /// Applies the page, the state and the payload of a `create` or of an entry.
    mutating func declare(_ place: Int, _ page: PageContext?, _ isReady: Bool?, _ payload: Payload?) {
        // Only a blank name is rejected, and the other facts apply (RD-009).
        if let page { _ = rename(place, page) }
        if let isReady { components[place].isReady = isReady }
        if let payload { components[place].payload = payload }
        if !components[place].isReady { components[place].payload = Payload() }
    }

    mutating func setPending(_ name: String, scene: String?, page: PageContext?) {
        guard let place = mentionPage(name, scene: scene, page: page) else { return }
        (components[place].isReady, components[place].payload) = (false, Payload())
    }

    mutating func setReady(_ name: String, scene: String?, page: PageContext?, payload: Payload?) {
        guard let place = mentionPage(name, scene: scene, page: page) else { return }
        (components[place].isReady, components[place].payload) = (true, payload ?? Payload())
    }

    /// Returns the component whose notifier is set, and declares the named page. Returns `nil` if the report is ignored
    /// or rejected. Reading: a rejected report mentions its component too.
    private mutating func mentionPage(_ name: String, scene: String?, page: PageContext?) -> Int? {
        guard let place = mention(name, scene: scene) else { return nil }
        if let page, !rename(place, page) { return nil }
        return place
    }

    /// PV-004: declares a page, unless its name is blank. A name that differs from the counted one has one diagnostic for
    /// each appearance.
    private mutating func rename(_ place: Int, _ page: PageContext) -> Bool {
        if isBlank(page) {
            diagnose(.emptyPageName, components[place].name)
            return false
        }
        let before = components[place].page
        components[place].page = page
        if let live = components[place].live, let counted = live.countedAs, !live.wasRenamed,
            page.name != before?.name, page.name != counted.name
        {
            components[place].appearance?.wasRenamed = true
            diagnose(.renamedWhileCounted, components[place].name)
        }
        return true
    }

    /// RD-009: returns whether a name is blank.
    func isBlank(_ page: PageContext) -> Bool {
        page.name.rawValue.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }

    // MARK: Scenes

    mutating func apply(_ event: SceneEvent, to scene: String) {
        switch event {
        case .foreground:
            guard !isForeground(scene) else { return }
            let background = now.nanoseconds - (scenes[scene]?.backgroundSince.nanoseconds ?? 0)
            scenes[scene]?.isForeground = true
            if let least = policy.foreground.minimumNanoseconds, background >= least { returned.append(scene) }
        case .background:
            if isForeground(scene) { scenes[scene, default: ReferenceScene()].backgroundSince = now }
            scenes[scene]?.isForeground = false
            scenes[scene]?.link = nil
        case .active: actions.append(.activate(scene))
        case .inactive: break
        case .close: close(scene)
        }
    }

    /// AP-009: ends what is live or held in the scene, and what its components contain elsewhere, at once. Then forgets the
    /// scene. Its components stay without a window, and still belong to its name.
    private mutating func close(_ scene: String) {
        let closing = components.indices.filter { components[$0].scene == scene && !components[$0].isDestroyed }
        let inside = Set(closing.flatMap(content))
        let ending = components.indices.filter { place in
            components[place].appearance.map { $0.scene == scene || inside.contains(place) } ?? false
        }
        let held = closing.filter { components[$0].isHeld }
        voidDetached(ending)
        let touched = ending.compactMap { components[$0].live?.scene }.filter { ending.contains(current[$0] ?? -1) }
        for place in closing {
            // Reading: within an update, too, what the close ends has appeared.
            if components[place].appears { components[place].hasAppeared = true }
            // Reading: after the end of a held component, a `didDisappear` is still expected too (AP-005).
            if components[place].appears { components[place].owesDisappearance = true }
            // All rows of `sceneClose` in LC-002 lead here.
            components[place].state = .disappeared
            components[place].isAttached = false
            retract(place)
        }
        takenBack.removeAll { held.contains($0) }
        before = (current, foremostPlace)
        end(ending, held: held)
        for other in touched { current[other] = currentPlace(in: other) }
        emitChanges(ofNames: updateDepth == 0)
        scenes[scene] = nil
        for list in [\ReferenceModel.front, \.returned] { self[keyPath: list].removeAll { $0 == scene } }
        actions.removeAll { $0 == .activate(scene) || $0 == .arrange(scene) }
        if enginesLastPage?.scene == scene { isLastSceneThere = false }
        rememberLastPages()
    }

    // MARK: The state machine (LC-002)

    /// Changes the state of a component, and returns the anomaly of the report.
    mutating func transit(_ place: Int, _ event: ComponentEvent) -> Diagnostic.Kind? {
        let (next, anomaly) = referenceTransition(components[place].state, event)
        components[place].state = next
        return anomaly
    }
}

/// Returns the next state and the anomaly of a report, after the table of LC-002.
private func referenceTransition(
    _ state: LifecycleState, _ event: ComponentEvent
) -> (next: LifecycleState, anomaly: Diagnostic.Kind?) {
    switch (state, event) {
    case (.disappeared, .willAppear), (.disappearing, .willAppear): (.appearing, nil)
    case (_, .willAppear): (state, .unexpectedWillAppear)
    case (.appeared, .didAppear): (.appeared, .duplicateDidAppear)
    case (_, .didAppear): (.appeared, nil)
    case (.appearing, .willDisappear), (.appeared, .willDisappear): (.disappearing, nil)
    case (_, .willDisappear): (state, .unexpectedWillDisappear)
    // `unexpectedDidDisappear` is no diagnostic of the engine, because AP-005 has rules of its own.
    case (_, .didDisappear), (_, .detach), (_, .destroy): (.disappeared, nil)
    case (_, .attach), (_, .select), (_, .deselect), (_, .focus): (state, nil)
    }
}
