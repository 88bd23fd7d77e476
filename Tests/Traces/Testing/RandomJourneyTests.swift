import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

/// Random journeys, which shrink to the smallest failing trace and can be repeated (rule TS-008).
@Suite(.watched)
struct RandomJourneyTests {
    struct Wrong: Error, CustomStringConvertible {
        let description = "an item after the cart"
    }

    private func check(_ trace: [TraceLine]) throws {
        try withPageViewRecorder(exhaustivity: .off) { recorder in
            recorder.replay(trace)
            if recorder.pageViews.contains(where: { $0.page.name == "item" && $0.previous?.page.name == "cart" }) {
                throw Wrong()
            }
        }
    }

    @Test("The failure shows the smallest failing trace and the command that repeats the journey")
    func failing() {
        let line = #line + 1
        let text = failure { try checkRandomJourneys(50, actions: 60, check) }
        #expect(
            text == """
                RandomJourneyTests.swift:\(line): a random journey fails: an item after the cart

                  The smallest trace that fails, after 2 actions:

                    trace
                    0 create stack
                    0 create home page=home parent=stack
                    0 willAppear home
                    0 willAppear stack
                    0.35 didAppear home
                    0.35 didAppear stack
                    0.35 willDisappear home
                    0.35 create cart page=cart parent=stack
                    0.35 willAppear cart
                    0.7 didDisappear home
                    0.7 didAppear cart
                    0.7 willDisappear cart
                    0.7 create item page=item parent=stack
                    0.7 willAppear item
                    1.05 didDisappear cart
                    1.05 didAppear item

                  The whole journey:
                      swift run pageview simulate --framework uikit --seed 1 --events 241
                """)
    }

    @Test(
        "No random journey counts an appearance twice", arguments: [UIFramework.uiKit, .uiKit.swapped])
    func passing(_ framework: UIFramework) throws {
        try checkRandomJourneys(TestDepth.number(10, proof: 100), framework: framework) { trace in
            try withPageViewRecorder(exhaustivity: .off) { recorder in
                recorder.replay(trace)
                let appearances = recorder.pageViews.compactMap(\.id.appearance)
                #expect(Set(appearances).count == appearances.count)
            }
        }
    }

    @Test("A page of the test's own that never becomes ready fails a random journey")
    func ownPages() throws {
        func check(_ count: Int, _ load: @escaping (any AnalyticsPage) -> Void) throws {
            try checkRandomJourneys(count) { trace in
                try withPageViewRecorder(exhaustivity: .off) { recorder in
                    var made = 0
                    var isMissing = false
                    func make() -> ItemScreen {
                        made += 1
                        return ItemScreen()
                    }
                    recorder.replay(trace, pages: ["item": make]) { page, _ in
                        load(page)
                        let live = recorder.engine.currentPage
                        if made == 1, let live, live.page.name == "item", !live.isCounted { isMissing = true }
                    }
                    if isMissing { throw NotCounted() }
                }
            }
        }
        struct NotCounted: Error {}
        try check(TestDepth.number(15, proof: 150)) { ($0 as? ItemScreen)?.load(price: 1) }
        // The check ends at the first journey that fails.
        #expect(throws: JourneyFailure.self) { try check(TestDepth.number(50, proof: 150)) { _ in } }
    }

    @Test("The first journey fails if a supplied name occurs in no random journey")
    func misspelledName() {
        let text = failure {
            try checkRandomJourneys(1) { trace in
                try withPageViewRecorder(exhaustivity: .off) { $0.replay(trace, pages: ["itm": { ItemScreen() }]) }
            }
        }
        #expect(text.contains("found itm, which no page has") && text.contains("checkout, help, home, item"))
    }
}
