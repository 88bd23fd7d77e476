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

    /// What a framework does with the nodes of the places.
    private enum Nodes {
        /// It keeps each node.
        case kept
        /// It makes a new node for another page.
        case newForPage
        /// It keeps each node, and its pages have ids.
        case keptWithIDs
        /// It makes a new node for the same page at random, and the pages have ids.
        case newForSamePage

        var haveIDs: Bool { self == .keptWithIDs || self == .newForSamePage }
    }

    /// The places as a framework renders them. Each is inside an earlier place or none.
    private final class Screen {
        private let kind: Nodes
        private let pages: PageTree
        private var nodes: [PageNode] = []
        private var shown: [Place] = []

        init(_ engine: PageViewEngine, _ kind: Nodes) {
            self.kind = kind
            pages = PageTree(engine: engine)
        }

        /// Returns whether the framework makes a new node for a place.
        private func needsNode(_ old: Place, _ new: Place, _ isChosen: Bool) -> Bool {
            switch kind {
            case .kept, .keptWithIDs: false
            case .newForPage: old.name != new.name
            case .newForSamePage: isChosen && old.name == new.name && old.isInWindow == new.isInWindow
            }
        }

        func render(_ places: [Place], chosen: Int) {
            pages.update {
                var old: [PageNode] = []
                for (index, place) in places.enumerated() {
                    if index == nodes.count { nodes.append(PageNode(isAttached: false)) }
                    if index < shown.count, needsNode(shown[index], place, index == chosen) {
                        old.append(nodes[index])
                        nodes[index] = PageNode(isAttached: false)
                        // The new node is as visible as the old one.
                        if shown[index].isInWindow, kind == .newForPage { nodes[index].attach() }
                        if shown[index].isShown, kind == .newForPage { nodes[index].appear() }
                    }
                    nodes[index].update(
                        place.page, id: kind.haveIDs ? index : nil,
                        in: place.container.map { nodes[$0].content } ?? pages.environment)
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
        arguments: 1...UInt64(TestDepth.number(8, proof: 60)))
    func anything(_ seed: UInt64) throws {
        try withPageViewRecorder(exhaustivity: .off) { kept in
            try withPageViewRecorder(exhaustivity: .off) { new in compare(kept, .kept, new, .newForPage, seed) }
        }
    }

    @Test(
        "A page that continues in new nodes has the page views of one in a kept node",
        arguments: 1...UInt64(TestDepth.number(8, proof: 60)))
    func continued(_ seed: UInt64) throws {
        try withPageViewRecorder(policy: .session, exhaustivity: .off) { kept in
            try withPageViewRecorder(policy: .session, exhaustivity: .off) { new in
                compare(kept, .keptWithIDs, new, .newForSamePage, seed)
                func stays(_ recorder: PageViewRecorder) -> [UInt32?] {
                    recorder.pageViews.map { $0.id.appearance?.ordinal }
                }
                #expect(stays(kept) == stays(new))
            }
        }
    }

    private func compare(
        _ kept: PageViewRecorder, _ keptNodes: Nodes, _ new: PageViewRecorder, _ newNodes: Nodes, _ seed: UInt64
    ) {
        var random = SplitMix(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let (keptScreen, newScreen) = (Screen(kept.engine, keptNodes), Screen(new.engine, newNodes))
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
            let chosen = below(places.count)
            keptScreen.render(places, chosen: chosen)
            newScreen.render(places, chosen: chosen)
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
        #expect(kept.pageViews.count > 2)
        // Another name under the same id is a rename, which the engine diagnoses.
        let diagnostics = kept.diagnosticKinds + new.diagnosticKinds
        #expect(diagnostics.allSatisfy { keptNodes.haveIDs && $0 == .renamedWhileCounted })
    }
}
