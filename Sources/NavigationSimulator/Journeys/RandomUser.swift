import NavigationTraces
import PageViewAutomation

/// A user who does whatever comes to mind, and can be done.
struct RandomUser: Sendable {
    private(set) var app: SimulatedApp
    let view: SimulatedView
    private var random: SplitMix
    private var sceneCount = 1

    private static let pages = [
        "home", "search", "results", "item", "reviews", "cart", "checkout", "account", "orders", "help", "offers",
        "settings",
    ]

    init(seed: UInt64, framework: UIFramework) {
        random = SplitMix(seed: seed)
        view = Self.firstView(&random)
        app = SimulatedApp(framework, showing: view)
    }

    private static func firstView(_ random: inout SplitMix) -> SimulatedView {
        switch random.below(5) {
        case 0: .stack(["home"])
        case 1: .stack([.group("home", ["offers", .pending("reviews")])])
        case 2: .tabs([.stack(["home"]), .stack(["search"]), .stack([.pending("account")])])
        case 3: .tabs([.stack(["home"]), .pager(["offers", "orders", .pending("reviews")]), .stack(["account"])])
        default: .split([.stack(["home"]), .stack(["item"])])
        }
    }

    /// Takes what was reported since the last time.
    mutating func takeLines() -> [TraceLine] { app.takeLines() }

    /// Does something that can be done.
    mutating func act() -> UserAction {
        // Waiting can always be done, and comes up soon enough.
        while true {
            let action = thought()
            do {
                try app.perform(action)
                if case .openScene = action { sceneCount += 1 }
                return action
            } catch {}
        }
    }

    private mutating func page() -> SimulatedView {
        let name = random.pick(Self.pages)
        return random.chance(of: 30) ? .pending(name) : .page(SimulatedPage(name))
    }

    private mutating func end() -> GestureEnd { random.chance(of: 70) ? .completed : .cancelled }

    private mutating func rareThought() -> UserAction {
        switch random.below(12) {
        case 0: .pushTwice(page(), page())
        case 1: .replaceBelowTop([page(), page()])
        case 2: .selectTabAndBack(random.pick(["home", "search", "account"]))
        case 3: .addChild(page())
        case 4: .addChildCancelled(page())
        case 5: .removeChild(random.pick(Self.pages))
        case 6: .removeChildCancelled(random.pick(Self.pages))
        case 7: random.chance(of: 50) ? .showPane("home") : .hidePane("home")
        case 8: .hideWindow
        case 9: .minimise
        case 10: .replaceRoot(Self.firstView(&random))
        default: .appearAgain
        }
    }

    /// How often each thing comes to mind, in percent.
    private mutating func thought() -> UserAction {
        switch random.below(100) {
        case 0..<20: .push(page())
        case 20..<24: .deepPush([page(), page()])
        case 24..<26: .replaceTop(page())
        case 26..<34: .pop
        case 34..<40: .swipeBack(end())
        case 40..<42: .popToRoot
        case 42..<50: .selectTab(random.pick(["home", "search", "offers", "account"]))
        case 50..<55: .turnPage(random.chance(of: 60) ? .forward : .backward, end())
        case 55..<59: .present(.stack([page()]), random.pick(Presentation.allCases))
        case 59..<64: random.chance(of: 50) ? .dismiss : .swipeDown(end())
        case 64..<66: .recreate
        case 66..<69: .enterBackground
        case 69..<74: random.pick([.enterForeground, .showWindow, .restore])
        // Few at a time, or a long journey would be about nothing else.
        case 74..<76 where app.scenes.count < 4: .openScene("scene \(sceneCount + 1)", .stack([page()]))
        case 76..<79: .activateScene(random.chance(of: 50) ? "main" : "scene \(sceneCount)")
        case 79..<80: .closeScene
        case 80..<88:
            .load(random.pick(Self.pages), random.chance(of: 50) ? ["count": .int(Int64(random.below(9)))] : nil)
        case 88..<90: .reload(random.pick(Self.pages))
        case 90..<94: .interact("tap", nil)
        case 94..<95: .openLink("app://\(random.pick(Self.pages))", source: nil)
        case 95..<97: rareThought()
        default: .wait(nanoseconds: Int64(random.below(60_000)) * 1_000_000)
        }
    }
}
