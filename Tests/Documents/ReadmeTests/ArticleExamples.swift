// The code of the README and of the documentation's articles, compiled. `ReadmeTests` looks for each block in this file and in
// `ReadmeExamples.swift`.
import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import PageViewDelivery
import PageViewEngagement
import PageViewLifecycle
import PageViewTracking
import PageViewAuditTesting
import PageViewTesting
import Testing

// MARK: PageViewLifecycle

private func reportToANotifier() {
    let notifier = LifecycleNotifier()
    let home = ComponentHandle(notifier.makeComponent(), of: notifier)
    home.report(.didAppear)
}

// MARK: Writing an adapter

private enum Adapter {
    final class Window {
        let scene = engine.makeScene()

        func minimise() { engine.report(.background, of: scene) }
        func restore() { engine.report(.foreground, of: scene) }
        func focus() { engine.report(.active, of: scene) }
        func close() { engine.report(.close, of: scene) }
    }

    @MainActor
    class Widget {
        private let engine: PageViewEngine
        private(set) weak var parent: Widget?
        private(set) var window: Window?

        private(set) lazy var component: ComponentHandle = engine.makeHandle(
            in: window?.scene, parent: parent?.component.id, isAttached: window != nil)

        init(engine: PageViewEngine) { self.engine = engine }
    }
}

extension Adapter {
    @MainActor
    class Child: Widget {
        func didMove(into parent: Widget?) {
            component.move(into: parent?.component.id)
        }
    }
}

private enum DeclarativeAdapter {
    final class ViewNode {
        let page = PageNode()

        func render(_ declared: DeclaredPage, in environment: PageEnvironment) -> PageEnvironment {
            page.update(declared, in: environment)
            return page.content
        }

        func mount() { page.appear() }

        func unmount() { page.unmount() }
    }
}

private struct Recorded {
    /// The last 500 inputs, for bug reports.
    let recent = TraceRecorder(of: engine, last: 500, options: .withoutUserData)

    /// Records all inputs to a file.
    func record(in path: String) throws -> TraceFileRecorder {
        try TraceFileRecorder(of: engine, path: path)
    }
}

// MARK: Naming the referrer

private enum Links {
    final class Window {
        let scene = engine.makeScene()

        func open(_ url: String) -> PageName? {
            engine.handle(DeepLink(url: url), in: scene)?.page.name
        }
    }
}

// MARK: NavigationTraces

private func replayed(_ text: String) throws {
    var reader = TraceReader(notation: .lines)
    reader.append(text.utf8)
    reader.finish()
    var replay = TraceReplay()
    while let line = try reader.next() {
        guard case .event(let event) = line else { continue }
        for record in replay.apply(event) { print(record) }
    }
}

// MARK: PageViewTesting

private struct Shop {
    final class ItemScreen: Screen, AnalyticsPage {
        let pageViewNotifier = PageViewNotifier(pending: .item)

        func load(_ price: Int64) { pageViewNotifier.markReady(payload: ["price": .int(price)]) }
    }

    @Test @MainActor func itemIsCountedOnceItIsLoaded() throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack(["search"]))
            try app.push(item)
            try recorder.expect("search")
            item.load(89)
            try recorder.expect(ExpectedPageView("item", previous: "search", cause: .ready))
            try app.swipeBack(.cancelled)
            try recorder.expectNothing()
        }
    }

    @Test @MainActor func itemIsCountedAtEachVisit() throws {
        try withPageViewRecorder(reportFailure: record) { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack(["search"]), pages: ["item": item])
            try app.push("item")
            item.load(89)
            try recorder.expect("search", "item")
        }
    }

    @Test @MainActor func recordedJourneyCountsTheItem() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            try recorder.replay(
                contentsOf: "../../../Specs/Traces/item-page-waits.trace", pages: ["item": { ItemScreen() }]
            ) { page, _ in
                (page as? ItemScreen)?.load(89)
            }
            try recorder.expect(ExpectedPageView("item", payload: ["price": 89]))
        }
    }
}

private nonisolated func record(_ failure: PageViewTestFailure) {
    let location = SourceLocation(
        fileID: failure.fileID, filePath: failure.filePath.description, line: failure.line, column: failure.column)
    Issue.record("\(failure.message)", sourceLocation: location)
}

// MARK: How wrong are your page views?

private struct OldShop {
    final class OldTracker {
        private(set) var sent: [SentEvent] = []

        func screen(_ name: String, at time: TestClock.Instant) { sent.append(SentEvent(name, at: time)) }
    }

    @Test @MainActor func oldTrackerSendsAgain() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            let tracker = OldTracker()
            var app = recorder.launch(.uiKit, showing: .stack(["search"]))
            tracker.screen("search", at: recorder.clock.now)
            try app.push("item")
            tracker.screen("item", at: recorder.clock.now)
            try app.swipeBack(.cancelled)
            tracker.screen("item", at: recorder.clock.now)
            let result = recorder.audit(sent: tracker.sent)
            #expect(result.count(of: .repeated) == 1, "\(result)")
        }
    }
}

// MARK: PageViewTracking

private func setUpTracker() {
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider()],
        options: TrackerOptions(consent: .undecided))
    tracker.setConsent(.granted)
    tracker.track("list_sorted", ["by": "price"])
}

// MARK: PageViewDelivery

private func keepEvents(
    of engine: PageViewEngine, in folder: String, post: (UploadRequest) async throws -> UploadResponse
) async throws {
    let tracker = Tracker(
        observing: engine, providers: [JournalProvider(directory: folder)],
        options: TrackerOptions(consent: .undecided, store: FileTrackerStore(path: folder + "/state")))
    tracker.setConsent(.granted)

    let format = SegmentFormat(writeKey: "…")
    let result = try await JournalUploader(directory: folder).upload(
        as: format, report: { diagnostic in print(diagnostic) }, send: { request in try await post(request) })
    print(result)
}

// MARK: PageViewEngagement

private func trackShop(with tracker: Tracker) {
    let engagement = EngagementTracker(tracker: tracker) { event, error in
        print("\(event) was not tracked: \(error)")
    }
    engagement.trackProductView(productID: "prod_001", productName: "Cheese Pizza", price: 10.99)
    engagement.trackAddToCart(productID: "prod_001", productName: "Cheese Pizza", quantity: 2, price: 10.99)
}

// MARK: NavigationSimulator

private func simulate() throws {
    var app = SimulatedApp(.uiKit, showing: .stack(["home"]))
    try app.push(.pending("item"))
    try app.load("item", payload: ["price": 89])
    try app.swipeBack(.cancelled)
    for line in app.lines { print(line) }
}

private func simulateOurs() throws {
    let ours = try UIFramework.uiKit.variant("Ours", ["push": "new.didAppear ~ old.didDisappear"])
    _ = SimulatedApp(ours, showing: .stack(["home"]))
}
