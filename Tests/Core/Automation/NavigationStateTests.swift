import PageViewAutomation
import PageViewLifecycle
import TestSupport
import Testing

/// Apps whose navigation is a value report each new value in one place (NS-001 to NS-004).
@Suite(.watched)
struct NavigationStateTests {
    private let records = Records()
    private let engine: PageViewEngine
    private let navigation: NavigationStateReporter

    private final class Records: PageViewReceiver {
        private let all = Locked<[EngineRecord]>([])
        func receive(_ record: EngineRecord) { all.withLock { $0.append(record) } }
        /// Removes and returns the page views, page leaves and diagnostics since the last call, as short texts.
        func take() -> [String] {
            let records = all.withLock { records in
                defer { records = [] }
                return records
            }
            return records.compactMap { record in
                switch record {
                case .pageView(let view): "\(view.page.name)"
                case .pageLeave(let leave): "-\(leave.page.name)\(leave.outcome == .counted ? "" : "?")"
                case .diagnostic(let diagnostic): "!\(diagnostic.kind.rawValue)"
                default: nil
                }
            }
        }
    }

    init() {
        engine = PageViewEngine(receivers: [records])
        navigation = NavigationStateReporter(engine: engine)
    }

    private func report(_ root: NavigationState.Node, _ presented: NavigationState.Presented...) -> [String] {
        navigation.report(NavigationState(root, presented: presented))
        return records.take()
    }

    private func ready(_ name: String) -> NavigationState.Node {
        .page(.ready(PageViewEvent(name: PageName(rawValue: name))))
    }

    private func pending(_ name: String) -> NavigationState.Node {
        .page(.pending(PageContext(name: PageName(rawValue: name))))
    }

    @Test("A push and a pop count the page on top, and an unchanged state counts nothing (NS-002)")
    func stack() {
        #expect(report(.stack([ready("list")])) == ["list"])
        #expect(report(.stack([ready("list")])) == [])
        #expect(report(.stack([ready("list"), ready("item")])) == ["item", "-list"])
        #expect(report(.stack([ready("list"), ready("item"), ready("reviews")])) == ["reviews", "-item"])
        #expect(report(.stack([ready("list")])) == ["list", "-reviews"])
        #expect(engine.currentPage?.page == "list")
        navigation.reset()
        #expect(records.take() == ["-list"])
    }

    @Test("A page below the top counts when it becomes the top (NS-002)")
    func deepStack() {
        #expect(report(.stack([ready("list"), ready("item")])) == ["item"])
        #expect(report(.stack([ready("list")])) == ["list", "-item"])
    }

    @Test("A page becomes ready through its state (NS-003)")
    func readiness() {
        #expect(report(.stack([pending("item")])) == [])
        #expect(engine.currentPage?.page == "item")
        #expect(report(.stack([ready("item")])) == ["item"])
        #expect(report(.stack([pending("item")])) == [])
        #expect(report(.stack([pending("item"), pending("reviews")])) == ["-item"])
        #expect(report(.stack([pending("item")])) == ["-reviews?"])
        #expect(report(.stack([ready("item")])) == ["item"])
    }

    @Test("Unselected tabs keep their stacks, and their changes count nothing (NS-002)")
    func tabs() {
        func app(_ selected: String, _ path: [NavigationState.Node]) -> NavigationState.Node {
            .tabs(selected: selected, ["shop": .stack([ready("shop")] + path), "account": ready("account")])
        }
        #expect(report(app("shop", [])) == ["shop"])
        #expect(report(app("shop", [ready("item")])) == ["item", "-shop"])
        #expect(report(app("account", [ready("item")])) == ["account", "-item"])
        // A change in an unselected tab emits no record.
        #expect(report(app("account", [])) == [])
        #expect(report(app("shop", [])) == ["shop", "-account"])
    }

    @Test("A sheet keeps the page below it live, and a full-screen cover ends it (NS-002)")
    func presented() {
        let root = NavigationState.Node.stack([ready("list")])
        #expect(report(root) == ["list"])
        #expect(report(root, .sheet(ready("filter"))) == ["filter"])
        #expect(engine.currentPage?.page == "filter")
        #expect(report(root) == ["-filter"])
        #expect(engine.currentPage?.page == "list")
        #expect(report(root, .fullScreen(ready("camera"))) == ["camera", "-list"])
        #expect(report(root, .fullScreen(ready("camera")), .sheet(ready("help"))) == ["help"])
        #expect(report(root) == ["list", "-camera", "-help"])
    }

    @Test("Identities distinguish two pages of the same name (NS-001)")
    func identities() {
        func item(_ id: String) -> NavigationState.Node { .page(id, .ready(PageViewEvent(name: "item"))) }
        #expect(report(.stack([item("1")])) == ["item"])
        #expect(report(.stack([item("1"), item("2")])) == ["item", "-item"])
        #expect(report(.stack([item("2")])) == [])
        #expect(report(.stack([item("2"), item("2")])) == ["item", "-item"])
        #expect(report(.stack([item("2")])) == ["item", "-item"])
    }

    @Test("A page inside a group is current instead of the group (NS-002)")
    func groups() {
        func dashboard(_ chart: String) -> NavigationState.Node {
            .group(id: "dashboard", .ready(PageViewEvent(name: "dashboard")), [ready(chart)])
        }
        #expect(report(dashboard("balance")) == ["dashboard", "balance"])
        #expect(engine.currentPage?.page == "balance")
        #expect(report(dashboard("spending")) == ["spending", "-balance"])
        #expect(report(.split([ready("list"), ready("detail")])) == ["list", "detail", "-dashboard", "-spending"])
    }

    @Test("A new pane in front of another one leaves that pane unchanged (NS-001)")
    func panes() {
        #expect(report(.split([ready("detail")])) == ["detail"])
        #expect(report(.split([.stack([ready("list")]), ready("detail")])) == ["list"])
        #expect(report(.split([ready("detail")])) == ["-list"])
    }

    @Test("A screen without a page counts nothing and can become a page (NS-003)")
    func untracked() {
        #expect(report(.screen(id: "splash", nil)) == [])
        #expect(report(.screen(id: "splash", .ready(PageViewEvent(name: "splash")))) == ["splash"])
        // A screen that no longer declares a page keeps its page.
        #expect(report(.screen(id: "splash", nil)) == [])
    }

    @Test("Each scene has its own navigation state (NS-004)")
    func scenes() {
        let second = engine.makeScene()
        let other = NavigationStateReporter(engine: engine, scene: second)
        #expect(report(ready("list")) == ["list"])
        other.report(NavigationState(ready("list")))
        #expect(records.take() == ["list"])
        #expect(engine.currentPage(in: engine.mainScene)?.component != engine.currentPage(in: second)?.component)
        engine.report(.close, of: second)
        #expect(records.take() == ["-list"])
    }

    @Test("A state reported by a receiver is applied after the state that caused it (NS-004)")
    func reentrant() {
        let navigation = navigation
        engine.addReceiver { record in
            guard case .pageView(let view) = record, view.page == "login" else { return }
            navigation.report(NavigationState(.page(.ready(PageViewEvent(name: "home")))))
        }
        #expect(report(ready("login")) == ["login", "home", "-login"])
        #expect(engine.currentPage?.page == "home")
    }

    @Test("After concurrent reports from several threads, the last state is shown (NS-004)")
    func threads() async {
        let nodes = ["a", "b", "c"].map(ready)
        await withTaskGroup { group in
            for seed in 0..<4 {
                group.addTask { [navigation, nodes] in
                    for step in 0..<200 {
                        navigation.report(NavigationState(.stack(Array(nodes.prefix(1 + (seed + step) % 3)))))
                    }
                }
            }
        }
        _ = records.take()
        #expect(report(ready("end")).first == "end")
        #expect(engine.livePages(in: engine.mainScene).map(\.page) == ["end"])
    }
}
