import NavigationTraces
import PageViewAutomation

/// A user who performs random possible actions in a simulated app (SIM-006).
struct RandomUser: Sendable {
    private(set) var app: SimulatedApp
    let view: SimulatedView
    private var random: SplitMix
    private var sceneCount = 1

    static let pages = [
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

    mutating func takeLines() -> [TraceLine] { app.takeLines() }

    mutating func act() -> UserAction {
        // The loop ends, because waiting is always possible.
        while true {
            let action = nextAction()
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

    private mutating func rareAction() -> UserAction {
        switch random.below(12) {
        case 0: .pushTwice(page(), page())
        case 1: .replaceBelowTop([page(), page()])
        case 2: .selectTabAndBack(random.pick(["home", "search", "account"]))
        case 3: .addChild(page())
        case 4: .addChild(page(), .cancelled)
        case 5: .removeChild(random.pick(Self.pages))
        case 6: .removeChild(random.pick(Self.pages), .cancelled)
        case 7: random.chance(of: 50) ? .showPane("home") : .hidePane("home")
        case 8: .hideWindow
        case 9: .minimise
        case 10: .replaceRoot(Self.firstView(&random))
        default: .appearAgain
        }
    }

    /// Returns a random action. The ranges are percentages.
    private mutating func nextAction() -> UserAction {
        switch random.below(100) {
        case 0..<20: .push(page())
        case 20..<24: .deepPush([page(), page()])
        case 24..<26: .replaceTop(page())
        case 26..<34: .pop
        case 34..<40: .swipeBack(end())
        case 40..<42: .popToRoot
        case 42..<50: .selectTab(random.pick(["home", "search", "offers", "account"]))
        case 50..<55: .turnPage(forward: random.chance(of: 60), end())
        case 55..<59: .present(.stack([page()]), random.pick(Presentation.allCases))
        case 59..<64: random.chance(of: 50) ? .dismiss : .swipeDown(end())
        case 64..<66: .recreate
        case 66..<69: .enterBackground
        case 69..<74: random.pick([.enterForeground, .showWindow, .restore])
        // A limit on the scenes. Without it, a long journey would consist mostly of changes between scenes.
        case 74..<76 where app.scenes.count < 4: .openScene("scene \(sceneCount + 1)", .stack([page()]))
        case 76..<79: .activateScene(random.chance(of: 50) ? "main" : "scene \(sceneCount)")
        case 79..<80: .closeScene
        case 80..<88:
            .load(random.pick(Self.pages), random.chance(of: 50) ? ["count": .int(Int64(random.below(9)))] : nil)
        case 88..<90: .reload(random.pick(Self.pages))
        case 90..<94: .interact("tap", nil)
        case 94..<95: .openLink("app://\(random.pick(Self.pages))", source: nil)
        case 95..<97: rareAction()
        default: .wait(nanoseconds: Int64(random.below(60_000)) * 1_000_000)
        }
    }
}

/// A generator of pseudorandom numbers. Equal seeds give equal numbers on every machine and in every version (SIM-006).
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below a bound.
    ///
    /// The number is a remainder, because the results of `Int.random` may change between versions of Swift.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    package mutating func chance(of percent: Int) -> Bool { below(100) < percent }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
