import PageViewAutomation

/// Interactions and deep links.
extension ReferenceModel {
    /// PV-005: the scene of an input that names neither a scene nor a component.
    var impliedScene: String {
        if let page = currentPage(in: nil) { return page.scene }
        if let page = enginesLastPage, isLastSceneThere { return page.scene }
        return "main"
    }

    /// PV-005: emits an interaction with a copy of the page that is current at the call.
    mutating func interact(_ name: String, scene: String?, properties: Payload) {
        let scene = scene ?? impliedScene
        emit(
            .interaction(
                name: name, properties: properties, scene: scene, page: currentPage(in: scene), time: now))
    }

    /// PV-006: opens a link, which replaces a pending link.
    mutating func open(_ url: String, scene: String?, source: String?) {
        let scene = scene ?? impliedScene
        // The last page is the current one if there is one.
        let referrer = lastPage(in: scene) ?? lastPage(in: nil)
        let visit = ReferenceVisit(url: url, source: source, scene: scene, referrer: referrer?.mention, time: now)
        emit(.deepLink(visit))
        // Reading: a stopped engine keeps no pending link.
        guard isRunning else { return }
        scenes[scene, default: ReferenceScene()].link = visit
        scenes[scene, default: ReferenceScene()].linkOrder = nextOrder()
    }

    /// PV-006: drops the pending link. A scene that was not mentioned before is not created.
    mutating func discardLink(scene: String?) { scenes[scene ?? impliedScene]?.link = nil }

    /// PV-006: removes and returns the link that a page view carries.
    ///
    /// `begunAt` is the order of the beginning of the appearance. It is `nil` if the appearance began because a page
    /// came back: such an appearance never carries a link, whatever counts it.
    mutating func takeLink(in scene: String, begunAt: Int?, _ cause: PageView.Cause) -> ReferenceVisit? {
        guard let known = scenes[scene], let link = known.link, let begunAt else { return nil }
        // A page view by hand also carries a link that came after its appearance had begun.
        guard cause == .manual || begunAt > known.linkOrder else { return nil }
        scenes[scene, default: ReferenceScene()].link = nil
        return link
    }
}
