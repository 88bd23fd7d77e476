import PageViewLifecycle

@testable import PageViewAutomation

/// What holds in every state, worked out slowly from what the tables say of each component alone.
struct StateInvariants {
    private let model: ModelView
    private let alive: [Place]
    private var faults: [String] = []

    /// What is wrong with a state; empty if nothing is.
    static func faults(of model: ModelView) -> [String] {
        var invariants = StateInvariants(model)
        for place in invariants.alive { invariants.look(at: place) }
        for component in model.components { invariants.lookForRemains(of: component) }
        for scene in model.model.scenes.indices { invariants.look(atScene: scene) }
        invariants.lookAtPlaces()
        if !model.isFinished { invariants.faults.append("an input is not finished") }
        invariants.faults += BookInvariants.faults(of: model)
        return invariants.faults
    }

    private init(_ model: ModelView) {
        self.model = model
        alive = model.model.components.indices.filter { model[$0].lifetime == .alive }
    }

    private mutating func look(at place: Place) {
        let component = model[place]
        guard !component.scene.isNone else { return faults.append("\(component.id) is in no scene") }
        let scene = model.scene(component.scene)
        if let appearance = component.appearance {
            if !component.isAttached { faults.append("\(component.id): live without a window") }
            if !scene.isOpen { faults.append("\(component.id): live in a closed scene") }
            if !model.model.isRunning { faults.append("\(component.id): live in a stopped engine") }
            // Exactly one page view for an appearance that is ready where it can be seen; never none.
            if component.page != nil, component.isReady, scene.isForeground, appearance.countedAs == nil {
                faults.append("\(component.id): ready and seen, not counted")
            }
        }
        if component.isHeld, model.model.isRunning, component.isAttached, scene.isForeground {
            faults.append("\(component.id): held, although nothing is missing")
        }
    }

    /// Every place of a scene is either that of one scene or free; a closed one that nothing is in is free.
    private mutating func lookAtPlaces() {
        let used = model.model.scenePlaces.filter { !$0.isNone }
        let all = (used + model.model.freeScenePlaces).sorted()
        if all != Array(model.model.scenes.indices) { faults.append("places of scenes: \(all)") }
        for (number, place) in model.model.scenePlaces.enumerated() where !place.isNone {
            let scene = model.scene(place)
            if scene.id.index != UInt32(number) { faults.append("\(scene.id) is at the place of another scene") }
            if !scene.isOpen, scene.firstMember.isNone {
                faults.append("\(scene.id): closed and empty, and still there")
            }
        }
        for place in [model.model.lastPage.scene, model.model.lastCounted.scene] where !place.isNone {
            if !model.scene(place).isOpen { faults.append("what was last is in a scene that has closed") }
        }
        for place in alive {
            let members = walkMembers(of: model[place].scene)
            if members.count(where: { $0 == place }) != 1 { faults.append("\(model[place].id): members of its scene") }
        }
    }

    /// The members of a scene; no further than there are components.
    private func walkMembers(of scene: Place) -> [Place] {
        guard !scene.isNone else { return [] }
        var members: [Place] = []
        var (previous, member) = (Place.none, model.scene(scene).firstMember)
        while !member.isNone, members.count <= model.componentCount, model[member].member.previous == previous {
            members.append(member)
            (previous, member) = (member, model[member].member.next)
        }
        return members
    }

    /// Whether nothing is left of a component that is gone, but its identity.
    static func isBlank(_ component: ComponentView) -> Bool {
        let links = [component.member, component.row, component.uncovered, component.sibling]
        let isLinked = links.contains { !$0.previous.isNone || !$0.next.isNone }
        let isFamily = !component.parent.isNone || !component.firstChild.isNone
        return !isLinked && !isFamily && component.scene.isNone && component.livePagesBelow == 0
            && component.page == nil && component.countedAs == nil && component.payload.isEmpty && !component.isShown
            && component.notifier == 0
    }

    /// A component that is gone is in no list, contains nothing and keeps nothing alive.
    private mutating func lookForRemains(of component: ComponentView) {
        guard component.lifetime != .alive else { return }
        let place = component.place
        if !Self.isBlank(component) { faults.append("\(component.id): gone, but something is left") }
        let others = model.components.filter {
            $0.parent == place || $0.firstChild == place || $0.sibling.next == place || $0.member.next == place
                || $0.row.next == place || $0.uncovered.next == place
        }
        if !others.isEmpty { faults.append("\(component.id): gone, but linked to") }
    }

    private mutating func look(atScene place: Place) {
        let scene = model.scene(place)
        guard model.model.scenePlaces.contains(place) else { return }
        let members = alive.filter { model[$0].scene == place }
        let live = members.filter { model[$0].isLivePage }.sorted { model[$0].order < model[$1].order }
        let held = members.filter { model[$0].isHeld }.sorted { model[$0].order < model[$1].order }
        let uncovered = live.filter { page in !live.contains { isInside($0, page) } }
        if walk(scene.live, .live) != live { faults.append("\(scene.id): live pages") }
        if walk(scene.held, .held) != held { faults.append("\(scene.id): held components") }
        if walk(scene.uncovered, .uncovered) != uncovered { faults.append("\(scene.id): uncovered pages") }
        // The current page is a live page that contains no other, the one that began last; or there is none.
        if scene.current != uncovered.last ?? .none { faults.append("\(scene.id): current page") }
        if scene.told != scene.current { faults.append("\(scene.id): told of another current page") }
        if !scene.current.isNone, scene.toldPage != model[scene.current].name {
            faults.append("\(scene.id): told another name of the current page")
        }
        for member in members where model[member].livePagesBelow != live.count(where: { isInside($0, member) }) {
            faults.append("\(model[member].id): number of live pages inside")
        }
        if !scene.isOpen, !live.isEmpty || scene.link != nil { faults.append("\(scene.id): closed, but not empty") }
    }

    /// What is in a list, which has to be the same from either end; `nil` if it is not.
    private func walk(_ row: Row, _ kind: RowKind) -> [Place]? {
        let forwards = model.model.places(in: row, kind)
        var backwards: [Place] = []
        var place = row.last
        while !place.isNone, backwards.count <= forwards.count {
            backwards.append(place)
            place = model[place][kind].previous
        }
        return forwards == backwards.reversed() ? forwards : nil
    }

    private func isInside(_ place: Place, _ container: Place) -> Bool {
        var ancestor = model[place].parent
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = model[ancestor].parent
        }
        return false
    }
}
