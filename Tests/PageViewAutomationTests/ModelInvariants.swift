import PageViewLifecycle

@testable import PageViewAutomation

extension EngineModel {
    /// What is wrong with the tables, worked out anew and slowly; empty if nothing is.
    func faults() -> [String] {
        var faults: [String] = []
        let alive = components.indices.filter { states[$0].lifetime == .alive }
        for place in alive {
            let name = "\(id(of: place))"
            if Int(containments[place].livePagesBelow) != livePages(below: place, among: alive) {
                faults.append("\(name): number of live pages below")
            }
            if states[place].isLive, !states[place].isAttached { faults.append("\(name): live, detached") }
            if !states[place].isReady, self[place].payload != nil { faults.append("\(name): pending with payload") }
        }
        for place in scenes.indices where scenePlaces.contains(place) {
            let scene = scenes[place]
            let members = alive.filter { self[$0].scene == place }
            let live = members.filter { isLivePage($0) }.sorted { self[$0].order < self[$1].order }
            let held = members.filter { states[$0].isHeld }.sorted { self[$0].order < self[$1].order }
            if places(in: scene.live) != live { faults.append("\(scene.id): live pages") }
            if places(in: scene.held) != held { faults.append("\(scene.id): held components") }
            let uncovered = live.filter { page in !live.contains { $0 != page && isBelow($0, page) } }
            if places(in: scene.uncovered, .uncovered) != uncovered { faults.append("\(scene.id): uncovered pages") }
            if scene.current != uncovered.last ?? .none { faults.append("\(scene.id): current page") }
        }
        return faults + faultsOfRanking()
    }

    /// The scenes with a current page are ranked, each once, in the order in which they came to the front.
    private func faultsOfRanking() -> [String] {
        var faults: [String] = []
        for (row, isForeground) in [(inForeground, true), (inBackground, false)] {
            let ranked = scenes.indices.filter { !scenes[$0].current.isNone && scenes[$0].isForeground == isForeground }
                .sorted { scenes[$0].front < scenes[$1].front }
            var (forwards, place): ([Place], Place) = ([], row.first)
            while !place.isNone, forwards.count <= scenes.count {
                forwards.append(place)
                place = scenes[place].rank.next
            }
            if forwards != ranked { faults.append("ranked \(forwards), not \(ranked)") }
            if row.last != ranked.last ?? .none { faults.append("the last of the ranked") }
        }
        return faults
    }

    private func livePages(below place: Place, among alive: [Place]) -> Int {
        alive.filter { page in
            page != place && isLivePage(page) && self[page].scene == self[place].scene && isBelow(page, place)
        }.count
    }

    private func isBelow(_ place: Place, _ container: Place) -> Bool {
        var ancestor = containments.parent(of: place)
        while !ancestor.isNone {
            if ancestor == container { return true }
            ancestor = containments.parent(of: ancestor)
        }
        return false
    }
}
