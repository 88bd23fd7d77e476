import PageViewAutomation

extension PageContext {
    static let home = PageContext(name: "home", context: "shop")
    static let list = PageContext(name: "list", context: "shop")
    static let item = PageContext(name: "item", context: "shop")
}

extension Payload {
    /// Three values, created once. An app creates its payload before the call, so no figure includes the payload.
    static let item: Payload = ["price": 7, "currency": "EUR", "isMember": true]
}

/// A minimal useful receiver: it counts page views and leaves, and reads one property of each.
///
/// This class is `Sendable` because an engine calls its receivers one at a time, each counter belongs to one engine,
/// and the benchmark reports from one thread.
final class RecordCounter: PageViewReceiver, @unchecked Sendable {
    private(set) var views = 0
    private(set) var leaves = 0
    private(set) var valueCount = 0
    private(set) var nanosecondsInForeground: Int64 = 0

    var interests: EngineRecord.Kinds { [.pageViews, .pageLeaves] }

    func receive(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            views &+= 1
            valueCount &+= view.payload.entries.count
        case .pageLeave(let leave):
            leaves &+= 1
            nanosecondsInForeground &+= leave.foregroundNanoseconds
        default: break
        }
    }
}

/// The handle that a UI framework stores for a component, and the notifier that a feature team stores for a page.
struct Page {
    let handle: ComponentHandle
    let notifier: PageViewNotifier

    /// Performs one appearance as a base class reports it. The page becomes ready after it appears.
    func appear() {
        handle.report(.didAppear)
        notifier.markReady(payload: .item)
        handle.report(.didDisappear)
    }

    /// Performs one appearance of a page that is already ready.
    func comeAndGo() {
        handle.report(.didAppear)
        handle.report(.didDisappear)
    }
}

/// An app: an engine with one receiver of views and leaves, and a home page in front.
final class Shop {
    let counter = RecordCounter()
    let engine: PageViewEngine
    let home: Page

    init() {
        engine = PageViewEngine(receivers: [counter])
        home = engine.makePage(.home, isReady: true)
        home.handle.report(.didAppear)
    }

    func makePages(_ count: Int) -> [Page] {
        (0..<count).map { _ in engine.makePage(.item) }
    }

    /// Shows ready pages, one above the other, in one scene.
    func showPages(_ count: Int, in container: ComponentID? = nil) -> [Page] {
        (0..<count).map { _ in
            let page = engine.makePage(.item, isReady: true, parent: container)
            page.handle.report(.didAppear)
            return page
        }
    }
}

extension PageViewEngine {
    func makePage(_ page: PageContext, isReady: Bool = false, parent: ComponentID? = nil) -> Page {
        let made = Page(handle: makeHandle(parent: parent), notifier: PageViewNotifier(pending: page))
        declare(made.notifier, for: made.handle.id)
        if isReady { made.notifier.markReady() }
        return made
    }
}
