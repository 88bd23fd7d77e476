/// How appearances are counted (RD, PV).
extension EngineModel {
    /// Counts a live appearance if its page is ready and its scene can be seen (RD-002).
    mutating func countIfReady(_ place: Place, cause: PageView.Cause) {
        guard isRunning, self[place].isReady, let page = self[place].page, self[place].isLive,
            !self[place].isCounted, scenes[self[place].scene].isForeground
        else { return }
        count(place, as: page, payload: nil, cause: cause)
    }

    /// Counts a live appearance that has not been counted, with this payload or the one that the page holds.
    mutating func count(_ place: Place, as page: PageContext, payload: Payload?, cause: PageView.Cause) {
        let wasPage = self[place].isLivePage
        self[place].countedAs = page
        if wasPage { touch(self[place].scene) } else { becameLivePage(place) }
        emitPageView(
            id: .appearance(appearanceID(of: place)), page: page, payload: payload ?? self[place].payload,
            in: self[place].scene, appearedAt: self[place].beganAt, cause: cause, beganAfter: self[place].order)
    }

    /// Counts a page view and emits it; from now on it is the scene's last counted page.
    mutating func emitPageView(
        id: PageViewID, page: PageContext, payload: Payload, in scene: Place, appearedAt: Timestamp?,
        cause: PageView.Cause, beganAfter order: UInt64
    ) {
        sequence += 1
        let link = takeLink(of: scene, cause: cause, beganAfter: order)
        if tells(.pageViews) {
            records.append(
                .pageView(
                    PageView(
                        sequence: sequence, id: id, page: page, payload: payload, scene: scenes[scene].id,
                        appearedAt: appearedAt, countedAt: now, cause: cause, previous: scenes[scene].lastCounted,
                        deepLink: link)))
        }
        let reference = PageReference(id: id, page: page)
        lastCounted = reference
        scenes[scene].lastCounted = reference
    }

    /// The deep link that rides on a page view, once (PV-006).
    private mutating func takeLink(of scene: Place, cause: PageView.Cause, beganAfter order: UInt64) -> Boxed<
        DeepLinkVisit
    >? {
        guard let link = scenes[scene].link else { return nil }
        switch cause {
        case .appeared, .ready, .attached: guard order > link.order else { return nil }
        case .manual: break
        case .foregrounded, .revealed: return nil
        }
        scenes[scene].link = nil
        return link.visit
    }
}
