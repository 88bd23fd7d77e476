public import Observation
public import PageViewAutomation
public import PageViewDelivery
public import PageViewTracking

/// The state of the app, and its analytics.
@MainActor @Observable
public final class ShopModel {
    /// A page on the stack above the home page.
    public enum Route: Hashable {
        case item(ItemModel)
        case checkout
    }

    /// The engine that counts the pages.
    public let engine: PageViewEngine
    /// The tracker of the page views and of other events.
    public let tracker: Tracker
    /// The pages on the stack, above the home page.
    public var path: [Route] = []
    /// Whether the filter covers the list.
    public var isFilterShown = false
    /// Whether the app asks for consent.
    public var isConsentShown: Bool
    /// Whether the list contains only cheap items.
    public var isCheapOnly = false

    private let journal: String
    private let loadPrice: @Sendable (Int) async throws -> Int64

    /// Creates the state of the app.
    ///
    /// - Parameters:
    ///   - engine: The engine; a test passes its own.
    ///   - folder: The folder for the events and for the user's consent.
    ///   - loadPrice: Loads the price of an item.
    public init(
        engine: PageViewEngine = PageViewEngine(), folder: String,
        loadPrice: @escaping @Sendable (Int) async throws -> Int64
    ) {
        self.engine = engine
        self.loadPrice = loadPrice
        journal = folder + "/journal"
        tracker = Tracker(
            observing: engine, providers: [ConsoleTrackingProvider(), JournalProvider(directory: journal)],
            options: TrackerOptions(consent: .undecided, store: FileTrackerStore(path: folder + "/tracker.json")))
        isConsentShown = tracker.consent == .undecided
    }

    /// The numbers of the items in the list.
    public var items: [Int] { Array(isCheapOnly ? 1...3 : 1...9) }

    // MARK: Navigation

    /// Shows an item. Each visit is a page of its own.
    public func showItem(_ id: Int) { path.append(.item(ItemModel(id: id, loadPrice: loadPrice))) }

    /// Records the tap on the button, and shows the checkout.
    public func showCheckout() {
        engine.recordInteraction("tap", ["button": "buy"])
        path.append(.checkout)
    }

    /// Opens a link such as `shop://item/7`, and returns the page that the user was on.
    @discardableResult
    public func open(_ url: String) -> PageName? {
        let referrer = engine.handle(DeepLink(url: url))?.page.name
        let prefix = "shop://item/"
        if url.hasPrefix(prefix), let id = Int(url.dropFirst(prefix.count)), (1...9).contains(id) {
            path = []
            showItem(id)
        } else {
            // No page follows. Without this call, the next page that appears would carry the link.
            engine.discardDeepLink()
        }
        return referrer
    }

    // MARK: Consent and upload

    /// Records the user's decision. The tracker remembers it.
    public func setConsent(_ isGranted: Bool) {
        tracker.setConsent(isGranted ? .granted : .denied)
        isConsentShown = false
    }

    /// Uploads the events that the user has agreed to, with a function that sends one request. Returns the time to wait before
    /// the next call; `nil` if all events have arrived.
    public func upload(_ send: (UploadRequest) async throws -> UploadResponse) async throws -> Duration? {
        let format = SegmentFormat(writeKey: "replace it by yours")
        return try await JournalUploader(directory: journal).upload(as: format, report: { print($0) }, send: send)
            .retryAfter
    }
}
