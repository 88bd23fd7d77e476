import PageViewAutomation
import PageViewProviders
import Shelf

final class SearchScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "search"))
}

final class ItemScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: "item")
}

/// Prints the name of each event.
struct PrintingProvider: TrackingProvider {
    func receive(_ event: TrackedEvent) { print(event.name, event.page?.name ?? "–") }
}

/// Shows two pages, one of which becomes ready late, and prints the page views and the tracked events.
@main
struct Shop {
    @MainActor
    static func main() {
        let engine = PageViewEngine { print($0.sequence, $0.page, $0.cause) }
        let tracker = Tracker(
            observing: engine, providers: [PrintingProvider()], options: TrackerOptions(consent: .granted))
        let (search, item) = (SearchScreen(engine: engine), ItemScreen(engine: engine))
        search.show()
        search.hide()
        item.show()
        print("the current page is", engine.currentPage?.page.description ?? "none")
        item.pageViewNotifier.ready()
        item.hide()
        tracker.flush()
    }
}
