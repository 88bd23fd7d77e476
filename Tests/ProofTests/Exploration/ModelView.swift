import PageViewLifecycle

@testable import PageViewAutomation

/// A state of an engine that does not change any more, in the shape in which it is looked at.
final class ModelView: @unchecked Sendable {
    // Proof: nobody changes it after `init`, so that any number of threads may read it at once.
    let model: EngineModel

    init(_ model: consuming EngineModel) {
        self.model = model
    }

    /// The component that has a place.
    subscript(_ place: Place) -> ComponentView { ComponentView(model: self, place: place) }

    var componentCount: Int { model.components.count }
    var components: [ComponentView] { model.components.indices.map { self[$0] } }
    /// All scenes, those that are gone too.
    var scenes: [SceneRecord] { model.scenes.indices.map { model.scenes[$0] } }

    func scene(_ place: Place) -> SceneRecord { model.scenes[place] }

    /// The scenes whose current page has been worked out anew since somebody asked; no more than there are.
    var settled: [Place] {
        var settled: [Place] = []
        var scene = model.settled
        while !scene.isNone, settled.count <= model.scenes.count {
            settled.append(scene)
            scene = model.scenes[scene].nextSettled
        }
        return settled
    }

    /// Whether nothing is left to be worked out of the input that came last.
    var isFinished: Bool {
        model.touched.first.isNone && model.touched.last.isNone && model.uncovered.isNone
            && !model.scenes.indices.contains { model.scenes[$0].isTouched || !model.scenes[$0].nextTouched.isNone }
    }
}

/// What a state says of the component that has a place.
struct ComponentView {
    /// A live appearance.
    struct Appearance {
        let order: UInt64
        let ordinal: UInt32
        let countedAs: PageContext?
        let sawWillDisappear: Bool
    }

    let model: ModelView
    let place: Place

    var id: ComponentID { model.model.id(of: place) }
    var lifetime: ComponentState.Lifetime { model.model.states[place].lifetime }
    var machine: LifecycleMachine { model.model.states[place].machine }
    var presence: ComponentState.Presence { model.model.states[place].presence }
    var order: UInt64 { model.model[place].order }
    var appearanceCount: UInt32 { model.model[place].appearanceCount }
    /// The appearance that goes on.
    var appearance: Appearance? {
        guard model.model.states[place].isLive else { return nil }
        return Appearance(
            order: model.model[place].order, ordinal: model.model[place].appearanceCount,
            countedAs: model.model[place].countedAs, sawWillDisappear: model.model.states[place].sawWillDisappear)
    }
    var countedAs: PageContext? { model.model[place].countedAs }

    var page: PageContext? { model.model[place].page }
    var name: PageContext? { model.model[place].name }
    var payload: Payload { model.model[place].payload ?? Payload() }
    var notifier: UInt32 { model.model[place].notifier }
    var isReady: Bool { model.model.states[place].isReady }
    var isAttached: Bool { model.model.states[place].isAttached }
    var isShown: Bool { model.model.states[place].isShown }
    var isHeld: Bool { model.model.states[place].isHeld }
    var isLivePage: Bool { model.model.isLivePage(place) }

    var scene: Place { model.model[place].scene }
    var member: Links { model.model[place].member }
    var row: Links { model.model[place].row }
    var uncovered: Links { model.model[place].uncovered }
    subscript(_ kind: RowKind) -> Links { model.model[place][kind] }

    var parent: Place { model.model.containments[place].parent }
    var firstChild: Place { model.model.containments[place].firstChild }
    var sibling: Links { model.model.containments[place].sibling }
    var livePagesBelow: Int { Int(model.model.containments[place].livePagesBelow) }
}
