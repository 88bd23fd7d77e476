/// Declarations of pages, page views by hand, interactions, and deep links (RD, PV-004 to PV-006).
extension EngineModel {
    // MARK: Pages

    /// Sets the declaration of a page, and counts a live appearance that may count now (RD-002).
    ///
    /// - Parameters:
    ///   - page: The page; `nil` does not change it. A blank name rejects the whole declaration (RD-009).
    ///   - payload: The payload of a ready page; `nil` does not change it.
    mutating func setPage(of component: ComponentRef, _ page: PageContext?, isReady: Bool, payload: Payload?) {
        if let page, !page.isIdentical(to: component.record.page) {
            guard !page.isBlank else { return diagnose(.emptyPageName, of: component) }
            rename(component, to: page)
        }
        component.state.isReady = isReady
        if !isReady {
            component.record.payload = nil
        } else if let payload {
            component.record.payload = payload
        }
        countIfReady(component, in: scene(of: component), cause: .ready)
    }

    /// Changes the declared page of a component. A counted appearance keeps the name under which it was counted (PV-004).
    private mutating func rename(_ component: ComponentRef, to page: PageContext) {
        let old = component.record.page
        guard !page.hasSameNames(as: old) else { return }
        if component.state.isCounted, component.record.countedAs == nil { component.record.countedAs = old }
        component.record.page = page
        guard component.state.isLive else { return }
        let scene = scene(of: component)
        setNeedsUpdate(scene)
        guard let counted = component.record.countedAs else {
            if old == nil { becomeLivePage(component, in: scene) }
            return
        }
        // Most likely the framework reuses the component for another page (AP-013).
        let name = ExactName(page.name.rawValue)
        if !component.state.wasRenamed, name != ExactName(counted.name.rawValue),
            old.map({ ExactName($0.name.rawValue) }) != name
        {
            component.state.wasRenamed = true
            diagnose(.renamedWhileCounted, of: component)
        }
    }

    /// Declares a notifier for a component. From now on only this notifier may change the component's page (RD-007).
    mutating func declare(
        _ id: ComponentID, _ page: PageContext, _ payload: Payload?, by notifier: ObjectIdentifier,
        mistake: Diagnostic.Kind?
    ) {
        guard let slot = slot(of: id) else { return }
        if let mistake { diagnose(mistake, id) }
        let component = component(slot)
        component.record.notifier = notifier
        setPage(of: component, page, isReady: payload != nil, payload: payload)
    }

    /// Emits a diagnostic if a replaced notifier becomes ready while an appearance waits to be ready (RD-007).
    mutating func diagnoseReplacedNotifier(of id: ComponentID, isReady: Bool) {
        guard isReady, let slot = knownSlot(of: id), states[slot].isLive, !states[slot].isCounted else { return }
        diagnoseNow(.replacedNotifier, id)
    }

    /// Returns whether a component exists and this notifier is the last one declared for it (RD-007).
    func hasNotifier(_ notifier: ObjectIdentifier, _ id: ComponentID) -> Bool {
        knownSlot(of: id).map { components[$0].notifier == notifier } ?? false
    }

    // MARK: By hand

    /// Records a page view by hand (RD-011).
    mutating func recordPageView(_ id: ComponentID?, page: PageContext?, payload: Payload?, in scene: SceneID?) {
        guard let id else {
            guard isRunning else { return }
            guard let page else { return diagnose(.recordWithoutPage) }
            if page.isBlank { return diagnose(.emptyPageName) }
            return recordWithoutAppearance(page, payload, in: impliedScene(scene))
        }
        // A `record` mentions its component, and so creates it (AP-001), even while the engine is stopped.
        guard let slot = slot(of: id, mentionedIn: scene), isRunning else { return }
        if let page, page.isBlank { return diagnose(.emptyPageName, id) }
        let component = component(slot)
        let isLive = component.state.isLive
        if isLive, component.state.isCounted { return }
        guard let page = page ?? component.record.page else { return diagnose(.recordWithoutPage, id) }
        let payload = payload ?? component.record.payload
        if isLive {
            let scene = self.scene(of: component)
            component.record.countedAs = page
            if component.record.page == nil { becomeLivePage(component, in: scene) } else { setNeedsUpdate(scene) }
            count(component, payload, in: scene, cause: .manual)
        } else {
            recordWithoutAppearance(page, payload, in: component.record.scene)
        }
    }

    /// Emits a page view by hand without an appearance (RD-011).
    private mutating func recordWithoutAppearance(_ page: PageContext, _ payload: Payload?, in slot: Slot) {
        // A `record` mentions its scene. If the scene was closed, it is open again (AP-009).
        let scene = scene(slot)
        scene.record.isOpen = true
        let link = scene.record.link?.visit
        scene.record.link = nil
        emitPageView(
            .manual(sequence + 1), page, payload, in: scene, appearedAt: nil, cause: .manual, link: link)
    }

    // MARK: Interactions

    /// Returns the scene of an input that may omit it (PV-005).
    ///
    /// If the input omits the scene or names a foreign one, the result is the scene of the engine's current page. Without a
    /// current page, the result is the scene of the engine's last page. If neither exists, the result is the main scene.
    mutating func impliedScene(_ scene: SceneID?) -> Slot {
        scene.flatMap { sceneSlot(of: $0) } ?? currentOrLastScene ?? openScene(mainScene)
    }

    /// Returns the same scene as ``impliedScene(_:)``, but creates none.
    ///
    /// Queries call this function after the input. The result is `nil` if no such scene exists.
    private func appliedScene(_ scene: SceneID?) -> Slot? {
        scene.flatMap { knownSceneSlot(of: $0) } ?? currentOrLastScene ?? knownSceneSlot(of: mainScene)
    }

    private var currentOrLastScene: Slot? { frontScene() ?? (lastPage.scene.isNone ? nil : lastPage.scene) }

    /// Records an interaction (PV-005).
    ///
    /// The model opens the scene and reads the time even if no receiver gets the record, because the caller gets the interaction.
    mutating func recordInteraction(_ name: String, _ properties: Payload, in scene: SceneID?) {
        _ = (impliedScene(scene), now)
        if emits(.interactions) { emit(.interaction(interaction(name, properties, in: scene)), .interactions) }
    }

    /// Returns the interaction of the present input, with the current page of its scene.
    func interaction(_ name: String, _ properties: Payload, in scene: SceneID?) -> Interaction {
        let slot = appliedScene(scene)
        return Interaction(
            name: name, properties: properties, scene: slot.map { scenes[$0].id } ?? mainScene,
            page: slot.flatMap { currentPage(inSlot: $0) }, time: latest)
    }

    // MARK: Deep links

    /// Stores a deep link, which the next page view carries (PV-006).
    mutating func handle(_ link: DeepLink, in scene: SceneID?) {
        let slot = impliedScene(scene)
        let visit = DeepLinkVisit(link: link, scene: scenes[slot].id, referrer: referrer(in: slot), time: now)
        if isRunning { scenes[slot].link = SceneRecord.PendingLink(visit: Boxed(visit), order: nextOrder()) }
        if emits(.deepLinks) { emit(.deepLink(visit), .deepLinks) }
    }

    /// Returns the referrer of the present input's deep link (PV-006).
    ///
    /// The referrer is the current or last page of the scene or, without one, the current or last page of the engine.
    func referrer(in scene: SceneID?) -> PageReference? { appliedScene(scene).flatMap { referrer(in: $0) } }

    private func referrer(in slot: Slot) -> PageReference? {
        (currentPage(inSlot: slot) ?? scenes[slot].lastPage ?? lastPageOfAll())?.reference
    }

    /// Returns whether a deep link is pending in a scene (PV-006).
    func hasDeepLink(in scene: SceneID) -> Bool { knownSceneSlot(of: scene).map { scenes[$0].link != nil } ?? false }

    /// Drops the pending deep link of a scene. It does not create a scene (PV-006).
    mutating func discardDeepLink(in scene: SceneID?) {
        if let scene, scene.issuer == mainScene.issuer {
            if let slot = knownSceneSlot(of: scene) { scenes[slot].link = nil }
        } else {
            if scene != nil { diagnose(.foreignIdentity) }
            if let slot = appliedScene(nil) { scenes[slot].link = nil }
        }
    }
}
