import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

@testable import NavigationTraces

/// Kept nodes in the simulator report like TinyUI with one node per stack (SIM-002, DV-008).
@Suite(.watched)
struct KeptNodesTests {
    /// The layers of a window, each in a node of its own.
    private struct Layers: PrimitiveView {
        let layers: [(view: AnyView, covers: Bool)]

        func children(of node: Node, in environment: Environment) -> [Child] {
            let first = layers.lastIndex { $0.covers } ?? 0
            return layers.enumerated().map { index, layer in
                Child(key: index, view: layer.view, environment: environment, isShown: index >= first)
            }
        }
    }

    /// Returns the view of a place: a page with its parts, a stack in one node, or tabs.
    private static func view(_ place: ScreenTree.Slot, _ tree: ScreenTree) -> AnyView {
        let node = tree[place]
        switch node.kind {
        case .page, .group:
            return AnyView(
                Screen(node.page.name, id: place) {
                    ForEach(node.children, id: { AnyHashable($0) }) { view($0, tree) }
                })
        case .tabs:
            return AnyView(
                TabView(AnyHashable(node.selected), tabs: node.children.indices.map { AnyHashable($0) }) { tab in
                    view(node.children[tab.base as? Int ?? 0], tree)
                })
        case .stack, .pager, .split:
            return view(node.children[node.children.count - 1], tree)
        }
    }

    private static let orders: [CallbackOrder] = [[], .disappearsFirst, .repeatsAppear, .comesAndGoes]

    private static func action(_ random: inout SplitMix) -> UserAction {
        let name = random.pick(["home", "search", "results", "item", "help"])
        let page =
            random.chance(of: 30)
            ? SimulatedView.group(SimulatedPage(name), ["offers", "reviews"]) : .page(SimulatedPage(name))
        switch random.below(14) {
        case 0...2: return .push(page)
        case 3: return .deepPush([page, "item"])
        case 4, 5: return .pop
        case 6: return .popToRoot
        case 7: return .replaceTop(page)
        case 8: return .selectTab(random.pick(["home", "account"]))
        case 9: return .present(.stack([page]), random.pick([.sheet, .fullScreen]))
        case 10: return .dismiss
        case 11:
            return random.chance(of: 50) ? .addChild(page) : .removeChild(random.pick(["offers", "reviews", name]))
        case 12: return random.chance(of: 70) ? .recreate : .replaceRoot(.stack([page]))
        default: return random.chance(of: 50) ? .enterBackground : .enterForeground
        }
    }

    private struct Result: Equatable {
        var pageViews: [String] = []
        var leaves: [String] = []
        var live: [String] = []
        var current: String?

        init(_ recorder: PageViewRecorder) {
            pageViews = recorder.pageViews.map { "\($0.page) \($0.id.appearance?.ordinal ?? 0) \($0.cause)" }
            // TinyUI reports a pass as one update, so its order of leaves differs, and it has no `neverVisible`.
            leaves = recorder.records.compactMap {
                if case .pageLeave(let leave) = $0, leave.outcome != .neverVisible {
                    "\(leave.page) \(leave.outcome)"
                } else {
                    nil
                }
            }.sorted()
            live = recorder.engine.livePages.map { "\($0.page)" }
            current = recorder.engine.currentPage?.page.description
        }
    }

    @Test(
        "Random journeys have the same page views in the simulator and in TinyUI",
        arguments: 1...UInt64(TestDepth.number(5, proof: 40)))
    func journeys(_ seed: UInt64) throws {
        try withPageViewRecorder(exhaustivity: .off) { simulated in
            try withPageViewRecorder(exhaustivity: .off) { rendered in
                var random = SplitMix(seed: seed)
                var app = simulated.launch(
                    .named("kept-nodes"), showing: .tabs([.stack(["home"]), .stack(["account"])]))
                let window = Window(rendered.engine, order: Self.orders[Int(seed) % Self.orders.count]) {
                    Layers(
                        layers: app.app.scene.layers.map {
                            (Self.view($0.root, app.app.tree), $0.presentation?.covers ?? true)
                        })
                }
                var count = 0
                while count < 40 {
                    let action = Self.action(&random)
                    do { try app.perform(action) } catch { continue }
                    count += 1
                    switch action {
                    case .enterBackground: window.pages.report(.background)
                    case .enterForeground: window.pages.report(.foreground)
                    default: window.update()
                    }
                    let (expected, found) = (Result(simulated), Result(rendered))
                    #expect(found == expected, "\(action): expected \(expected), found \(found)")
                    if found != expected { return }
                }
            }
        }
    }
}
