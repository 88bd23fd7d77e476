import PageViewTesting
import TestSupport
import Testing

/// The updates of a page in the passes of the update loop (DV-002).
@Suite(.watched)
struct UpdateTests {
    @Test("A repeated update with equal values reports nothing")
    func equal() throws {
        try withPageViewRecorder { recorder in
            let reports = Reports(recorder.engine)
            let window = Window(recorder.engine) { Screen("home") { Screen("part", isReady: false) } }
            try recorder.expect("home")
            let before = (reports.count, reports.updateCount, recorder.records.count)
            for _ in 0..<5 { window.update() }
            #expect((reports.count, reports.updateCount, recorder.records.count) == before)
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
}
