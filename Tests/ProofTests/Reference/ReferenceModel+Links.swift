import PageViewAutomation

/// What the user does, and the links they come by.
extension ReferenceModel {
    /// PV-005: the scene of what names neither a scene nor a component.
    var impliedScene: String {
        if let page = currentPage(in: nil) { return page.scene }
        if let page = enginesLastPage, isLastSceneThere { return page.scene }
        return "main"
    }

    /// PV-005: the page that is current at the call, by value.
    mutating func interact(_ name: String, scene: String?, properties: Payload) {
        let scene = scene ?? impliedScene
        emit(
            .interaction(
                name: name, properties: properties, scene: scene, page: currentPage(in: scene), time: now))
    }

    /// PV-006: a link, which takes the place of one that has not ridden.
    mutating func open(_ url: String, scene: String?, source: String?) {
        let scene = scene ?? impliedScene
        // The last page is the current one where there is one.
        let referrer = lastPage(in: scene) ?? lastPage(in: nil)
        let visit = ReferenceVisit(url: url, source: source, scene: scene, referrer: referrer?.mention, time: now)
        emit(.deepLink(visit))
        // Reading: nothing waits in a stopped engine.
        guard isRunning else { return }
        scenes[scene, default: ReferenceScene()].link = visit
        scenes[scene, default: ReferenceScene()].linkOrder = nextOrder()
    }

    /// PV-006: the link that waits is dropped; a scene that was not mentioned before is not made.
    mutating func discardLink(scene: String?) { scenes[scene ?? impliedScene]?.link = nil }

    /// PV-006: the link that a page view carries, once. `begunAt` is when the appearance began; `nil` of one that began because a
    /// page came back, which never carries one, whatever counts it.
    mutating func takeLink(in scene: String, begunAt: Int?, _ cause: PageView.Cause) -> ReferenceVisit? {
        guard let known = scenes[scene], let link = known.link, let begunAt else { return nil }
        // A page view by hand also carries a link that came after its appearance had begun.
        guard cause == .manual || begunAt > known.linkOrder else { return nil }
        scenes[scene, default: ReferenceScene()].link = nil
        return link
    }
}
