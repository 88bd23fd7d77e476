import PageViewAutomation

/// A state of the reference model without all that no rule ever reads again, so that two states which behave the same
/// for ever are equal. With a bounded choice of names and values there is a bounded number of them.
///
/// What is left out or made relative, and why nothing can tell:
///
/// - **Time, durations, and when something began.** No rule compares them with anything but the time of the next event;
///   they are copied into records. So two states are alike for events that name no time, or all the same one.
/// - **Sequence numbers, ordinals, the number of a second component of a name.** They are counted up and copied into
///   records, and no rule reads them; records to come differ in these numbers alone.
/// - **Orders.** They are only compared with each other. What is kept is the order of the names of what is shown, and
///   which appearances a waiting link could ride on.
/// - **Destroyed components.** Nothing contains them or is in them (QU-002), so all that is left is that the name's
///   bearer is gone (AP-010). What a last page, a previous page or a referrer says of one is kept there, by value.
/// - **Scenes that are as if nobody had mentioned them.** A scene exists from its mention, in the foreground; one that
///   has nothing to remember behaves like one that comes into being (AP-009).
/// - **The front place of scenes in which nothing is live.** An appearance that begins there moves the scene to the
///   front anyway (QU-004), and until then it is passed over.
/// - **Whether an appearance was leaving**, under the policy that never asks (POL-002), and how it began, once it is counted.
/// - **The report being applied.** Between two events there is none; what was current is worked out from the rest.
///
/// The policy is not part of it: it is the same for the whole of an exploration.
struct Canonical: Hashable {
    var isRunning: Bool
    /// By name; the newest bearer alone matters.
    var components: [String: Component?]
    var scenes: [String: Scene]
    /// The scenes in which something is live, the foremost first.
    var front: [String]
    /// Names of what is shown, in order.
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

    /// A page as others name it; one recorded by hand has no component.
    struct Mention: Hashable {
        var component: String?
        var page: PageContext
    }

    struct Link: Hashable {
        var url: String
        var source: String?
        var referrer: Mention?
        /// The live appearances not counted yet that began after it.
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
            components: bearers, scenes: remembered,
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
            // A container is alive, so it is the newest bearer of its name.
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

    /// The scenes that are not as if nobody had mentioned them.
    private var remembered: [String: Canonical.Scene] {
        var remembered: [String: Canonical.Scene] = [:]
        for (name, scene) in scenes {
            let canonical = canonical(scene, named: name)
            if canonical != Canonical.Scene(isForeground: true) { remembered[name] = canonical }
        }
        return remembered
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
