// The code of the README, compiled. `ReadmeTests` looks for each of its blocks in this file.
import PageViewAutomation
import PageViewProviders
import PageViewTesting
import Testing

// MARK: For UI-framework authors

let engine = PageViewEngine { pageView in
    print(pageView.sequence, pageView.page, pageView.cause)
}

@MainActor
class Screen {
    private lazy var component = engine.makeHandle()
    private var isDeclared = false

    func viewDidAppear() {
        if !isDeclared, let page = self as? any AnalyticsPage { engine.declare(page, for: component.id) }
        isDeclared = true
        component.report(.didAppear)
    }

    func viewWillDisappear() { component.report(.willDisappear) }

    func viewDidDisappear() { component.report(.didDisappear) }
}

// MARK: For feature teams

extension PageViewEvent {
    static let scanItem = Self(name: "scanItem", context: "scanner")
}

extension PageContext {
    static let item = Self(name: "item", context: "shop")
}

final class ScannerScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(.scanItem)
}

final class ItemScreen: Screen, @MainActor AnalyticsPage {
    private(set) lazy var pageViewNotifier = PageViewNotifier(model.pageViewState)

    struct Model {
        var pageViewState: PageViewNotifier.PageState = .pending(.item)
    }

    var model = Model() {
        didSet { pageViewNotifier.state = model.pageViewState }
    }
}

// MARK: Proving it

@Test @MainActor func itemIsCountedOnceItsPriceIsThere() throws {
    try withPageViewRecorder { recorder in
        let item = ItemScreen()
        var app = recorder.launch(.uiKit, showing: .stack(["search"]))
        try app.push(item)
        try recorder.expect("search")
        item.model.pageViewState = .ready(PageViewEvent(pageContext: .item, payload: ["price": 89]))
        try recorder.expect(ExpectedPageView("item", previous: "search", cause: .ready))
        try app.swipeBack(.cancelled)
        try recorder.expectNothing()
    }
}

// MARK: If your navigation is state

let navigation = NavigationStateReporter(engine: engine)

func show(item: PageState?) {
    let list = NavigationState.Node.page(.ready(PageViewEvent(name: "list")))
    navigation.report(NavigationState(.stack([list] + (item.map { [.page($0)] } ?? []))))
}

// MARK: For deep-link handlers

func handle(url: String, from app: String?) -> PageName? {
    let referrer = engine.open(DeepLink(url: url, source: app))
    return referrer?.page.name
}

// MARK: To your analytics

func setUpTracking(in folder: String) -> Tracker {
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider(), JournalProvider(directory: folder + "/journal")],
        options: TrackerOptions(consent: .undecided, store: FileTrackerStore(path: folder + "/tracker.json")))
    tracker.setConsent(.granted)
    tracker.track("list_sorted", ["by": "price", "isDescending": true])
    return tracker
}

func upload(from folder: String, to send: (_ body: [UInt8]) throws -> Void) throws {
    let segment = SegmentFormat(writeKey: "…")
    try JournalUploader(directory: folder + "/journal").upload { events in
        for batch in segment.batches(of: events, sentAt: WallClock.system.now).batches { try send(batch.bytes) }
    }
}

struct PrintingProvider: TrackingProvider {
    func receive(_ event: TrackedEvent) throws {
        print(event.id, event.name, event.page?.name ?? "–", event.properties)
    }
}

enum CharacterListEvent: TrackingEvent {
    case viewed
    case selected(identifier: Int)

    var name: String {
        switch self {
        case .viewed: "character_list_viewed"
        case .selected: "character_selected"
        }
    }

    var properties: [String: String] {
        switch self {
        case .viewed: [:]
        case .selected(let identifier): ["id": "\(identifier)"]
        }
    }
}

struct CharacterListTracker {
    let tracker: any EventTracking

    func trackSelected(_ identifier: Int) { tracker.track(CharacterListEvent.selected(identifier: identifier)) }
}
