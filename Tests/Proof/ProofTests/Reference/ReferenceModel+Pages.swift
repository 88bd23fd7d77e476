import PageViewAutomation

/// Counted pages, interactions, and links.
extension ReferenceModel {
    /// RD-002: counts a page at the first instant at which it is live, in the foreground, and ready.
    mutating func countIfDue(_ place: Int, _ cause: PageView.Cause) {
        let component = components[place]
        guard let live = component.live, live.countedAs == nil, let page = component.page, component.isReady,
            isForeground(live.scene)
        else { return }
        count(place, as: page, payload: component.payload, cause)
    }

    private mutating func count(_ place: Int, as page: PageContext, payload: Payload, _ cause: PageView.Cause) {
        let component = components[place]
        guard let live = component.live else { return }
        components[place].appearance?.countedAs = page
        sequence += 1
        emitPageView(
            ReferencePageView(
                sequence: sequence, id: "\(component.label)/\(live.ordinal)", page: page, payload: payload,
                scene: live.scene, component: component.name, appearedAt: live.since, countedAt: now, cause: cause,
                deepLink: takeLink(in: live.scene, for: page, live, isByHand: cause == .manual)))
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
            recordWithoutAppearance(page, payload: payload ?? Payload(), scene: scene ?? impliedScene ?? "main")
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
                countedAt: now, cause: .manual, deepLink: takeLink(in: scene, for: page, nil, isByHand: true)))
    }

    // MARK: Interactions (PV-005)

    /// The scene of an input that names neither a scene nor a component; `nil` if none can be implied.
    var impliedScene: String? {
        if let page = currentPage(in: nil) { return page.scene }
        return isLastSceneThere ? enginesLastPage?.scene : nil
    }

    /// Emits an interaction with a copy of the page that is current at the call.
    mutating func interact(_ name: String, scene: String?, properties: Payload, component: String?) {
        var scene = scene ?? impliedScene ?? "main"
        var page = current[scene]
        if let place = component.flatMap(bearer), !components[place].isDestroyed {
            scene = components[place].scene
            // Reading: the content counts in the scene of the component only, its containers in any scene.
            let inside = ([place] + content(of: place)).filter { components[$0].live?.scene == scene }
            page =
                currentPlace(among: inside) ?? ancestors(of: place).first { components[$0].livePage != nil }
                ?? current[scene]
        }
        emit(.interaction(name: name, properties: properties, scene: scene, page: page.flatMap(answer), time: now))
    }

    // MARK: Links (PV-006)

    /// Opens a link, which replaces a pending link of its scene.
    mutating func open(_ url: String, scene: String?, source: String?, target: String?, expires: Int64?) {
        let implied = scene ?? impliedScene
        let scene = implied ?? "main"
        // The last page is the current one if there is one.
        let referrer = lastPage(in: scene) ?? lastPage(in: nil)
        let visit = ReferenceVisit(url: url, source: source, scene: scene, referrer: referrer?.mention, time: now)
        emit(.deepLink(visit))
        // Reading: a stopped engine keeps no pending link.
        guard isRunning else { return }
        scenes[scene, default: ReferenceScene()].link = ReferenceLink(
            visit: visit, order: nextOrder(), target: target, limit: expires ?? (target == nil ? 30_000_000_000 : nil),
            isForAnyScene: implied == nil)
    }

    /// Removes and returns the link that a page view carries. The link of its own scene precedes one for any scene.
    ///
    /// Drops a link that the page view does not carry only because it waited too long.
    private mutating func takeLink(
        in scene: String, for page: PageContext, _ appearance: ReferenceAppearance?, isByHand: Bool
    ) -> ReferenceVisit? {
        for name in scene == "main" ? [scene] : [scene, "main"] {
            guard let link = scenes[name]?.link, name == scene || link.isForAnyScene,
                link.target == nil || link.target == page.name.rawValue
            else { continue }
            let isLed = appearance.map { $0.began > link.order && !$0.cameBack } ?? false
            // Reading: by hand, the time of the call suffices, and so does that of an appearance the link has led to.
            let isInTime = appearance.map { link.isInTime($0.since) } ?? false
            if isLed && isInTime || isByHand && link.isInTime(now) {
                scenes[name]?.link = nil
                return link.visit
            }
            if isLed || isByHand, !isAwaited(link, in: name) {
                scenes[name]?.link = nil
                diagnose(.deepLinkExpired, nil)
            }
        }
        return nil
    }

    /// Returns whether a page that began in time, after the link and in its scene, is live and uncounted.
    private func isAwaited(_ link: ReferenceLink, in scene: String) -> Bool {
        components.contains { component in
            guard let live = component.live, component.livePage != nil, live.countedAs == nil else { return false }
            return live.began > link.order && (link.isForAnyScene || live.scene == scene) && link.isInTime(live.since)
        }
    }
}
