import PageViewAutomation
import PageViewTracking
import Shelf

final class SearchScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "search"))
}

final class ItemScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: "item")
}

/// Shows two pages, and prints the page views and then the tracked events. One page becomes ready late.
@main
struct Shop {
    @MainActor
    static func main() {
        let engine = PageViewEngine { print($0.sequence, $0.page, $0.cause) }
        let provider = InMemoryTrackingProvider()
        let tracker = Tracker(
            observing: engine, providers: [provider], options: TrackerOptions(consent: .granted))
        let (search, item) = (SearchScreen(engine: engine), ItemScreen(engine: engine))
        search.show()
        search.hide()
        item.show()
        print("the current page is", engine.currentPage?.page.description ?? "none")
        item.pageViewNotifier.markReady()
        item.hide()
        tracker.flush()
        for event in provider.events { print(event.name, event.page?.name ?? "–") }
    }
}
