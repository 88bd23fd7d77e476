import PageViewAutomation

extension PageContext {
    static let home = PageContext(name: "home", context: "shop")
    static let item = PageContext(name: "item", context: "shop")
}

extension Payload {
    /// Three values, made once: the app makes its payload before the call, so no figure contains it.
    static let item: Payload = ["price": 7, "currency": "EUR", "isMember": true]
}

/// The smallest useful receiver: counts page views and leaves, and reads one property of each.
///
/// Proof that it is `Sendable`: an engine calls its receivers one at a time, each counter belongs to one engine, and the
/// benchmark reports from one thread.
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

/// What a UI framework keeps for a component (the handle), and a feature team for a page (the notifier).
struct Page {
    let handle: ComponentHandle
    let notifier: PageViewNotifier

    /// One appearance, as a base class reports it and a page that loads answers.
    func appear() {
        handle.report(.didAppear)
        notifier.markReady(payload: .item)
        handle.report(.didDisappear)
    }

    /// One appearance of a page that is ready already.
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

    /// Shows pages that are ready, one over the other, in one scene.
    func showPages(_ count: Int, in container: ComponentID? = nil) -> [Page] {
        (0..<count).map { _ in
            let page = engine.makePage(.item, isReady: true, parent: container)
            page.handle.report(.didAppear)
            return page
        }
    }

    /// Plain containers, each inside the one before; the outermost first.
    func makeContainers(_ count: Int, in container: ComponentID? = nil) -> [ComponentHandle] {
        var innermost = container
        return (0..<count).map { _ in
            let handle = engine.makeHandle(parent: innermost)
            innermost = handle.id
            return handle
        }
    }
}

extension PageViewEngine {
    func makePage(
        _ page: PageContext, isReady: Bool = false, in scene: SceneID? = nil, parent: ComponentID? = nil
    ) -> Page {
        let made = Page(handle: makeHandle(in: scene, parent: parent), notifier: PageViewNotifier(pending: page))
        declare(made.notifier, for: made.handle.id)
        if isReady { made.notifier.markReady() }
        return made
    }

    func sendAwayAndBack(_ scene: SceneID) {
        report(.background, of: scene)
        report(.foreground, of: scene)
    }
}
