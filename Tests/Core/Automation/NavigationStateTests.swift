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
        #expect(report(.stack([ready("list"), ready("item")])) == ["-list", "item"])
        #expect(report(.stack([ready("list"), ready("item"), ready("reviews")])) == ["-item", "reviews"])
        #expect(report(.stack([ready("list")])) == ["-reviews", "list"])
        #expect(engine.currentPage?.page == "list")
        navigation.reset()
        #expect(records.take() == ["-list"])
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
        #expect(report(app("shop", [ready("item")])) == ["-shop", "item"])
        #expect(report(app("account", [ready("item")])) == ["-item", "account"])
        // A change in an unselected tab emits no record.
        #expect(report(app("account", [])) == [])
        #expect(report(app("shop", [])) == ["-account", "shop"])
    }

    @Test("A sheet keeps the page below it live, and a full-screen cover ends it (NS-002)")
    func presented() {
        let root = NavigationState.Node.stack([ready("list")])
        #expect(report(root) == ["list"])
        #expect(report(root, .sheet(ready("filter"))) == ["filter"])
        #expect(engine.currentPage?.page == "filter")
        #expect(report(root) == ["-filter"])
        #expect(engine.currentPage?.page == "list")
        #expect(report(root, .fullScreen(ready("camera"))) == ["-list", "camera"])
        #expect(report(root, .fullScreen(ready("camera")), .sheet(ready("help"))) == ["help"])
        #expect(report(root) == ["-help", "-camera", "list"])
    }

    @Test("Identities distinguish two pages of the same name (NS-001)")
    func identities() {
        func item(_ id: String) -> NavigationState.Node { .page(id, .ready(PageViewEvent(name: "item"))) }
        #expect(report(.stack([item("1")])) == ["item"])
        #expect(report(.stack([item("1"), item("2")])) == ["-item", "item"])
        #expect(report(.stack([item("2")])) == [])
        #expect(report(.stack([item("2"), item("2")])) == ["-item", "item"])
        #expect(report(.stack([item("2")])) == ["-item", "item"])
    }

    @Test("A page that changes below a sheet does not become current (NS-002)")
    func changeBelow() {
        #expect(report(.stack([ready("list")]), .sheet(ready("filter"))) == ["list", "filter"])
        #expect(report(.stack([ready("list"), ready("item")]), .sheet(ready("filter"))) == ["-list", "item"])
        #expect(engine.currentPage?.page == "filter")
        engine.report(.background, of: engine.mainScene)
        #expect(report(.stack([ready("home")]), .sheet(ready("filter"))) == ["-item"])
        engine.report(.foreground, of: engine.mainScene)
        #expect(records.take() == ["home"])
        #expect(engine.currentPage?.page == "filter")
        // The same holds below two sheets, in their order.
        #expect(report(ready("home"), .sheet(ready("help")), .sheet(ready("filter"))) == ["help"])
        #expect(engine.currentPage?.page == "filter")
    }

    @Test("A screen stays the same in a container of another kind, or presented (NS-001)")
    func otherContainer() {
        let panes = [ready("list"), ready("detail")]
        #expect(report(.split(panes)) == ["list", "detail"])
        #expect(report(.stack(panes)) == ["-list"])
        #expect(report(.split([ready("list")]), .sheet(ready("detail"))) == ["list"])
        #expect(report(.split([ready("list")]), .fullScreen(.stack([ready("detail")]))) == ["-list"])
        #expect(engine.currentPage?.page == "detail")
        // Another tab or group is another screen.
        #expect(report(.tabs(selected: "a", ["a": ready("detail")])) == ["-detail", "detail"])
        #expect(report(.group(id: "b", nil, [ready("detail")])) == ["-detail", "detail"])
    }

    @Test("Identities with any text are different screens (NS-001)")
    func anyText() {
        func tab(_ id: String, _ screen: String) -> NavigationState.Tab {
            NavigationState.Tab(id, .page(screen, .ready(PageViewEvent(name: "page"))))
        }
        let names = ["a", "a/1:a", "a#2", "/", "#", "", "1:a", "e\u{301}", "\u{E9}", "/1:a"]
        let tabs = names.flatMap { tab in names.map { (tab, $0) } }
        for (id, screen) in tabs {
            let expected = (id, screen) == tabs[0] ? ["page"] : ["-page", "page"]
            #expect(report(.tabs(selected: id, [tab(id, screen)])) == expected, "\(id), \(screen)")
        }
    }

    @Test("The slots of destroyed screens are used again (NS-002)")
    func identitiesAreGivenBack() {
        let states = [
            NavigationState(.stack([ready("list"), ready("item")]), presented: [.sheet(ready("filter"))]),
            NavigationState(.group(id: "dashboard", nil, [ready("balance"), ready("spending")])),
        ]
        for number in 0..<1_000 { navigation.report(states[number % 2]) }
        #expect(engine.makeComponent().index < 10)
        navigation.reset()
        #expect(engine.livePages.isEmpty)
    }

    @Test("A page inside a group is current instead of the group (NS-002)")
    func groups() {
        func dashboard(_ chart: String) -> NavigationState.Node {
            .group(id: "dashboard", .ready(PageViewEvent(name: "dashboard")), [ready(chart)])
        }
        #expect(report(dashboard("balance")) == ["dashboard", "balance"])
        #expect(engine.currentPage?.page == "balance")
        #expect(report(dashboard("spending")) == ["-balance", "spending"])
        #expect(report(.split([ready("list"), ready("detail")])) == ["-spending", "-dashboard", "list", "detail"])
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
        #expect(report(ready("login")) == ["login", "-login", "home"])
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
        #expect(report(ready("end")).last == "end")
        #expect(engine.livePages(in: engine.mainScene).map(\.page) == ["end"])
    }
}
