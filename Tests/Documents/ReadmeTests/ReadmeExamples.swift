// The code of the README and of the guides, compiled. `ReadmeTests` looks for each block in this file and in
// `ArticleExamples.swift`.
import Dispatch
import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import PageViewEngagement
import PageViewTracking
import PageViewTesting
import PageViewTrackingTesting
import Testing

// MARK: Connecting your framework

let engine = PageViewEngine { pageView in
    print(pageView.sequence, pageView.page, pageView.cause)
}

let turn = TurnUpdate(of: engine) { work in DispatchQueue.main.async(execute: work) }

@MainActor
class Screen {
    private let screenEngine: PageViewEngine
    private let screenTurn: TurnUpdate
    private lazy var component = screenEngine.makeHandle()
    private var isDeclared = false

    init(engine: PageViewEngine = engine, turn: TurnUpdate = turn) { (screenEngine, screenTurn) = (engine, turn) }

    func viewDidAppear() {
        if !isDeclared, let page = self as? any AnalyticsPage { screenEngine.declare(page, for: component.id) }
        isDeclared = true
        report(.didAppear)
    }

    func viewWillDisappear() { report(.willDisappear) }

    func viewDidDisappear() { report(.didDisappear) }

    private func report(_ event: ComponentEvent) {
        screenTurn.begin()
        component.report(event)
    }
}

final class TestScreen: Screen, AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ notifier: PageViewNotifier, engine: PageViewEngine, turn: TurnUpdate) {
        pageViewNotifier = notifier
        super.init(engine: engine, turn: turn)
    }
}

@MainActor
struct WindowUnderTest: @MainActor AdapterUnderTest {
    let engine: PageViewEngine
    let turn: TurnUpdate
    let window = Window()

    init(engine: PageViewEngine) {
        self.engine = engine
        turn = TurnUpdate(of: engine) { work in DispatchQueue.main.async(execute: work) }
    }

    func makePage(_ notifier: PageViewNotifier) -> TestScreen { TestScreen(notifier, engine: engine, turn: turn) }

    @MainActor func show(_ page: TestScreen) async {
        window.push(page)
        await endOfTurn()
    }

    @MainActor func hide(_ page: TestScreen) async {
        window.pop()
        await endOfTurn()
    }
}

/// Waits until the main queue has run the work that it contains.
func endOfTurn() async {
    await withCheckedContinuation { ended in DispatchQueue.main.async { ended.resume() } }
}

@Test @MainActor func adapterIsRight() async throws {
    let report = try await checkAdapter { engine in WindowUnderTest(engine: engine) }
    print(report)
}

// What the framework of the guide already has.

@MainActor
final class Window {
    private var screens: [Screen] = []

    func push(_ screen: Screen) {
        screens.last?.viewWillDisappear()
        screens.last?.viewDidDisappear()
        screens.append(screen)
        screen.viewDidAppear()
    }

    func pop() {
        let screen = screens.popLast()
        screen?.viewWillDisappear()
        screen?.viewDidDisappear()
        screens.last?.viewDidAppear()
    }
}

// MARK: Adding pages to an app

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

// MARK: Testing the pages

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

// MARK: If your navigation is a value

let navigation = NavigationStateReporter(engine: engine)

func show(item: PageState?) {
    let list = NavigationState.Node.page(.ready(PageViewEvent(name: "list")))
    navigation.report(NavigationState(.stack([list] + (item.map { [.page($0)] } ?? []))))
}

// MARK: If your framework is declarative

extension View {
    var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
    var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
}

final class WithPageNode: Node {
    let page = PageNode()

    func update<Content>(_ view: WithPage<Content>, in environment: inout Environment) {
        page.update(view.page, in: environment.pages)
        environment.pages = page.content
    }

    func didAppear() { page.appear() }

    func didDisappear() { page.disappear() }
}

func show(_ item: Item) -> some View {
    ItemView(item: item)
        .analyticsPage(.item, isReady: item.price != nil, payload: ["price": item.price])
}

// What the framework of the guide already has.

protocol View {}

protocol Node: AnyObject {}

struct Environment {
    var pages = PageEnvironment.none
}

struct WithPage<Content: View>: View {
    let content: Content
    let page: DeclaredPage
}

struct Item {
    var price: Int?
}

struct ItemView: View {
    let item: Item
}

// MARK: Naming the referrer

func handle(url: String, from app: String?) -> PageName? {
    let referrer = engine.handle(DeepLink(url: url, source: app))
    return referrer?.page.name
}

// MARK: Tracking events

func setUpTracking(in folder: String) -> Tracker {
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider(), JournalProvider(directory: folder + "/journal")],
        options: TrackerOptions(consent: .undecided, store: FileTrackerStore(path: folder + "/tracker.json")))
    tracker.setConsent(.granted)  // when the user has agreed
    tracker.track("list_sorted", ["by": "price", "isDescending": true])
    return tracker
}

func upload(
    from folder: String, to post: (UploadRequest) async throws -> UploadResponse
) async throws -> Duration? {
    let result = try await JournalUploader(directory: folder + "/journal").upload(
        as: SegmentFormat(writeKey: "…"), report: { print($0) }, send: post)
    return result.retryAfter
}

func setUpSessions() -> (tracker: Tracker, sessions: SessionMiddleware) {
    let sessions = SessionMiddleware()
    let context = AppContext(
        system: "iOS", systemVersion: "18.2", appName: "Shop", appVersion: "4.1.0", appBuild: "1187", locale: "de-CH",
        deviceManufacturer: "Apple", deviceModel: "iPhone15,2")
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider()],
        options: TrackerOptions(middleware: [sessions, ContextMiddleware(context)]))
    return (tracker, sessions)
}

struct PrintingProvider: TrackingProvider {
    func receive(_ event: TrackedEvent) throws {
        print(event.id, event.name, event.page?.name ?? "–", event.properties)
    }
}

struct BackEndUnderTest: ProviderUnderTest {
    // Replace it by your provider, with a fake back end that keeps what arrives.
    let backEnd = InMemoryTrackingProvider()

    var provider: any TrackingProvider { backEnd }

    func arrived() -> [Int] {
        backEnd.events.compactMap { event in
            if case .int(let number)? = event.payload[ProviderChecks.key] { Int(number) } else { nil }
        }
    }
}

@Test("The provider sends each event once and in order")
func providerIsChecked() async throws {
    try await checkProvider { BackEndUnderTest() }
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

func setUpShop(onDiagnostic: @escaping @Sendable (TrackingDiagnostic) -> Void) throws -> Tracker {
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider()],
        options: TrackerOptions(
            middleware: [ClosureMiddleware { event in event.name.hasPrefix("debug_") ? nil : event }],
            privacy: PrivacyPolicy(properties: .except(["comment"]), patterns: .all, timeGranularity: .hour),
            onDiagnostic: onDiagnostic))
    tracker.identify("user 42", properties: ["plan": "gold"])
    let shop = EngagementTracker(tracker: tracker)
    shop.trackAddToCart(productID: "p1", productName: "Pizza", quantity: 2, price: try Money("10.90", "EUR"))
    tracker.reset()
    tracker.flush(within: .seconds(2))
    return tracker
}

// MARK: Migrating from another product

func screens(
    to screen: @escaping @Sendable (_ name: String, _ properties: [String: String]) -> Void
) -> some TrackingProvider {
    ClosureTrackingProvider { event in
        guard event.kind == .pageView, let page = event.page else { return }
        screen(page.name, event.properties)
    }
}

func views(
    start: @escaping @Sendable (_ key: String, _ name: String) -> Void,
    stop: @escaping @Sendable (_ key: String) -> Void
) -> some TrackingProvider {
    ClosureTrackingProvider { event in
        guard let page = event.page else { return }
        switch event.kind {
        case .pageView: start("\(page.id)", page.name)
        case .pageLeave where event.pageLeave?.outcome == .counted: stop("\(page.id)")
        default: break
        }
    }
}

func trackBeside(
    _ engine: PageViewEngine, send: @escaping @Sendable (_ event: String, _ properties: [String: String]) -> Void
) -> Tracker {
    let pilot = UserShare(percent: 10, salt: "page-views")
    let provider = screens { name, properties in
        send("page_view_pilot", properties.merging(["page": name]) { _, new in new })
    }
    return Tracker(observing: engine, providers: [FilteringTrackingProvider(provider) { pilot.contains($0) }])
}

// MARK: A recording in a bug report

let recorder = TraceRecorder(of: engine, last: 500, options: .withoutUserData)

func attachNavigation(to attachments: inout [String: String]) {
    attachments["navigation.trace"] = recorder.text()
}
