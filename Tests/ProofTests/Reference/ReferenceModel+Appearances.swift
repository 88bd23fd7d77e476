import PageViewAutomation

/// Reports about one component, except attachment.
extension ReferenceModel {
    mutating func apply(_ event: ComponentEvent, to place: Int) {
        switch event {
        case .willAppear:
            if let anomaly = transit(place, .willAppear) { diagnose(anomaly, components[place].name) }
            // Reading: a new `willAppear` does not belong to the disappearance before it (AP-005).
            components[place].owesDisappearance = false
        case .didAppear: didAppear(place)
        case .willDisappear: willDisappear(place)
        case .didDisappear: didDisappear(place)
        case .attach: attach(place)
        case .detach: detachReported(place)
        case .destroy: destroy(place)
        }
    }

    private mutating func willDisappear(_ place: Int) {
        let anomaly = transit(place, .willDisappear)
        // A `willDisappear` after the loss of the window has no diagnostic (LC-002).
        if let anomaly, !components[place].owesDisappearance { diagnose(anomaly, components[place].name) }
        if var appearance = components[place].live {
            appearance.wasLeaving = true
            components[place].stay = .live(appearance)
        }
    }

    private mutating func didAppear(_ place: Int) {
        let anomaly = transit(place, .didAppear)
        components[place].owesDisappearance = false
        // POL-002: a cancelled disappearance counts, if the appearance has been counted (POL-001).
        if var appearance = components[place].live, appearance.wasLeaving {
            if policy.cancelledDisappearance == .counts, appearance.countedAs != nil {
                end(place)
                show(place)
                return
            }
            // This `didAppear` answers the `willDisappear`, although it does not count.
            appearance.wasLeaving = false
            components[place].stay = .live(appearance)
        }
        switch components[place].stay {
        case .live, .held:
            // The report belongs to the existing appearance or held state (AP-004, AP-002). Reading: the machine
            // decides whether it is a repetition. A `willDisappear` before it therefore makes it none, also for a held
            // component.
            if let anomaly { diagnose(anomaly, components[place].name) }
        case .none: show(place)
        case .passedOver where !isRunning:
            // The component is already visible, and a stopped engine does not count it.
            break
        case .passedOver:
            // The component has waited for this report (ORD-005). Reading: the report is no repetition in any
            // state of the machine.
            show(place)
        }
    }

    private mutating func didDisappear(_ place: Int) {
        _ = transit(place, .didDisappear)
        if components[place].stay == .none, !components[place].owesDisappearance {
            diagnose(.didDisappearWithoutAppear, components[place].name)
        }
        components[place].owesDisappearance = false
        endUncovering(place)
    }

    /// AP-002: holds a reported `didAppear` until the other two facts hold.
    private mutating func show(_ place: Int) {
        components[place].order = nextOrder()
        components[place].stay = .held
        beginIfVisible(place, .appeared)
    }

    /// Begins an appearance of a held component if its window and the foreground are there.
    ///
    /// In a stopped engine no appearance begins, but the component is visible (ORD-005).
    mutating func beginIfVisible(_ place: Int, _ cause: PageView.Cause) {
        guard components[place].stay == .held, isVisible(place) else { return }
        guard !isRunning else { return begin(place, cause) }
        components[place].order = nextOrder()
        components[place].stay = .passedOver
    }

    /// Returns whether a component is visible if it is shown.
    func isVisible(_ place: Int) -> Bool { components[place].isAttached && isForeground(components[place].scene) }

    /// AP-003, QU-004: begins an appearance, which takes an ordinal and moves the scene to the front.
    mutating func begin(_ place: Int, _ cause: PageView.Cause) {
        components[place].order = nextOrder()
        components[place].ordinal += 1
        var appearance = ReferenceAppearance(ordinal: components[place].ordinal, since: now)
        appearance.cameBack = cause == .foregrounded || cause == .revealed
        components[place].stay = .live(appearance)
        moveToFront(components[place].scene)
        countIfDue(place, cause)
    }

    /// POL-001: counts a page again. A live appearance that has not been counted continues instead.
    mutating func countAgain(_ place: Int, _ cause: PageView.Cause) {
        guard let appearance = components[place].live, appearance.countedAs != nil else { return }
        end(place)
        begin(place, cause)
    }

    /// Ends an appearance because of a report that may reveal another page (POL-003).
    mutating func endUncovering(_ place: Int) {
        let scene = components[place].scene
        if components[place].live != nil, currentBefore[scene]?.place == place { uncovered = scene }
        end(place)
    }

    /// PV-007: ends an appearance or a held state, and emits the page leave of a page.
    mutating func end(_ place: Int) {
        let component = components[place]
        components[place].stay = .none
        switch component.stay {
        case .none, .passedOver: break
        case .held:
            guard let page = component.page else { return }
            emit(
                .pageLeave(
                    ReferencePageLeave(
                        id: nil, page: page, scene: component.scene, component: component.name, outcome: .neverVisible,
                        foreground: 0, background: 0, endedAt: now)))
        case .live(let appearance):
            guard let page = component.livePage else { return }
            emit(
                .pageLeave(
                    ReferencePageLeave(
                        id: "\(component.label)/\(appearance.ordinal)", page: page, scene: component.scene,
                        component: component.name, outcome: appearance.countedAs == nil ? .neverReady : .counted,
                        foreground: appearance.foreground, background: appearance.background, endedAt: now)))
        }
    }

    // MARK: Several in one report (ORD-002)

    /// Returns the indices of the visible components, in the order in which they became visible.
    func visible(in scene: String? = nil) -> [Int] {
        inOrder(components.indices.filter { components[$0].isBeforeUser && isIn(scene, $0) })
    }

    /// Returns the indices of the held components, in the order of their `didAppear` reports.
    func held(in scene: String? = nil) -> [Int] {
        inOrder(components.indices.filter { components[$0].stay == .held && isIn(scene, $0) })
    }

    private func isIn(_ scene: String?, _ place: Int) -> Bool { scene == nil || components[place].scene == scene }

    private func inOrder(_ places: [Int]) -> [Int] {
        places.sorted { components[$0].order < components[$1].order }
    }
}
