import PageViewAutomation
import TestSupport
import Testing

/// Pages declared for components that do not conform to `AnalyticsPage` themselves (RD-010).
@Suite(.watched)
struct PageCatalogTests {
    private class SettingsView {}
    private final class AdvancedSettingsView: SettingsView {}

    private let catalog = PageCatalog()
        .page(.ready(PageViewEvent(name: "settings")), for: SettingsView.self)
        .page(.pending("item"), forRoute: "/items/:id")
        .page(.ready(PageViewEvent(name: "new item")), forRoute: "/items/new")
        .page(.ready(PageViewEvent(name: "help")), forRoute: "/help/*")

    private func name(ofRoute route: String) -> String? {
        catalog.makeNotifier(forRoute: route)?.state.pageContext.name.rawValue
    }

    @Test("A type matches only itself, and its last declaration wins")
    func typeMeansExactlyThatType() {
        #expect(catalog.makeNotifier(for: SettingsView.self)?.state.pageContext == "settings")
        #expect(catalog.makeNotifier(for: AdvancedSettingsView.self) == nil)
        #expect(catalog.makeNotifier(for: Int.self) == nil)
        let changed = catalog.page(.pending("options"), for: SettingsView.self)
        #expect(changed.makeNotifier(for: SettingsView.self)?.state == .pending("options"))
    }

    @Test("A literal route wins over a pattern, and the first of two patterns wins")
    func literalRouteGoesFirst() {
        #expect(name(ofRoute: "/items/new") == "new item")
        #expect(name(ofRoute: "/items/42") == "item")
        let twice = catalog.page(.pending("second"), forRoute: "/items/:other")
        #expect(twice.makeNotifier(forRoute: "/items/42")?.state.pageContext == "item")
    }

    @Test(
        "Route patterns match segment by segment",
        arguments: [
            ("items/42", "item"), ("/items/42/?tab=1", "item"), ("/items/42#top", "item"), ("/items", nil),
            ("/items/42/reviews", nil), ("/help", "help"), ("/help/a/b", "help"), ("/helpers", nil), ("", nil),
        ] as [(String, String?)])
    func routePatternsMatchSegments(route: String, page: String?) {
        #expect(name(ofRoute: route) == page)
    }
}
