/// How appearances are counted (RD, PV).
extension EngineModel {
    /// Counts a live appearance if its page is ready and its scene can be seen (RD-002).
    mutating func countIfReady(_ place: Place, cause: PageView.Cause) {
        guard isRunning, self[place].isReady, let page = self[place].page, let appearance = self[place].appearance,
            appearance.countedAs == nil, scenes[Int(self[place].scene)].isForeground
        else { return }
        count(place, as: page, payload: self[place].payload, cause: cause)
    }

    /// Counts a live appearance that has not been counted.
    mutating func count(_ place: Place, as page: PageContext, payload: Payload, cause: PageView.Cause) {
        guard case .live(var appearance) = self[place].presence else { return }
        let wasPage = self[place].isLivePage
        appearance.countedAs = page
        self[place].presence = .live(appearance)
        if wasPage { touch(self[place].scene) } else { becameLivePage(place) }
        emitPageView(
            id: .appearance(AppearanceID(component: self[place].id, ordinal: appearance.ordinal)), page: page,
            payload: payload, in: self[place].scene, appearedAt: appearance.beganAt, cause: cause,
            beganAfter: appearance.order)
    }

    /// Emits a page view; from now on it is the scene's last counted page.
    mutating func emitPageView(
        id: PageViewID?, page: PageContext, payload: Payload, in scene: Place, appearedAt: Timestamp?,
        cause: PageView.Cause, beganAfter order: UInt64
    ) {
        guard isRunning else { return }
        sequence += 1
        let id = id ?? .manual(sequence)
        emit(
            .pageView(
                PageView(
                    sequence: sequence, id: id, page: page, payload: payload, scene: scenes[Int(scene)].id,
                    appearedAt: appearedAt, countedAt: now, cause: cause, previous: scenes[Int(scene)].lastCounted,
                    deepLink: takeLink(of: scene, cause: cause, beganAfter: order))))
        lastCounted = PageReference(id: id, page: page)
        scenes[Int(scene)].lastCounted = lastCounted
    }

    /// The deep link that rides on a page view, once (PV-006).
    private mutating func takeLink(of scene: Place, cause: PageView.Cause, beganAfter order: UInt64) -> DeepLinkVisit? {
        guard let link = scenes[Int(scene)].link else { return nil }
        switch cause {
        case .appeared, .ready, .attached: guard order > link.order else { return nil }
        case .manual: break
        case .foregrounded, .revealed: return nil
        }
        scenes[Int(scene)].link = nil
        return link.visit
    }
}
