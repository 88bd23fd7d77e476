import NavigationTraces
import PageViewTesting
import Testing

@testable import PageViewAutomation

/// Whatever is said of where pages are, in whatever passes: what holds is what a slow reading of the rule says (DV-003, DV-005).
struct RandomPlacesTests {
    /// Where pages are, by number, as the rule says it; in no hurry.
    struct Places {
        private(set) var parents: [Int: Int?] = [:]
        private var said: [Int: (parent: Int?, number: Int)] = [:]
        /// What has been said and does not hold.
        private var open: Set<Int> = []
        /// Of what has been said since the last time.
        private var spoken: Set<Int> = []
        private var gone: Set<Int> = []
        /// Those that were there the last time.
        private var known: Set<Int> = []
        private var count = 0

        mutating func say(_ page: Int, in parent: Int?) {
            count += 1
            if parents[page] == nil { parents[page] = .some(nil) }
            if let before = said[page], before.parent == parent, !open.contains(page) { return }
            said[page] = (parent, count)
            open.insert(page)
            spoken.insert(page)
        }

        mutating func leave(_ page: Int) { gone.insert(page) }

        private func circle() -> [Int]? {
            for page in parents.keys.sorted() {
                var circle = [page]
                while let parent = parents[circle.last ?? page] ?? nil, circle.count <= parents.count {
                    if parent == page { return circle }
                    circle.append(parent)
                }
            }
            return nil
        }

        /// What was said since the last time holds, as far as it can.
        mutating func settle() -> Set<Int> {
            let former = parents
            var refused: Set<Int> = []
            // What goes does not move any more; what has come and goes was never there.
            let moving = open.intersection(spoken).subtracting(gone.intersection(known))
            for page in moving {
                parents[page] = .some(said[page]?.parent.flatMap { former[$0] == nil ? nil : $0 })
            }
            func number(_ page: Int) -> Int { said[page]?.number ?? 0 }
            while let circle = circle() {
                let last = circle.filter { moving.contains($0) && !refused.contains($0) }.max {
                    number($0) < number($1)
                }
                guard let last else { break }
                refused.insert(last)
                parents[last] = former[last]
            }
            var isDone = false
            while !isDone {
                isDone = true
                for page in refused.sorted(by: { number($0) < number($1) }) {
                    var trial = self
                    trial.parents[page] = .some(said[page]?.parent)
                    guard trial.circle() == nil else { continue }
                    self = trial
                    refused.remove(page)
                    isDone = false
                    break
                }
            }
            open.subtract(moving)
            open.formUnion(refused)
            spoken = []
            for page in gone {
                let parent = parents.removeValue(forKey: page) ?? nil
                for (other, around) in parents where around == page { parents[other] = .some(parent) }
            }
            gone = []
            known = Set(parents.keys)
            return refused
        }
    }

    @Test("Random passes with random environments", arguments: 0..<200)
    func anything(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let engine = PageViewEngine()
        let odd = Protected<[Diagnostic.Kind]>([])
        engine.addReceiver(of: .diagnostics) { record in
            if case .diagnostic(let diagnostic) = record { odd.withLock { $0.append(diagnostic.kind) } }
        }
        let pages = PageTree(engine: engine)
        var nodes: [(page: Int, node: PageNode)] = []
        var count = 0
        var places = Places()
        var hasRefused = false
        for _ in 0..<60 {
            let isPass = below(3) > 0
            if isPass { pages.beginUpdate() }
            for _ in 0..<(isPass ? below(6) : 1) {
                if nodes.count < 2 || (nodes.count < 6 && below(4) == 0) {
                    nodes.append((count, PageNode()))
                    count += 1
                    let (page, node) = nodes[nodes.count - 1]
                    node.update(DeclaredPage("page"), in: pages.environment)
                    places.say(page, in: nil)
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
                    node.update(DeclaredPage("page"), in: around?.node.content ?? pages.environment)
                    places.say(page, in: around?.page)
                }
            }
            if isPass { pages.endUpdate() }
            if !places.settle().isEmpty { hasRefused = true }
            let snapshot = engine.core.withState { state in EngineSnapshot(of: state.model) }
            let parents = Dictionary(uniqueKeysWithValues: snapshot.components.map { ($0.id, $0.parent) })
            let components = Dictionary(uniqueKeysWithValues: nodes.map { ($0.page, $0.node.component) })
            #expect(parents.count == places.parents.count)
            for (page, node) in nodes {
                let around = places.parents[page] ?? nil
                let expected = around.flatMap { components[$0] ?? nil }
                #expect(node.component.flatMap { parents[$0] ?? nil } == expected, "page \(page)")
            }
        }
        #expect(odd.withLock { $0.allSatisfy { $0 == .parentCycle } && $0.isEmpty != hasRefused })
    }
}
