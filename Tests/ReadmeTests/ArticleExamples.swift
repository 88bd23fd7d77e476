// The code of the README and of the documentation's articles, compiled. `ReadmeTests` looks for each block in this file and in
// `ReadmeExamples.swift`.
import NavigationSimulator
import PageViewDelivery
import NavigationTraces
import PageViewAutomation
import PageViewLifecycle
import PageViewTracking
import PageViewTesting
import Testing

// MARK: PageViewLifecycle

private func reportToANotifier() {
    let notifier = LifecycleNotifier()
    let home = ComponentHandle(notifier.makeComponent(), of: notifier)
    home.report(.didAppear)
}

// MARK: PageViewAutomation

private enum Counting {
    static func makeEngine() -> PageViewEngine {
        let engine = PageViewEngine { pageView in
            print(pageView.sequence, pageView.page, pageView.cause)
        }
        return engine
    }
}

// MARK: Writing an adapter

private enum Adapter {
    final class Window {
        let scene = engine.makeScene()
    }

    @MainActor
    class Widget {
        private(set) weak var parent: Widget?
        private(set) var window: Window?

        private(set) lazy var component: ComponentHandle = engine.makeHandle(
            in: window?.scene, parent: parent?.component.id, isAttached: window != nil)

        init() {}
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
    /// The last that was reported, for bug reports.
    let recent = TraceRecorder(of: engine, last: 500, options: .withoutUserData)

    /// All that is reported, in a file.
    func record(in path: String) throws -> TraceFileRecorder {
        try TraceFileRecorder(of: engine, path: path)
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
}

// MARK: PageViewTracking

private func setUpTracker(in folder: String) {
    let tracker = Tracker(
        observing: engine, providers: [ConsoleTrackingProvider(), JournalProvider(directory: folder)],
        options: TrackerOptions(consent: .undecided))
    tracker.setConsent(.granted)
    tracker.track("list_sorted", ["by": "price"])
}
