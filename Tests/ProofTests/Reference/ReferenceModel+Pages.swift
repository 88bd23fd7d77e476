import PageViewAutomation

/// Pending, ready, and counted pages.
extension ReferenceModel {
    /// RD-009: returns whether a name is blank.
    func isBlank(_ page: PageContext) -> Bool {
        page.name.rawValue.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }

    mutating func setPending(_ name: String, scene: String?, page: PageContext?) {
        guard let place = mentionPage(name, scene: scene, page: page) else { return }
        components[place].isReady = false
        components[place].payload = Payload()
    }

    mutating func setReady(_ name: String, scene: String?, page: PageContext?, payload: Payload?) {
        guard let place = mentionPage(name, scene: scene, page: page) else { return }
        components[place].isReady = true
        components[place].payload = payload ?? Payload()
        countIfDue(place, .ready)
    }

    /// Returns the component whose notifier is set, and declares the named page. Returns `nil` if the report is ignored
    /// or rejected. Reading: a rejected report mentions its component too.
    private mutating func mentionPage(_ name: String, scene: String?, page: PageContext?) -> Int? {
        guard let place = mention(name, scene: scene) else { return nil }
        guard let page else { return place }
        if isBlank(page) {
            diagnose(.emptyPageName, name)
            return nil
        }
        declare(page, of: place)
        return place
    }

    /// PV-004: declares a page. A name that differs from the counted one has one diagnostic for each appearance.
    mutating func declare(_ page: PageContext, of place: Int) {
        let before = components[place].page
        components[place].page = page
        guard var appearance = components[place].live, let counted = appearance.countedAs, !appearance.wasRenamed,
            page.name != before?.name, page.name != counted.name
        else { return }
        appearance.wasRenamed = true
        components[place].stay = .live(appearance)
        diagnose(.renamedWhileCounted, components[place].name)
    }

    /// RD-002: counts a page at the first instant at which it is live, in the foreground, and ready.
    mutating func countIfDue(_ place: Int, _ cause: PageView.Cause) {
        let component = components[place]
        guard let appearance = component.live, appearance.countedAs == nil, let page = component.page,
            component.isReady, isForeground(component.scene)
        else { return }
        count(place, as: page, payload: component.payload, cause)
    }

    private mutating func count(_ place: Int, as page: PageContext, payload: Payload, _ cause: PageView.Cause) {
        let component = components[place]
        guard var appearance = component.live else { return }
        appearance.countedAs = page
        components[place].stay = .live(appearance)
        sequence += 1
        let id = "\(component.label)/\(appearance.ordinal)"
        emitPageView(
            ReferencePageView(
                sequence: sequence, id: id, page: page, payload: payload, scene: component.scene,
                component: component.name, appearedAt: appearance.since, countedAt: now, cause: cause,
                deepLink: takeLink(
                    in: component.scene, begunAt: appearance.cameBack ? nil : component.order, cause)))
    }

    /// PV-003: emits a page view whose previous page is the page counted last in its scene.
    private mutating func emitPageView(_ view: ReferencePageView) {
        var view = view
        view.previous = scenes[view.scene]?.lastCounted
        emit(.pageView(view))
        let mention = ReferenceMention(id: view.id, page: view.page, component: view.component)
        scenes[view.scene, default: ReferenceScene()].lastCounted = mention
        enginesLastCounted = mention
    }

    /// RD-011: records a page view by hand.
    mutating func record(_ name: String?, scene: String?, page: PageContext?, payload: Payload?) {
        var place: Int?
        if let name {
            place = mention(name, scene: scene)
            if place == nil { return }
        }
        if let page, isBlank(page) {
            diagnose(.emptyPageName, name)
            return
        }
        // A stopped engine emits nothing, so no page view becomes the previous one (ORD-005).
        guard isRunning else { return }
        if let place {
            recordComponent(place, page: page, payload: payload)
        } else if let page {
            recordWithoutAppearance(page, payload: payload ?? Payload(), scene: scene ?? impliedScene)
        }
    }

    private mutating func recordComponent(_ place: Int, page: PageContext?, payload: Payload?) {
        let component = components[place]
        if component.live?.countedAs != nil { return }
        guard let page = page ?? component.page else {
            diagnose(.recordWithoutPage, component.name)
            return
        }
        // A ready page has its payload; a pending page has none.
        let payload = payload ?? component.payload
        if component.live != nil {
            count(place, as: page, payload: payload, .manual)
        } else {
            recordWithoutAppearance(page, payload: payload, scene: component.scene)
        }
    }

    private mutating func recordWithoutAppearance(_ page: PageContext, payload: Payload, scene: String) {
        sequence += 1
        emitPageView(
            ReferencePageView(
                sequence: sequence, id: "manual/\(sequence)", page: page, payload: payload, scene: scene,
                countedAt: now, cause: .manual, deepLink: takeLink(in: scene, begunAt: order, .manual)))
    }
}
