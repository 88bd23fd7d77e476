import PageViewTesting
import TestWatch
import Testing

/// What a page says in the passes of the update loop (rule DV-002).
@Suite(.watched)
struct UpdateTests {
    /// What is reported and what a notifier causes, for a look at what is no news.
    private func records(_ recorder: PageViewRecorder) -> Int { recorder.records.count }

    @Test("What is equal to what was said before is no news, however often it is said")
    func equal() throws {
        try withPageViewRecorder { recorder in
            let reports = Reports(recorder.engine)
            let window = Window(recorder.engine) { Screen("home") { Screen("part", isReady: false) } }
            try recorder.expect("home")
            let before = (reports.all.count, records(recorder))
            for _ in 0..<5 { window.update() }
            #expect((reports.all.count, records(recorder)) == before)
        }
    }

    @Test("A page is counted by the update that makes it ready, and not again by those after it")
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

    @Test("Ready before it is shown, ready after it has gone: counted when it is shown, and with what it says then")
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

    @Test("A blank name is refused, and what was said before stays")
    func blank() throws {
        try withPageViewRecorder { recorder in
            var name = "item"
            let window = Window(recorder.engine) { Screen(name, isReady: false) }
            name = " "
            window.update()
            try recorder.expectCurrentPage("item")
            window.update()
            let diagnostics = recorder.records.compactMap { record in
                if case .diagnostic(let diagnostic) = record { diagnostic.kind } else { nil }
            }
            #expect(diagnostics == [.emptyPageName])
        }
    }
}
