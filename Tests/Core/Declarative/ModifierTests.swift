import PageViewTesting
import TestSupport
import Testing

/// The modifiers that feature teams write, and the resulting page views (DV-001).
@Suite(.watched, .recorded)
struct ModifierTests {
    private let recorder = PageViewRecorder.ofTest

    @Test("Every way to declare a page counts the page with its context and payload, and again under another id")
    func spellings() throws {
        struct Model: AnalyticsPage {
            let pageViewNotifier = PageViewNotifier("model")
        }
        let (model, notifier, price) = (Model(), PageViewNotifier("notifier"), Int?.some(89))
        let results = PageReadiness<[Int]>(of: "results", when: { !$0.isEmpty }) { ["items": .int(Int64($0.count))] }
        let attributes: EventAttributes = ["price": price]
        let item = PageViewEvent(name: "state", payload: ["price": 89])
        let ways: [(name: PageName, payload: Payload, view: (Int) -> any View)] = [
            ("declared", [:], { Text("").analyticsPage(DeclaredPage("declared"), id: $0) }),
            ("item", ["price": 89], { Text("").analyticsPage("item", id: $0, isReady: true, payload: ["price": 89]) }),
            (
                "values", ["price": 89],
                { Text("").analyticsPage("values", id: $0, payload: ["price": price, "rating": Int?.none]) }
            ),
            ("given", ["price": 89], { Text("").analyticsPage("given", id: $0, payload: attributes) }),
            ("plain", [:], { Text("").analyticsPage("plain", id: $0) }),
            ("state", ["price": 89], { Text("").analyticsPage(.ready(item), id: $0) }),
            ("event", [:], { Text("").analyticsPage(.ready(PageViewEvent(name: "event")), id: $0) }),
            ("results", ["items": 2], { Text("").analyticsPage([1, 2], id: $0, by: results) }),
            ("notifier", [:], { Text("").analyticsPage(notifier, id: $0) }),
            ("model", [:], { Text("").analyticsPage(model, id: $0) }),
            ("screen", [:], { Text("").trackScreen("screen", id: $0, context: "shop") }),
        ]
        for (name, payload, view) in ways {
            try withPageViewRecorder { recorder in
                var id = 1
                let window = Window(recorder.engine) { AnyView(view(id)) }
                try recorder.expect(ExpectedPageView(name, payload: payload))
                #expect(recorder.pageViews.first?.page.context == (name == "screen" ? "shop" : nil))
                id = 2
                window.update()
                try recorder.expect(ExpectedPageView(name, appearance: 1))
                #expect(recorder.diagnosticKinds.isEmpty)
            }
        }
    }

    @Test("A pending page is not counted, and its payload is not computed")
    func pendingPayload() throws {
        func payload() -> Payload {
            Issue.record("asked for")
            return [:]
        }
        let window = Window(recorder.engine) {
            Text("loading").analyticsPage("item", isReady: false, payload: payload())
        }
        #expect(window.screen == ["loading"])
        try recorder.expectCurrentPage("item")
    }

    @Test("A conditional page counts as another component each time it is shown")
    func conditional() throws {
        var isShown = false
        let window = Window(recorder.engine) {
            Screen("home") {
                if isShown { Screen("banner") }
            }
        }
        try recorder.expect("home")
        for number in 2...4 {
            isShown = true
            window.update()
            #expect(window.screen == ["«home#1 ready»", "  «banner#\(number) ready»"])
            try recorder.expect(ExpectedPageView("banner", payload: ["number": .int(Int64(number))], appearance: 1))
            try recorder.expectCurrentPage("banner")
            isShown = false
            window.update()
            #expect(window.screen == ["«home#1 ready»"])
            try recorder.expectLeave("banner", .counted)
            try recorder.expectCurrentPage("home")
        }
    }
}
