import PageViewAutomation

/// A state of the reference model without the facts that no rule ever reads again.
///
/// Two states that behave alike for ever are equal. A bounded choice of names and values gives a bounded number of
/// states. The canonical form omits these facts or makes them relative:
///
/// - **Times, durations, and the time of a beginning.** The rules compare them only with the time of the next event,
///   and copy them into records. Two states therefore behave alike for events without times, or with equal times.
/// - **Sequence numbers, ordinals, and the number of a second component of a name.** They are counted up and copied
///   into records, and no rule reads them. Later records differ only in these numbers.
/// - **Orders.** The rules only compare them with each other. The form has the order of the names of shown components,
///   and the appearances that could carry a pending link.
/// - **Destroyed components.** They contain nothing and are in nothing (QU-002). The form only has the fact that the
///   newest component of the name is destroyed (AP-010). A last page, a previous page or a referrer has its values by
///   copy.
/// - **Scenes that equal a scene that was never mentioned.** A scene exists from its mention, in the foreground. A
///   scene without stored facts behaves like a new one (AP-009).
/// - **The front position of scenes without a live component.** An appearance that begins there moves the scene to the
///   front anyway (QU-004). Until then the rules skip the scene.
/// - **Whether an appearance was leaving**, under the policy that does not read it (POL-002), and how it began, once it
///   is counted.
/// - **The report in progress.** Between two events there is none. The previously current page follows from the other
///   facts.
///
/// The policy is not part of the form, because it is constant during an exploration.
struct Canonical: Hashable {
    var isRunning: Bool
    /// The newest component of each name; `nil` if it is destroyed.
    var components: [String: Component?]
    var scenes: [String: Scene]
    /// The scenes with a live component, frontmost first.
    var front: [String]
    /// The names of the shown components, in order.
    var shown: [String]
    var lastPage: Page?
    var isLastSceneThere: Bool
    var lastCounted: Mention?

    struct Component: Hashable {
        var scene: String
        var isAttached: Bool
        var state: LifecycleState
        var page: PageContext?
        var isReady: Bool
        var payload: Payload
        var parent: String?
        var stay: Stay
        var owesDisappearance: Bool
    }

    enum Stay: Hashable {
        case none, held, passedOver
        case live(countedAs: PageContext?, wasLeaving: Bool, wasRenamed: Bool, cameBack: Bool)
    }

    struct Scene: Hashable {
        var isForeground: Bool
        var lastPage: Page?
        var lastCounted: Mention?
        var link: Link?
    }

    /// A page that was current, without its numbers.
    struct Page: Hashable {
        var component: String
        var page: PageContext
        var scene: String
        var isCounted: Bool
    }

    /// A reference to a page. A page recorded by hand has no component.
    struct Mention: Hashable {
        var component: String?
        var page: PageContext
    }

    struct Link: Hashable {
        var url: String
        var source: String?
        var referrer: Mention?
        /// The live, uncounted appearances that began after the link.
        var riders: [String]
    }
}

extension ReferenceModel {
    var canonical: Canonical {
        let shown = components.filter { $0.stay != .none }.sorted { $0.order < $1.order }
        var bearers: [String: Canonical.Component?] = [:]
        for component in components { bearers.updateValue(canonical(component), forKey: component.name) }
        return Canonical(
            isRunning: isRunning,
            components: bearers, scenes: mentioned,
            front: front.filter { name in components.contains { $0.scene == name && $0.live != nil } },
            shown: shown.map(\.name),
            lastPage: enginesLastPage.map(canonical),
            isLastSceneThere: isLastSceneThere,
            lastCounted: enginesLastCounted.map(canonical))
    }

    private func canonical(_ component: ReferenceComponent) -> Canonical.Component? {
        if component.isDestroyed { return nil }
        return Canonical.Component(
            scene: component.scene, isAttached: component.isAttached, state: component.state, page: component.page,
            isReady: component.isReady, payload: component.payload,
            // A container is alive, so it is the newest component of its name.
            parent: component.parent.map { components[$0].name },
            stay: canonical(component.stay), owesDisappearance: component.owesDisappearance)
    }

    private func canonical(_ stay: ReferenceStay) -> Canonical.Stay {
        switch stay {
        case .none: .none
        case .held: .held
        case .passedOver: .passedOver
        case .live(let appearance):
            .live(
                countedAs: appearance.countedAs,
                wasLeaving: policy.cancelledDisappearance == .counts && appearance.wasLeaving,
                wasRenamed: appearance.wasRenamed, cameBack: appearance.cameBack && appearance.countedAs == nil)
        }
    }

    /// The scenes that differ from a scene that was never mentioned.
    private var mentioned: [String: Canonical.Scene] {
        var mentioned: [String: Canonical.Scene] = [:]
        for (name, scene) in scenes {
            let canonical = canonical(scene, named: name)
            if canonical != Canonical.Scene(isForeground: true) { mentioned[name] = canonical }
        }
        return mentioned
    }

    private func canonical(_ scene: ReferenceScene, named name: String) -> Canonical.Scene {
        let riders = visible(in: name).filter {
            components[$0].order > scene.linkOrder && components[$0].live?.countedAs == nil
                && components[$0].live?.cameBack != true
        }
        return Canonical.Scene(
            isForeground: scene.isForeground, lastPage: scene.lastPage.map(canonical),
            lastCounted: scene.lastCounted.map(canonical),
            link: scene.link.map { link in
                Canonical.Link(
                    url: link.url, source: link.source, referrer: link.referrer.map(canonical),
                    riders: riders.map { components[$0].name })
            })
    }

    private func canonical(_ page: ReferencePage) -> Canonical.Page {
        Canonical.Page(component: page.component, page: page.page, scene: page.scene, isCounted: page.isCounted)
    }

    private func canonical(_ mention: ReferenceMention) -> Canonical.Mention {
        Canonical.Mention(component: mention.component, page: mention.page)
    }
}
