/// How appearances are counted (RD, PV).
extension EngineModel {
    /// Counts a live appearance if its page is ready and its scene can be seen (RD-002).
    @inline(__always)
    mutating func countIfReady(_ component: Subject, in scene: Stage, cause: PageView.Cause) {
        guard isRunning, component.state.isReady, let page = component.record.page, component.state.isLive,
            !component.record.isCounted, scene.record.isForeground
        else { return }
        countAsDeclared(component, page, in: scene, cause: cause)
    }

    @inline(never)
    private mutating func countAsDeclared(
        _ component: Subject, _ page: PageContext, in scene: Stage, cause: PageView.Cause
    ) {
        count(component, as: page, payload: nil, in: scene, cause: cause)
    }

    /// Counts a live appearance that has not been counted, with this payload or the one that the page holds.
    @inline(__always)
    mutating func count(
        _ component: Subject, as page: PageContext, payload: Payload?, in scene: Stage, cause: PageView.Cause
    ) {
        let wasPage = component.isLivePage
        component.record.countedAs = page
        if wasPage { touch(scene) } else { becameLivePage(component, in: scene) }
        emitPageView(
            id: .appearance(appearanceID(of: component)), page: page, payload: payload ?? component.record.payload,
            in: scene, appearedAt: component.record.beganAt, cause: cause, beganAfter: component.record.order)
    }

    /// Counts a page view and emits it; from now on it is the scene's last counted page.
    @inline(__always)
    mutating func emitPageView(
        id: PageViewID, page: PageContext, payload: consuming Payload?, in scene: Stage, appearedAt: Timestamp?,
        cause: PageView.Cause, beganAfter order: UInt64
    ) {
        sequence += 1
        let link = scene.record.link == nil ? nil : takeLink(of: scene, cause: cause, beganAfter: order)
        if tells(.pageViews) {
            records.append(
                .pageView(
                    PageView(
                        sequence: sequence, id: id, page: page, payload: payload ?? Payload(), scene: scene.record.id,
                        appearedAt: appearedAt, countedAt: now, cause: cause, previous: scene.record.lastCounted,
                        deepLink: consume link)))
        }
        scene.record.lastCounted = PageReference(id: id, page: page)
        lastCounted.move(to: scene.place)
    }

    /// The deep link that rides on a page view, once (PV-006).
    private mutating func takeLink(of scene: Stage, cause: PageView.Cause, beganAfter order: UInt64) -> Boxed<
        DeepLinkVisit
    >? {
        guard let link = scene.record.link else { return nil }
        switch cause {
        case .appeared, .ready, .attached: guard order > link.order else { return nil }
        case .manual: break
        case .foregrounded, .revealed: return nil
        }
        scene.record.link = nil
        return link.visit
    }
}
