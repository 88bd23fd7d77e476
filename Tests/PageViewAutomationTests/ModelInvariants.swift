import PageViewLifecycle

@testable import PageViewAutomation

extension EngineModel {
    /// What is wrong with the tables, worked out anew and slowly; empty if nothing is.
    func faults() -> [String] {
        var faults: [String] = []
        let alive = components.indices.map { Place($0) }.filter { self[$0].lifetime == .alive }
        for place in alive {
            let component = self[place]
            if Int(component.livePagesBelow) != livePages(below: place, among: alive) {
                faults.append("\(component.id): number of live pages below")
            }
            if case .live = component.presence, !component.isAttached {
                faults.append("\(component.id): live, detached")
            }
            if !component.isReady, !component.payload.isEmpty { faults.append("\(component.id): pending with payload") }
        }
        for (index, scene) in scenes.enumerated() where scenePlaces.contains(Place(index)) {
            let members = alive.filter { self[$0].scene == Place(index) }
            let live = members.filter { self[$0].isLivePage }.sorted { self[$0].order < self[$1].order }
            let held = members.filter { self[$0].isHeld }.sorted { self[$0].order < self[$1].order }
            if places(in: scene.live) != live { faults.append("\(scene.id): live pages") }
            if places(in: scene.held) != held { faults.append("\(scene.id): held components") }
            let uncovered = live.filter { page in !live.contains { $0 != page && isBelow($0, page) } }
            if places(in: scene.uncovered, .uncovered) != uncovered { faults.append("\(scene.id): uncovered pages") }
            if scene.current != uncovered.last ?? .none { faults.append("\(scene.id): current page") }
        }
        if scenesWithCurrentPage != scenes.filter({ !$0.current.isNone }).count { faults.append("scenes with a page") }
        return faults
    }

    private func livePages(below place: Place, among alive: [Place]) -> Int {
        alive.filter { page in
            page != place && self[page].isLivePage && self[page].scene == self[place].scene && isBelow(page, place)
        }.count
    }

    private func isBelow(_ place: Place, _ container: Place) -> Bool {
        var ancestor = self[place].parent
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = self[ancestor].parent
        }
        return false
    }
}
