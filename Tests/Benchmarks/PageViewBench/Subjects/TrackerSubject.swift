import PageViewAutomation
import PageViewTracking

/// A tracker that observes an engine with a page in front of the user, and takes events with three properties.
final class TrackerSubject: Sendable {
    /// What an app tracks: typed values.
    private struct Event: TrackingEvent {
        let number: Int64

        var name: String { "item_selected" }
        var payload: Payload { ["index": .int(number), "list": "search results", "isSale": true] }
    }

    private let engine = PageViewEngine()
    private let page: ComponentID
    let tracker: Tracker

    init(_ providers: [any TrackingProvider]) {
        let notifier = PageViewNotifier(PageViewEvent(name: "search", context: "shop"))
        tracker = Tracker(observing: engine, providers: providers)
        page = engine.makeComponent()
        engine.declare(notifier, for: page)
        engine.report(.didAppear, of: page)
    }

    func track(_ count: Int) {
        for number in 0..<count { tracker.track(Event(number: Int64(number))) }
    }
}
