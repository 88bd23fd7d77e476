import PageViewTesting
import TestSupport
import Testing

/// Journeys through the adapters of the guides that the compatibility test does not make.
@Suite(.watched) @MainActor
struct PlatformJourneyTests {
    private func page(_ name: PageName) -> PageViewNotifier { PageViewNotifier(PageContext(name: name)) }

    @Test("Another page in an activity keeps the content and the level of the activity")
    func replacedPage() throws {
        try withPageViewRecorder { recorder in
            let loop = EventLoop()
            let pages = ActivityPages(engine: recorder.engine) { loop.post($0) }
            loop.turn {
                pages.created("below", page("map"))
                pages.changed("below", to: .resumed)
            }
            loop.turn { pages.changed("below", to: .started) }
            loop.turn {
                pages.created("A", page("filter"), isOpaque: false, level: 1)
                pages.created("F", page("reviews"), host: "A")
                pages.changed("A", to: .resumed)
                pages.changed("F", to: .resumed)
            }
            try recorder.expect("map", "filter", "reviews")
            loop.turn { pages.replaced("A", by: page("sorting")) }
            try recorder.expect("sorting")
            try recorder.expectCurrentPage("reviews")
            loop.turn { pages.replaced("below", by: page("list")) }
            try recorder.expect("list")
            try recorder.expectCurrentPage("reviews")
        }
    }

    @Test("An activity without a `NavHost` covers the destinations of the one below")
    func activityWithoutHost() throws {
        try withPageViewRecorder { recorder in
            let loop = EventLoop()
            let pages = DestinationPages(engine: recorder.engine) { loop.post($0) }
            loop.turn { pages.changed(to: "home", page("home"), isFloating: false, in: "A") }
            try recorder.expect("home")
            loop.turn { pages.resumed("B") }
            try recorder.expectLeave("home", .counted)
            loop.turn {
                pages.resumed("A")
                pages.closed("B")
            }
            try recorder.expect("home")
        }
    }

    @Test("An overlay is above the overlays in what it covers, and content below it stays below")
    func overlays() throws {
        try withPageViewRecorder { recorder in
            let inner = NavigationValue(screens: [
                .init(key: "a", page: page("a")), .init(key: "s1", page: page("s1"), isOverlay: true),
                .init(key: "s2", page: page("s2"), isOverlay: true),
            ])
            let value = NavigationValue(screens: [
                .init(key: "o", content: inner), .init(key: "m", page: page("m"), isOverlay: true),
            ])
            recorder.engine.show(value.entries())
            try recorder.expect("a", "s1", "s2", "m")
            try recorder.expectCurrentPage("m")
        }
    }
}
