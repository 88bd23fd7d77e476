import NavigationSimulator
import NavigationTraces
import PageViewTesting
import TestSupport
import Testing

/// A framework that keeps its nodes has the page views of one that makes a node per page (DV-008).
@Suite(.watched)
struct RandomIdentityTests {
    /// A place on the screen: its page, its visibility, and its container.
    private struct Place: Equatable {
        var name = 0
        var isReady = true
        var isShown = false
        var isInWindow = true
        var container: Int?

        var page: DeclaredPage {
            DeclaredPage(PageContext(name: PageName(rawValue: "page \(name)")), isReady: isReady)
        }
    }

    /// The places as a framework renders them. Each is inside an earlier place or none.
    private final class Screen {
        private let keepsNodes: Bool
        private let pages: PageTree
        private var nodes: [PageNode] = []
        private var shown: [Place] = []

        init(_ engine: PageViewEngine, keepsNodes: Bool) {
            self.keepsNodes = keepsNodes
            pages = PageTree(engine: engine)
        }

        func render(_ places: [Place]) {
            pages.update {
                var old: [PageNode] = []
                for (index, place) in places.enumerated() {
                    if index == nodes.count { nodes.append(PageNode(isAttached: false)) }
                    if !keepsNodes, index < shown.count, shown[index].name != place.name {
                        old.append(nodes[index])
                        nodes[index] = PageNode(isAttached: false)
                        // The new node is as visible as the old one.
                        if shown[index].isInWindow { nodes[index].attach() }
                        if shown[index].isShown { nodes[index].appear() }
                    }
                    nodes[index].update(
                        place.page, in: place.container.map { nodes[$0].content } ?? pages.environment)
                }
                for (node, place) in zip(nodes, places) {
                    if place.isInWindow { node.attach() } else { node.detach() }
                    if place.isShown { node.appear() } else { node.disappear() }
                }
                for node in old { node.unmount() }
            }
            shown = places
        }
    }

    @Test(
        "Kept nodes and new nodes have the same page views under random changes",
        arguments: 1...UInt64(TestDepth.number(15, proof: 60)))
    func anything(_ seed: UInt64) throws {
        try withPageViewRecorder(exhaustivity: .off) { kept in
            try withPageViewRecorder(exhaustivity: .off) { new in compare(kept, new, seed) }
        }
    }

    private func compare(_ kept: PageViewRecorder, _ new: PageViewRecorder, _ seed: UInt64) {
        var random = SplitMix(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let (keptScreen, newScreen) = (Screen(kept.engine, keepsNodes: true), Screen(new.engine, keepsNodes: false))
        var places = Array(repeating: Place(), count: 4)
        for step in 0..<60 {
            for _ in 0...below(4) {
                let index = below(places.count)
                switch below(8) {
                case 0...2: places[index].name = below(3)
                case 3, 4: places[index].isShown.toggle()
                case 5: places[index].isReady.toggle()
                case 6: places[index].isInWindow = below(4) > 0
                default: places[index].container = index > 0 && below(3) > 0 ? below(index) : nil
                }
            }
            keptScreen.render(places)
            newScreen.render(places)
            func live(_ recorder: PageViewRecorder) -> [String] {
                recorder.engine.livePages.map { "\($0.page) \($0.isCounted)" }
            }
            #expect(live(kept) == live(new), "step \(step): \(places)")
            #expect(kept.engine.currentPage?.page == new.engine.currentPage?.page, "step \(step): \(places)")
        }
        func seen(_ recorder: PageViewRecorder) -> [String] {
            recorder.pageViews.map { "\($0.page) \($0.cause) after \($0.previous?.page.description ?? "nothing")" }
        }
        #expect(seen(kept) == seen(new))
        #expect(kept.pageViews.count > 3)
        #expect(!kept.records.contains { if case .diagnostic = $0 { true } else { false } })
    }
}
