import PageViewLifecycle

/// What a trace can say and a framework does otherwise: through a notifier, or in several calls.
extension PageViewEngine {
    /// A component exists, or more becomes known of it, in one report; what is left out stays as it is.
    package func declare(
        _ component: ComponentID, scene: SceneID?, isAttached: Bool?, parent: ComponentID?, page: PageUpdate?
    ) {
        core.apply(about: component) { _ in
            .declare(component, scene: scene, isAttached: isAttached, parent: parent, page: page)
        } _: {
            $0.declare(component, scene: scene, isAttached: isAttached, parent: parent, page: page)
        }
    }

    /// A page says what it is called and whether it is ready, without a notifier.
    package func update(_ component: ComponentID, with update: PageUpdate) {
        core.apply(about: component, heard: { _ in .update(component, update) }) {
            $0.update(component, with: update)
        }
    }

    /// Records a page view by hand, with whatever is known of it.
    package func record(_ component: ComponentID?, page: PageContext?, payload: Payload?, scene: SceneID?) {
        core.record(component, page: page, payload: payload, in: scene)
    }

    /// Every live page of all scenes, scene after scene, in the order in which they began.
    package var livePages: [PageAppearance] { core.look { $0.livePages() } }

    /// Where a component stands; `nil` of one that is not known, or gone.
    package func status(of component: ComponentID) -> ComponentStatus? { core.look { $0.status(of: component) } }

    /// Whether a scene is closed and nothing belongs to it any more, so that its token can be forgotten.
    package func isForgotten(_ scene: SceneID) -> Bool {
        core.look { $0.isForgotten(scene) }
    }

    /// Tells the receivers of something odd that was noticed before it reached the engine.
    package func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID?) {
        core.apply { $0.diagnose(kind, component) }
    }
}
