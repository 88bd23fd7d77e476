import PageViewTesting
import TestSupport
import Testing

/// The updates of a page in the passes of the update loop (DV-002).
@Suite(.watched)
struct UpdateTests {
    /// Returns the number of records so far.
    private func records(_ recorder: PageViewRecorder) -> Int { recorder.records.count }

    @Test("A repeated update with equal values reports nothing")
    func equal() throws {
        try withPageViewRecorder { recorder in
            let reports = Reports(recorder.engine)
            let window = Window(recorder.engine) { Screen("home") { Screen("part", isReady: false) } }
            try recorder.expect("home")
            let before = (reports.count, reports.updateCount, records(recorder))
            for _ in 0..<5 { window.update() }
            #expect((reports.count, reports.updateCount, records(recorder)) == before)
        }
    }

    @Test("A page counts in the update that makes it ready, and not again in later updates")
    func ready() throws {
        try withPageViewRecorder { recorder in
            var price: Int?
            let window = Window(recorder.engine) {
                Text(price.map { "\($0) €" } ?? "…")
                    .analyticsPage("item", isReady: price != nil, payload: ["price": price])
            }
            #expect(window.screen == ["…"])
            try recorder.expectNothing()
            for value in [89, 79, 69] {
                price = value
                window.update()
            }
            #expect(window.screen == ["69 €"])
            try recorder.expect(ExpectedPageView("item", cause: .ready, payload: ["price": 89]))
        }
    }

    @Test("A page that becomes ready while hidden counts when it is shown, with its latest payload")
    func readyElsewhere() throws {
        try withPageViewRecorder { recorder in
            var (tab, price) = ("item", Int?.none)
            let window = Window(recorder.engine) {
                TabView(AnyHashable(tab), tabs: ["item", "other"]) { tab in
                    AnyView(
                        "\(tab)" == "item"
                            ? Text("item").analyticsPage("item", isReady: price != nil, payload: ["price": price])
                            : Text("other") as any View)
                }
            }
            tab = "other"
            window.update()
            try recorder.expectLeave("item", .neverReady)
            for value in [89, 79] {
                price = value
                window.update()
            }
            try recorder.expectNothing()
            tab = "item"
            window.update()
            try recorder.expect(
                ExpectedPageView("item", cause: .appeared, payload: ["price": 79], appearance: 1 + 1))
        }
    }

    @Test("A page that is pending again waits at its next appearance")
    func pendingAgain() throws {
        try withPageViewRecorder { recorder in
            var (tab, isReady) = ("item", true)
            let window = Window(recorder.engine) {
                TabView(AnyHashable(tab), tabs: ["item", "other"]) { tab in
                    AnyView("\(tab)" == "item" ? Screen("item", isReady: isReady) : Text("other") as any View)
                }
            }
            isReady = false
            window.update()
            try recorder.expect("item")
            tab = "other"
            window.update()
            tab = "item"
            window.update()
            try recorder.expectNothing()
            isReady = true
            window.update()
            try recorder.expect(ExpectedPageView("item", cause: .ready, appearance: 2))
        }
    }

    @Test("A blank name is rejected once, and the page keeps its old name")
    func blank() throws {
        try withPageViewRecorder { recorder in
            var name = "item"
            let window = Window(recorder.engine) { Screen(name, isReady: false) }
            name = " "
            window.update()
            try recorder.expectCurrentPage("item")
            window.update()
            try recorder.expectDiagnostic(.emptyPageName)
        }
    }
}
