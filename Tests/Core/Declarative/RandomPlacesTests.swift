import NavigationSimulator
import NavigationTraces
import PageViewTesting
import TestSupport
import Testing

@testable import PageViewAutomation

/// Random declarations give the containers of a slow reading of the rules (DV-003, DV-005, DV-008).
@Suite(.watched)
struct RandomPlacesTests {
    /// The container of each page, by number, as a slow reading of the rules determines it.
    struct Places {
        private(set) var parents: [Int: Int?] = [:]
        private var declared: [Int: Int?] = [:]
        /// The pages whose declaration does not hold, in the order of the declarations.
        private var open: [Int] = []
        private var ended: Set<Int> = []

        mutating func declare(_ page: Int, in parent: Int?) {
            if parents[page] == nil { parents[page] = .some(nil) }
            if let before = declared[page], before == parent { return }
            declared[page] = .some(parent)
            open.removeAll { $0 == page }
            open.append(page)
        }

        mutating func leave(_ page: Int) { ended.insert(page) }

        /// Returns the container that the page would get, or `nil` if the page would be inside itself.
        private func container(of page: Int) -> Int?? {
            guard let parent = declared[page] ?? nil, parents[parent] != nil else { return .some(nil) }
            var around: Int? = parent
            while let current = around {
                if current == page { return nil }
                around = parents[current] ?? nil
            }
            return parent
        }

        /// Applies the earliest possible declaration until none is possible. Returns the pages of the others.
        mutating func settle() -> Set<Int> {
            while let index = open.firstIndex(where: { container(of: $0) != nil }) {
                let page = open.remove(at: index)
                parents[page] = container(of: page)
            }
            for page in ended.sorted() {
                let parent = parents.removeValue(forKey: page) ?? nil
                for (other, around) in parents where around == page { parents[other] = .some(parent) }
            }
            ended = []
            // A declaration ends with its page, and with the container that it names.
            open.removeAll { page in parents[page] == nil || (declared[page] ?? nil).map { parents[$0] == nil } ?? false
            }
            return Set(open)
        }
    }

    @Test(
        "Random passes give each page the container that the rules require",
        arguments: 0..<UInt64(TestDepth.number(25, proof: 200)))
    func anything(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let engine = PageViewEngine()
        let diagnostics = Locked<[Diagnostic.Kind]>([])
        engine.addReceiver(of: .diagnostics) { record in
            if case .diagnostic(let diagnostic) = record { diagnostics.withLock { $0.append(diagnostic.kind) } }
        }
        let pages = PageTree(engine: engine)
        var nodes: [(page: Int, node: PageNode)] = []
        var count = 0
        var places = Places()
        var hasRejected = false
        for _ in 0..<60 {
            let isPass = below(3) > 0
            if isPass { pages.beginUpdate() }
            for _ in 0..<(isPass ? below(6) : 1) {
                if nodes.count < 2 || (nodes.count < 6 && below(4) == 0) {
                    nodes.append((count, PageNode()))
                    count += 1
                    let (page, node) = nodes[nodes.count - 1]
                    node.update(DeclaredPage("page"), in: pages.environment)
                    places.declare(page, in: nil)
                    continue
                }
                let place = below(nodes.count)
                let (page, node) = nodes[place]
                switch below(10) {
                case 0:
                    nodes.remove(at: place)
                    node.unmount()
                    places.leave(page)
                case 1: node.appear()
                case 2: node.disappear()
                default:
                    let around = below(5) == 0 ? nil : nodes[below(nodes.count)]
                    let name: PageContext = below(3) == 0 ? "another page" : "page"
                    node.update(DeclaredPage(name), in: around?.node.content ?? pages.environment)
                    places.declare(page, in: around?.page)
                }
            }
            if isPass { pages.endUpdate() }
            if !places.settle().isEmpty { hasRejected = true }
            let snapshot = engine.core.query { EngineSnapshot(of: $0) }
            let parents = Dictionary(uniqueKeysWithValues: snapshot.components.map { ($0.id, $0.parent) })
            let components = Dictionary(uniqueKeysWithValues: nodes.map { ($0.page, $0.node.component) })
            #expect(parents.count == places.parents.count)
            for (page, node) in nodes {
                let around = places.parents[page] ?? nil
                let expected = around.flatMap { components[$0] ?? nil }
                #expect(node.component.flatMap { parents[$0] ?? nil } == expected, "page \(page)")
            }
        }
        #expect(diagnostics.withLock { $0.allSatisfy { $0 == .parentCycle } && $0.isEmpty != hasRejected })
    }
}
