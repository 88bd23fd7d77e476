import NavigationSimulator
@testable import PageViewTesting
import TestSupport
import Testing

/// A recorder's expectations, and the messages of their failures (rules TS-001 to TS-003).
@Suite(.watched)
struct RecorderTests {
    @Test("Expectations in the order of the page views pass (TS-001)")
    func passes() throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push(item)
            try recorder.expect("home")
            try recorder.expectNothing()
            try recorder.expectCurrentPage("item")
            app.wait(.seconds(2))
            item.load(price: 89)
            try recorder.expect(
                ExpectedPageView("item", context: "shop", previous: "home", cause: .ready, payload: ["price": 89]))
            try app.goBack()
            try recorder.expectLeave("item", .counted)
            try recorder.expect(ExpectedPageView("home", previous: "item", appearance: 2, deepLink: nil))
        }
    }

    @Test("An expected page view prints the properties that the test states (PV-008)")
    func expectedPageViews() {
        #expect("\(ExpectedPageView("item"))" == "item")
        let full = ExpectedPageView(
            "item", context: "shoes", previous: nil, cause: .ready, payload: ["price": 89], appearance: 2,
            deepLink: "app://x")
        #expect(
            "\(full)"
                == #"item, context shoes, no previous, cause ready, payload ["price": 89], appearance 2, deepLink app://x"#
        )
    }

    @Test("Unexpected page views fail the test at its end, and the failure counts and lists them (TS-002)")
    func unexpected() {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push("cart")
            try app.push("checkout")
            try recorder.expect("home")
        }
        #expect(
            text.hasSuffix(
                """
                : expected no further page view, found 2.

                  + cart  appeared at 0.7 s, after home
                  + checkout  appeared at 1.05 s, after cart

                  cart was counted because it appeared and was ready.
                  If this is correct, expect it at the end of the test:
                      try recorder.expect("cart", "checkout")
                  If this test is about something else, pass `exhaustivity: .off`.
                """))
    }

    @Test("The failure shows the difference and an expectation that would pass (TS-003)")
    func difference() {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            let item = ItemScreen()
            try app.push(item)
            item.load(price: 89)
            try recorder.expect(
                "home", ExpectedPageView("item", previous: nil, cause: .appeared, payload: ["price": 90]))
        }
        #expect(
            text.hasSuffix(
                """
                : page view 2 differs from the expected one.

                  − previous  none
                  + previous  home
                  − cause     appeared
                  + cause     ready
                  − payload   ["price": 90]
                  + payload   ["price": 89]

                  All page views so far:
                    1  home  appeared at 0.35 s
                  ▸ 2  item (shop)  ready at 0.7 s, after home, ["price": 89]

                  If this is correct, expect it:
                      try recorder.expect(ExpectedPageView("item", context: "shop", previous: "home", cause: .ready, payload: ["price": 89]))
                """))
    }

    @Test(
        "The recorder compares every key of an expectation (TS-001)",
        arguments: [
            (ExpectedPageView("shop"), "page"), (ExpectedPageView("item", context: nil), "context"),
            (ExpectedPageView("item", context: "zoo"), "context"),
            (ExpectedPageView("item", previous: "item"), "previous"),
            (ExpectedPageView("item", cause: .manual), "cause"),
            (ExpectedPageView("item", payload: ["price": nil]), "payload"),
            (ExpectedPageView("item", payload: ["colour": "red"]), "payload"),
            (ExpectedPageView("item", appearance: 2), "appearance"),
            (ExpectedPageView("item", deepLink: "app://item"), "deepLink"),
        ])
    func everyKey(_ expected: ExpectedPageView, _ key: String) {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            let item = ItemScreen()
            try app.push(item)
            item.load(price: 89)
            try recorder.expect("home", expected)
        }
        #expect(text.contains("\n  − \(key)") && text.contains("\n  + \(key)"))
    }

    @Test("The failure explains why an expected page view is missing (TS-003)", arguments: missingPages)
    func missing(_ missing: Missing) {
        let text = testFailure { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try recorder.expect("home")
            try missing.perform(&app, recorder)
            try recorder.expect(ExpectedPageView(missing.page))
        }
        #expect(text.contains("expected a page view of \(missing.page), found none."))
        #expect(text.contains("\n    1  home  appeared at 0.35 s"))
        #expect(text.hasSuffix(missing.explanation), "\(text)")
    }

    struct Missing: Sendable, CustomTestStringConvertible {
        let page: PageName
        /// The end of the failure.
        let explanation: String
        let perform: @Sendable (inout SimulatedNavigation, PageViewRecorder) throws -> Void

        init(
            _ explanation: String, of page: PageName = "item",
            _ perform: @escaping @Sendable (inout SimulatedNavigation, PageViewRecorder) throws -> Void
        ) {
            (self.page, self.explanation, self.perform) = (page, explanation, perform)
        }

        var testDescription: String { explanation }
    }

    private static let missingPages = [
        // An engine of another test may have a page `item`, which the failure would name.
        Missing(
            """
            page that never appeared has not been in front of the user as a page: its component must be declared, reported by \
            `didAppear`, and in a window of a scene in the foreground (AP-002).
              Its screen may report to another engine, such as the app's: pass `recorder.engine` to the screen.
            """, of: "page that never appeared"
        ) { _, _ in },
        Missing(
            """
            item is in front of the user, but pending: call `markReady()` of the notifier that was declared (RD-002). If the test \
            has called it, the page has got another notifier since (RD-007).
            """
        ) { app, _ in try app.push(ItemScreen()) },
        Missing("item was left before it was ready, so it is never counted (RD-004).") { app, recorder in
            try app.push(ItemScreen())
            try app.perform(.pop)
            recorder.skipPageViews()
        },
        Missing("item is in front of the user and was counted: an appearance is counted once (RD-002).") {
            app, recorder in
            try app.push("item")
            try recorder.expect("item")
        },
        Missing("item appeared, but never had a window in a visible scene (AP-002).") { _, recorder in
            let item = recorder.engine.makeComponent(page: ItemScreen(), isAttached: false)
            recorder.engine.report(.didAppear, of: item)
            recorder.engine.report(.didDisappear, of: item)
        },
        Missing(
            """
            item is in front of the user, but pending. Its `pageViewNotifier` is another object at each access. Store it: \
            `let pageViewNotifier = …` (RD-007).
            """
        ) { _, recorder in _ = recorder.showComputed() },
        Missing(
            """
            item was left before it was ready, so it is never counted (RD-004).
              Its `pageViewNotifier` is another object at each access. Store it: `let pageViewNotifier = …` (RD-007).
            """
        ) { _, recorder in recorder.engine.report(.didDisappear, of: recorder.showComputed()) },
        Missing(
            """
            item is in front of the user, but pending. A notifier became ready after another one had replaced it. Declare one, \
            and change its state (RD-007).
            """
        ) { _, recorder in recorder.replaceNotifier(with: "item") },
        Missing(
            """
            A notifier became ready after that of cart had replaced it: make another component for another page, or declare one \
            notifier and change its state (RD-007).
            """
        ) { _, recorder in recorder.replaceNotifier(with: "cart") },
        Missing(
            """
            item was declared for a component in front of the user that was already counted as another page. An appearance is \
            counted once: make another component for another page (PV-004).
            """
        ) { _, recorder in
            let page = ItemScreen()
            page.pageViewNotifier.state = .ready(PageViewEvent(name: "ready"))
            let screen = recorder.show(page)
            try recorder.expect("ready")
            recorder.engine.declare(PageViewNotifier("item"), for: screen)
        },
        // All tests of the process share the list of such pages, so this page has a unique name.
        Missing(
            """
            A view declared page without tree in an environment without a tree, which reports nothing: pass \
            `PageTree.environment` down from the root of the window (DV-005).
            """, of: "page without tree"
        ) { _, _ in PageNode().update(DeclaredPage("page without tree"), in: .none) },
    ]

    @Test("A page view fails `expectNothing()` (TS-001)")
    func nothing() {
        let text = testFailure { recorder in
            _ = recorder.launch(.plain, showing: "home")
            try recorder.expectNothing()
        }
        #expect(
            text.hasSuffix(
                """
                : expected no page view, found 1.

                  ▸ 1  home  appeared at 0 s

                  home was counted because it appeared and was ready.
                  If this is correct, expect it:
                      try recorder.expect("home")
                """))
    }

    @Test("With exhaustivity off, the recorder lists the skipped page views (TS-002)")
    func off() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push("cart")
            try app.push("checkout")
            try recorder.expect("cart")
            #expect(recorder.skipped.map(\.page) == ["home"])
            recorder.skipPageViews()
            #expect(recorder.skipped.map(\.page) == ["home", "checkout"])
            #expect(
                recorder.skippedText(at: TestLocation("Shop/CartTests.swift", #filePath, 7))
                    == """
                    CartTests.swift:7: 2 page views were skipped.

                        home  appeared at 0.35 s
                        checkout  appeared at 1.05 s, after cart
                    """)
        }
        try withPageViewRecorder(exhaustivity: .offShowingSkipped) { recorder in
            #expect(recorder.skippedText(at: TestLocation()) == nil)
        }
    }

    @Test("With exhaustivity off, the failure compares the expectation with a page view of the same page (TS-003)")
    func nearMiss() {
        let text = testFailure(exhaustivity: .off) { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push("cart")
            try recorder.expect(ExpectedPageView("cart", previous: "search"))
        }
        #expect(text.contains("\n  − previous  search\n  + previous  home\n"))
    }

    @Test("Failures for leaves, interactions and the current page show the records found (TS-001)")
    func others() throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            var app = recorder.launch(.uiKit, showing: .stack(["home"]))
            try app.push(ItemScreen())
            recorder.engine.recordInteraction("tap", ["button": "buy"])
            try recorder.expectInteraction("tap", on: "item", properties: ["button": "buy"])
            #expect(
                failure { try recorder.expectInteraction("tap", on: "item") }.hasSuffix("found none."))
            #expect(
                failure { try recorder.expectLeave("item", line: 1) }
                    == """
                    RecorderTests.swift:1: expected a leave of item, found:

                        home  counted at 0.7 s
                    """)
            #expect(
                failure { try recorder.expectCurrentPage("home", line: 2) }
                    == """
                    RecorderTests.swift:2: expected the current page home, found item (shop).

                      In front of the user:
                        item (shop)  pending
                    """)
        }
    }

    /// Shows two components that share one notifier.
    private static func shareNotifier(_ recorder: PageViewRecorder) throws {
        let item = ItemScreen()
        for _ in 0..<2 { recorder.engine.report(.didAppear, of: recorder.engine.makeComponent(page: item)) }
        item.load(price: 1)
        try recorder.expect("item", "item")
    }

    @Test("The diagnostic of a mistake fails the test at its end, and the failure states the remedy (TS-002)")
    func mistake() {
        let text = testFailure { recorder in
            try Self.shareNotifier(recorder)
        }
        #expect(
            text.hasSuffix(
                """
                : expected no diagnostic of a mistake, found 1.

                  + sharedNotifier of item at 0 s
                    Two components share one notifier. Give each component a notifier of its own (RD-007).

                  If this is correct, expect it at the end of the test:
                      try recorder.expectDiagnostic(.sharedNotifier)
                  If this test is about something else, pass `exhaustivity: .off`.
                """))
    }

    @Test("The failure for a mistake also names the page views that the test did not expect (TS-002)")
    func mistakeAndPageView() {
        let text = testFailure { recorder in
            try Self.shareNotifier(recorder)
            recorder.engine.recordPageView("home")
        }
        #expect(text.contains("(RD-007).\n  Page views that the test did not expect: \"home\"."))
    }

    @Test("A test may expect the diagnostics of mistakes, in any order, and skip them with exhaustivity off (TS-001)")
    func expectedDiagnostics() throws {
        try withPageViewRecorder { recorder in
            try Self.shareNotifier(recorder)
            recorder.engine.commitUpdate()
            try recorder.expectDiagnostic(.commitWithoutBegin)
            try recorder.expectDiagnostic(.sharedNotifier)
            #expect(failure { try recorder.expectDiagnostic(.parentCycle) }.hasSuffix("parentCycle, found none."))
        }
        try withPageViewRecorder(exhaustivity: .off, Self.shareNotifier)
    }

    @Test("A repeated report is no mistake, and a failed expectation of a diagnostic lists it (TS-001)")
    func harmlessDiagnostics() throws {
        try withPageViewRecorder { recorder in
            let component = recorder.engine.makeComponent()
            recorder.engine.report(.didAppear, of: component)
            recorder.engine.report(.didAppear, of: component)
            #expect(
                failure { try recorder.expectDiagnostic(.parentCycle, line: 1) }
                    == """
                    RecorderTests.swift:1: expected the diagnostic parentCycle, found:

                        duplicateDidAppear at 0 s
                    """)
        }
    }

    @Test("A recorder works in an asynchronous test on the main actor (TS-002)")
    @MainActor func asynchronous() async throws {
        let result = try await withPageViewRecorder { recorder in
            MainActor.assertIsolated()
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack([]))
            try app.push(item)
            let loading = Task {
                try await recorder.clock.sleep(for: .seconds(2))
                item.load(price: 5)
            }
            while recorder.clock.sleeperCount == 0 { await Task.yield() }
            try recorder.expectNothing()
            app.wait(.seconds(2))
            try await loading.value
            try recorder.expect(ExpectedPageView("item", cause: .ready))
            return recorder.pageViews.map(\.countedAt)
        }
        #expect(result == [Timestamp(nanoseconds: 2_700_000_000)])
    }
}

extension UIFramework {
    /// A framework whose transitions take no time.
    fileprivate static let plain: UIFramework = {
        var plain = UIFramework(name: "plain")
        plain[.launch] = [.new(.didAppear)]
        return plain
    }()
}

extension PageViewRecorder {
    /// Shows a page with a component of its own.
    fileprivate func show(_ page: some AnalyticsPage) -> ComponentID {
        let component = engine.makeComponent(page: page)
        engine.report(.didAppear, of: component)
        return component
    }

    /// Shows a page whose notifier is a new object at each access, and marks it as ready.
    fileprivate func showComputed() -> ComponentID {
        struct Computed: AnalyticsPage {
            var pageViewNotifier: PageViewNotifier { PageViewNotifier(pending: "item") }
        }
        defer { Computed().pageViewNotifier.markReady() }
        return show(Computed())
    }

    /// Shows an item, replaces its notifier by that of another page, and marks the first one as ready.
    fileprivate func replaceNotifier(with other: PageContext) {
        let page = ItemScreen()
        engine.declare(PageViewNotifier(pending: other), for: show(page))
        page.load(price: 1)
    }
}
