import NavigationTraces
import PageViewAutomation

/// AP-016: `show`, which states what exists in a scene.
extension ReferenceModel {
    mutating func show(_ entries: [TraceEvent.Action.ShownEntry], in scene: String) {
        var listed: [(place: Int, entry: TraceEvent.Action.ShownEntry)] = []
        var keys: Set<String> = []
        let unique = entries.filter { entry in
            let isNew = keys.insert(entry.component).inserted
            if !isNew { diagnose(.duplicateKey, entry.component) }
            return isNew
        }
        // A `show` is an update, so nothing that it takes back is an end of a held state.
        updateDepth += 1
        defer { updateDepth -= 1 }
        for place in scenes[scene]?.listed ?? [] {
            let component = components[place]
            if component.scene == scene, !component.isDestroyed, !keys.contains(component.name) { destroy(place) }
        }
        for entry in unique {
            if let known = bearer(of: entry.component), !components[known].isDestroyed {
                declareWindow(known, scene: scene, isAttached: true)
                listed.append((known, entry))
            } else {
                listed.append((make(entry.component, scene: scene), entry))
            }
        }
        for (place, entry) in listed {
            declare(place, entry.page, entry.isReady, entry.payload)
            if let level = entry.level { components[place].level = level }
        }
        containAll(listed)
        for (place, entry) in listed {
            if entry.isVisible {
                didAppear(place, isReported: false)
            } else {
                components[place].hasAppeared = true
                didDisappear(place)
            }
        }
        scenes[scene, default: ReferenceScene()].listed = listed.map(\.place)
        scenes[scene]?.shown = listed.filter(\.entry.isVisible).map(\.place)
        // Reading: of several lists of one scene in an update, the last one orders.
        actions.removeAll { $0 == .arrange(scene) }
        actions.append(.arrange(scene))
    }

    /// Sets the containers of all entries. Reading: as a whole, so that only a cycle of the result is one.
    private mutating func containAll(_ listed: [(place: Int, entry: TraceEvent.Action.ShownEntry)]) {
        let moves: [(place: Int, container: Int?)] = listed.map { place, entry in
            guard let parent = entry.parent else { return (place, nil) }
            let container = bearer(of: parent) ?? make(parent, scene: components[place].scene)
            return (place, components[container].isDestroyed ? nil : container)
        }.filter { components[$0.place].parent != $0.container }
        for (place, _) in moves { move(place, into: nil) }
        for (place, container) in moves {
            guard let container else { continue }
            if container == place || ancestors(of: container).contains(place) {
                diagnose(.parentCycle, components[place].name)
            } else {
                move(place, into: container)
            }
        }
    }
}
