/// Declarations of pages, page views by hand, interactions, and deep links (RD, PV-004 to PV-006, PV-009).
extension Rules {
    // MARK: Pages

    /// Sets the declaration of a page; `nil` changes nothing. A blank name rejects the whole declaration (RD-009).
    @inline(never) mutating func setPage(of slot: Int, _ page: PageContext?, isReady: Bool, payload: Payload?) {
        if let page, !page.isIdentical(to: components[slot].page) {
            guard !page.isBlank else { return diagnose(.emptyPageName, components[slot].id) }
            rename(slot, to: page)
        }
        components[slot].isReady = isReady
        if !isReady {
            components[slot].payload = nil
        } else if let payload {
            components[slot].payload = payload
        }
        if isReady, components[slot].isLive, components[slot].countedAs == nil { setChanged(slot) }
    }

    /// Changes the declared page of a component. A counted appearance keeps the name under which it was counted (PV-004).
    @inline(never) private mutating func rename(_ slot: Int, to page: PageContext) {
        let old = components[slot].page
        guard !page.hasSameNames(as: old) else { return }
        components[slot].page = page
        guard let scene = components[slot].liveScene else { return }
        setChanged(scene: scene)
        guard let counted = components[slot].countedAs else {
            if old == nil { becomeLivePage(slot) }
            return
        }
        // Most likely the framework reuses the component for another page (AP-013).
        let name = page.name.rawValue
        if !components[slot].appearance.wasRenamed, !name.isSame(as: counted.name.rawValue),
            old.map({ $0.name.rawValue.isSame(as: name) }) != true
        {
            components[slot].appearance.wasRenamed = true
            diagnose(.renamedWhileCounted, components[slot].id)
        }
    }

    /// Declares a notifier for a component. From now on only this notifier may change the component's page (RD-007).
    mutating func declare(
        _ id: ComponentID, _ page: PageContext, _ payload: Payload?, by notifier: ObjectIdentifier,
        mistake: Diagnostic.Kind?
    ) {
        guard let slot = slot(of: id) else { return }
        if let mistake { diagnose(mistake, id) }
        components[slot].notifier = notifier
        setPage(of: slot, page, isReady: payload != nil, payload: payload)
    }

    /// Emits a diagnostic if a replaced notifier becomes ready while an appearance waits to be ready (RD-007).
    mutating func diagnoseReplacedNotifier(of id: ComponentID, isReady: Bool) {
        guard isReady, let slot = components.slot(of: id), components[slot].isLive,
            components[slot].countedAs == nil
        else { return }
        diagnoseNow(.replacedNotifier, id)
    }

    mutating func hasNotifier(_ notifier: ObjectIdentifier, _ id: ComponentID) -> Bool {
        components.slot(of: id).map { components[$0].notifier == notifier } ?? false
    }

    // MARK: By hand

    @inline(never)
    mutating func recordPageView(_ id: ComponentID?, page: PageContext?, payload: Payload?, in scene: SceneID?) {
        guard let id else {
            guard isRunning else { return }
            guard let page else { return diagnose(.recordWithoutPage) }
            if page.isBlank { return diagnose(.emptyPageName) }
            return recordWithoutAppearance(page, payload, in: impliedScene(scene).index)
        }
        // A `record` mentions its component, and so creates it (AP-001), even while the engine is stopped.
        guard let slot = slot(of: id, mentionedIn: scene), isRunning else { return }
        if let page, page.isBlank { return diagnose(.emptyPageName, id) }
        if components[slot].countedAs != nil { return }
        guard let page = page ?? components[slot].page else { return diagnose(.recordWithoutPage, id) }
        let payload = payload ?? components[slot].payload
        guard let live = components[slot].liveScene else {
            return recordWithoutAppearance(page, payload, in: components[slot].scene)
        }
        let wasPage = components[slot].page != nil
        count(slot, as: page, payload, cause: .manual)
        if wasPage { setChanged(scene: live) } else { becomeLivePage(slot) }
    }

    /// Emits a page view by hand without an appearance (RD-011).
    @inline(never)
    private mutating func recordWithoutAppearance(_ page: PageContext, _ payload: Payload?, in scene: Int) {
        // A `record` mentions its scene. If the scene was closed, it is open again (AP-009).
        _ = openScene(scenes[scene].id)
        emitPageView(
            .manual(sequence &+ 1), page, payload, in: scene, of: nil, appearedAt: nil, cause: .manual)
    }

    // MARK: Interactions

    /// Returns the scene of an input that may omit it, and opens the scene (PV-005).
    ///
    /// If the input omits the scene or names a foreign one, the scene is that of the engine's current or last page. If that has
    /// closed, no scene is implied, and the result is the main scene.
    @inline(never) private mutating func impliedScene(_ scene: SceneID?) -> (index: Int, isImplied: Bool) {
        if let scene, let index = sceneIndex(of: scene) { return (index, true) }
        if let index = scenes.front(sceneOrder) ?? lastScene { return (index, true) }
        return (openScene(mainScene), false)
    }

    @discardableResult
    @inline(never) mutating func recordInteraction(
        _ name: String, _ properties: Payload, in scene: SceneID?, of component: ComponentID?
    ) -> Interaction {
        let slot = component.flatMap { components.slot(of: $0) }
        let index = slot.map { components[$0].scene } ?? impliedScene(scene).index
        let page = slot.flatMap { components.page(around: $0, of: scenes) } ?? currentPage(inScene: index)
        let interaction = Interaction(
            name: name, properties: properties, scene: scenes[index].id, page: page, time: now)
        if emits(.interactions) { outbox.append(.interaction(interaction)) }
        return interaction
    }

    // MARK: Deep links

    /// Stores a deep link (PV-006, PV-009). Returns the referrer: the current or last page of the scene, or of the engine.
    @discardableResult
    @inline(never) package mutating func handle(
        _ link: DeepLink, in scene: SceneID?, target: String?, expires: Int64?
    ) -> PageReference? {
        let (index, isImplied) = impliedScene(scene)
        let referrer = (currentPage(inScene: index) ?? scenes[index].lastPage ?? lastPageOfAll)?.reference
        let visit = DeepLinkVisit(link: link, scene: scenes[index].id, referrer: referrer, time: now)
        if isRunning {
            hadLink = true
            scenes[index].link = PendingLink(
                visit, isForAnyScene: !isImplied, order: nextOrder(), target: target,
                expires: expires ?? (target == nil ? 30_000_000_000 : nil))
        }
        if emits(.deepLinks) { outbox.append(.deepLink(visit)) }
        return referrer
    }

    func deepLink(in scene: SceneID) -> PendingLink? { knownScene(scene).flatMap { scenes[$0].link } }

    /// Drops the pending deep link of a scene. It does not create a scene (PV-006).
    @inline(never) mutating func discardDeepLink(in scene: SceneID?) {
        var sceneIndex: Int?
        if let scene, scene.issuer == mainScene.issuer {
            sceneIndex = knownScene(scene)
        } else {
            if scene != nil { diagnose(.foreignIdentity) }
            sceneIndex = scenes.front(sceneOrder) ?? lastScene ?? knownScene(mainScene)
        }
        if let sceneIndex { scenes[sceneIndex].link = nil }
    }

    /// Removes and returns the pending deep link that the page view of a component carries (PV-006, PV-009).
    @inline(never) mutating func takeLink(
        in scene: Int, for name: PageName, of slot: Int?, byHand: Bool
    ) -> DeepLinkVisit? {
        let time = now
        let appearance = slot.map { components[$0].appearance }
        // The link of the scene itself comes before one that any scene may carry, which waits in the main scene.
        for case let sceneIndex? in [scene, sceneIndices[0]] {
            guard let link = scenes[sceneIndex].link, sceneIndex == scene || link.isForAnyScene else { continue }
            guard link.target.map({ $0.isSame(as: name.rawValue) }) ?? true else { continue }
            let beganAfter = appearance.map { $0.order > link.order && !$0.beganByReturn } ?? false
            guard beganAfter || byHand else { continue }
            let isInTime = beganAfter && appearance.map({ link.waits(at: $0.beganAt) }) == true
            if isInTime || (byHand && link.waits(at: time)) {
                scenes[sceneIndex].link = nil
                return link.visit
            }
            if !isAwaited(link, in: sceneIndex) {
                scenes[sceneIndex].link = nil
                diagnose(.deepLinkExpired)
            }
        }
        return nil
    }

    /// Returns whether a live page that began after a link, and in time, has not been counted yet.
    @inline(never) private mutating func isAwaited(_ link: PendingLink, in sceneIndex: Int) -> Bool {
        let components = components
        return scenes.indices.contains { scene in
            (link.isForAnyScene || scene == sceneIndex)
                && scenes[scene].live.contains { slot in
                    let appearance = components[slot].appearance
                    return components[slot].countedAs == nil && appearance.order > link.order
                        && link.waits(at: appearance.beganAt)
                }
        }
    }
}

extension [Component] {
    /// Returns the page that an interaction of a component concerns (PV-005): the current one among the component and its content
    /// or, without one, the nearest container that is a live page.
    func page(around slot: Int, of scenes: [Scene]) -> PageAppearance? {
        if let top = top(of: scenes[self[slot].scene].live, where: { isInside($0, slot) }) {
            return page(top, of: scenes)
        }
        for container in containers(of: slot) {
            if let page = page(container, of: scenes) { return page }
        }
        return nil
    }
}
