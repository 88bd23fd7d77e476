import PageViewTesting
import TestSupport
import Testing

/// The failure of a test names the mistake of the app that causes it (rule TS-003).
@Suite(.watched)
struct FailureCauseTests {
    /// A test that fails because of a mistake.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The part of the failure that states the cause and the remedy.
        let cause: String
        let test: @Sendable (PageViewRecorder) throws -> Void

        init(_ name: String, _ cause: String, _ test: @escaping @Sendable (PageViewRecorder) throws -> Void) {
            (testDescription, self.cause, self.test) = (name, cause, test)
        }
    }

    @Test(
        "The failure of a test names the cause and the remedy (TS-003)",
        arguments: identityMistakes + readinessMistakes + engineMistakes + linkMistakes)
    func cause(_ mistake: Mistake) {
        let text = testFailure(mistake.test)
        #expect(text.contains(mistake.cause), "\(text)")
    }

    // MARK: Identity

    private static let anotherItem = """
        Its payload was ["item": 1] when it was counted, and is ["item": 2] now. If this is another item, give an `id:` (DV-008), \
        or show it with another component (AP-011).
        """

    private static let identityMistakes = [
        Mistake("a kept node without id:", anotherItem) { recorder in
            let node = recorder.showItems()
            defer { node.unmount() }
            try recorder.expect("item", "item")
        },
        Mistake("a kept node without id:, and another page follows", anotherItem) { recorder in
            let node = recorder.showItems()
            defer { node.unmount() }
            node.disappear()
            recorder.show("home")
            try recorder.expect("item", "item", "home")
        },
        Mistake("a component for two items", anotherItem) { recorder in
            let item = PageViewNotifier(PageViewEvent(name: "item", payload: ["item": 1]))
            recorder.show(item)
            item.markReady(payload: ["item": 2])
            try recorder.expect("item", "item")
        },
        Mistake("a new notifier in each pass", replaced) { recorder in
            recorder.updateThrice { _ in DeclaredPage(PageViewNotifier("item")) }
            try recorder.expect("item")
        },
        Mistake("a new notifier in each pass, and no page view expected", replaced) { recorder in
            recorder.updateThrice { _ in DeclaredPage(PageViewNotifier("item")) }
            try recorder.expect("item")
            try recorder.expectNothing()
        },
        Mistake("a new notifier in each pass, and another page follows", replaced) { recorder in
            recorder.updateThrice { _ in DeclaredPage(PageViewNotifier("item")) }
            recorder.show("home")
            try recorder.expect("item", "home")
        },
        Mistake("a new id: in each pass", replaced) { recorder in
            recorder.updateThrice { DeclaredPage("item").identified(by: $0) }
            try recorder.expect("item")
        },
        Mistake("a new pending notifier in each pass", replaced) { recorder in
            let first = PageViewNotifier(pending: "item")
            recorder.updateThrice { DeclaredPage($0 == 1 ? first : PageViewNotifier(pending: "item")) }
            first.markReady()
            try recorder.expect("item")
        },
    ]

    private static let replaced = """
        item has replaced another component of this page. If it shows the same item, its view has another notifier or `id:` than \
        before: keep the first one with the state of the view (DV-008).
        """

    // MARK: Readiness

    private static let madeTwice = """
        Another component of item is ready, and was not shown: the framework probably made the view twice. Keep the state of \
        the view, so that the component that it shows becomes ready (RD-001).
        """

    private static let readinessMistakes = [
        Mistake("state that is created anew", madeTwice) { recorder in
            let nodes = recorder.makeViewTwice()
            defer { for node in nodes { node.unmount() } }
            try recorder.expect("item")
        },
        Mistake("state that is created anew, and the page is left", madeTwice) { recorder in
            let nodes = recorder.makeViewTwice()
            defer { for node in nodes { node.unmount() } }
            nodes[0].disappear()
            try recorder.expect("item")
        },
        Mistake(
            "a page that is left before it is ready, and another page follows",
            "reviews was left before it was ready, so it is never counted (RD-004)."
        ) { recorder in
            let reviews = PageViewNotifier(pending: "reviews")
            let component = recorder.show(reviews)
            recorder.engine.report(.didDisappear, of: component)
            reviews.markReady()
            recorder.show("home")
            try recorder.expect("reviews", "home")
        },
        Mistake(
            "a page that is counted later",
            """
              ▸ 1  home  appeared at 0 s
                2  cart  appeared at 0 s, after home

              If this is correct
            """
        ) { recorder in
            recorder.show("home")
            recorder.show("cart")
            try recorder.expect("cart", "home")
        },
    ]

    // MARK: Engines

    private static let engineMistakes = [
        Mistake(
            "a screen that reports to another engine",
            "The page is in another engine, such as the app's: pass `recorder.engine` to the screen."
        ) { recorder in
            let engine = PageViewEngine()
            defer { engine.stop() }
            let component = engine.makeComponent()
            engine.declare(PageViewNotifier("page of another engine"), for: component)
            engine.report(.didAppear, of: component)
            try recorder.expect("page of another engine")
        },
        Mistake(
            "a component of another engine",
            """
              The engine has found a mistake:

              + foreignIdentity at 0 s
                A component or scene is that of another engine. Make it with `recorder.engine` (AP-011).
            """
        ) { recorder in
            let component = PageViewEngine().makeComponent()
            recorder.engine.declare(PageViewNotifier("item"), for: component)
            try recorder.expect("item")
        },
    ]

    // MARK: Links

    private static let item = ExpectedPageView("item", deepLink: "app://item")

    private static let linkMistakes = [
        Mistake(
            "a link that leads to no page",
            """
            app://gone waited since 10 s for a page. If it leads to another page, name that page as its `target:`. If it leads to \
            none, call `discardDeepLink` (PV-006).
            """
        ) { recorder in
            recorder.show("home")
            recorder.clock.advance(by: .seconds(10))
            recorder.engine.handle(DeepLink(url: "app://gone"))
            recorder.clock.advance(by: .seconds(20))
            recorder.show("settings")
            try recorder.expect("home", ExpectedPageView("settings", deepLink: nil))
        },
        Mistake(
            "a link that is handled after the page was counted",
            "item was counted before app://item was handled: handle a link before its page appears (PV-006)."
        ) { recorder in
            recorder.show("item")
            recorder.engine.handle(DeepLink(url: "app://item"))
            try recorder.expect(item)
        },
        Mistake(
            "a link that is handled after the page appeared",
            """
            app://item waited since 0 s for a page that appears after it. item had appeared before, or only came back: handle a \
            link before its page appears (PV-006).
            """
        ) { recorder in
            let notifier = PageViewNotifier(pending: "item")
            recorder.show(notifier)
            recorder.engine.handle(DeepLink(url: "app://item"))
            notifier.markReady()
            recorder.show("help")
            try recorder.expect(item)
        },
        Mistake(
            "a link that another page carries",
            "app://item was carried by home: name the page that it leads to as its `target:` (PV-009)."
        ) { recorder in
            recorder.engine.handle(DeepLink(url: "app://item"))
            recorder.show("home")
            recorder.show("item")
            try recorder.expect("home", item)
        },
        Mistake(
            "a link with another target", "app://item waits since 0 s for the page details, its `target:` (PV-009)."
        ) { recorder in
            recorder.engine.handle(DeepLink(url: "app://item"), target: "details")
            recorder.show("item")
            try recorder.expect(item)
        },
        Mistake(
            "a link in another scene",
            "app://item waits since 0 s in another scene: pass the scene of the page to `handle` (PV-006)."
        ) { recorder in
            recorder.engine.handle(DeepLink(url: "app://item"), in: recorder.engine.makeScene())
            recorder.show("item")
            try recorder.expect(item)
        },
        Mistake(
            "a link that has expired",
            "app://item was handled at 0 s, and has expired: pass a longer `expires:` or a `target:` (PV-009)."
        ) { recorder in
            recorder.show("home")
            recorder.engine.handle(DeepLink(url: "app://item"))
            recorder.clock.advance(by: .seconds(31))
            recorder.show("item")
            try recorder.expect("home", item)
        },
        Mistake(
            "a link that was discarded",
            """
            app://item was handled at 0 s, and was dropped: by another link, by `discardDeepLink`, or because its scene left the \
            foreground (PV-006).
            """
        ) { recorder in
            recorder.show("home")
            recorder.engine.handle(DeepLink(url: "app://item"))
            recorder.engine.discardDeepLink()
            recorder.show("item")
            try recorder.expect("home", item)
        },
        Mistake("a link that was not handled", "app://item was never handled: call `handle` (PV-006).") { recorder in
            recorder.show("item")
            try recorder.expect(item)
        },
    ]
}

extension PageViewRecorder {
    /// Shows a page with a component of its own.
    @discardableResult
    fileprivate func show(_ notifier: PageViewNotifier) -> ComponentID {
        let component = engine.makeComponent()
        engine.declare(notifier, for: component)
        engine.report(.didAppear, of: component)
        return component
    }

    fileprivate func show(_ page: PageContext) { show(PageViewNotifier(page)) }

    /// Shows an item, and then another one on the same node without another identity.
    fileprivate func showItems() -> PageNode {
        let (tree, node) = (PageTree(engine: engine), PageNode())
        node.update(DeclaredPage("item", payload: ["item": 1] as Payload), in: tree.environment)
        node.appear()
        node.update(DeclaredPage("item", payload: ["item": 2] as Payload), in: tree.environment)
        return node
    }

    /// Shows the pending node of a view, and makes a second node for that view, which is ready.
    fileprivate func makeViewTwice() -> [PageNode] {
        let (tree, nodes) = (PageTree(engine: engine), [PageNode(), PageNode()])
        nodes[0].update(DeclaredPage("item", isReady: false), in: tree.environment)
        nodes[0].appear()
        nodes[1].update(DeclaredPage("item"), in: tree.environment)
        return nodes
    }

    /// Runs three passes that declare a page on one node. `page` receives the number of the pass, from 1.
    fileprivate func updateThrice(_ page: (Int) -> DeclaredPage) {
        let (tree, node) = (PageTree(engine: engine), PageNode())
        for pass in 1...3 {
            node.update(page(pass), in: tree.environment)
            if pass == 1 { node.appear() }
        }
        withExtendedLifetime(node) {}
    }
}
