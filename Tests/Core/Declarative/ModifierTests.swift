import PageViewTesting
import TestSupport
import Testing

/// The modifiers that feature teams write, and the resulting page views (DV-001).
@Suite(.watched)
struct ModifierTests {
    @Test("Every way to declare a page counts the page with its context and payload")
    func spellings() throws {
        struct Model: AnalyticsPage {
            let pageViewNotifier = PageViewNotifier(pending: "model")
        }
        let (model, notifier, price) = (Model(), PageViewNotifier(pending: "notifier"), Int?.some(89))
        let results = PageReadiness<[Int]>(of: "results", when: { !$0.isEmpty }) { ["items": .int(Int64($0.count))] }
        let attributes: EventAttributes = ["price": price]
        let views: [(name: PageName, view: any View)] = [
            ("item", Text("").analyticsPage("item", isReady: price != nil, payload: ["price": 89])),
            ("attributes", Text("").analyticsPage("attributes", payload: ["price": price, "rating": Int?.none])),
            ("given", Text("").analyticsPage("given", payload: attributes)),
            ("plain", Text("").analyticsPage("plain")),
            ("state", Text("").analyticsPage(.ready(PageViewEvent(name: "state", payload: ["price": 89])))),
            ("event", Text("").analyticsPage(PageViewEvent(name: "event"))),
            ("results", Text("").analyticsPage([1, 2], by: results)),
            ("screen", Text("").trackScreen("screen", context: "shop")),
            ("text", Text("").trackScreen(String("text"))),
        ]
        for (name, view) in views {
            try withPageViewRecorder { recorder in
                _ = Window(recorder.engine) { view }
                try recorder.expect(ExpectedPageView(name))
                let payload: Payload? =
                    switch name {
                    case "item", "attributes", "given", "state": ["price": 89]
                    case "results": ["items": 2]
                    default: [:]
                    }
                #expect(recorder.pageViews.first?.payload == payload, "\(name)")
                #expect(recorder.pageViews.first?.page.context == (name == "screen" ? "shop" : nil))
            }
        }
        try withPageViewRecorder { recorder in
            let window = Window(recorder.engine) {
                VStack {
                    Text("a").analyticsPage(model)
                    Text("b").analyticsPage(notifier)
                }
            }
            #expect(window.screen == ["a", "b"])
            try recorder.expectNothing()
            model.pageViewNotifier.markReady()
            notifier.markReady(payload: ["price": 89])
            try recorder.expect("model", ExpectedPageView("notifier", payload: ["price": 89]))
        }
    }

    @Test("A pending page is not counted, and its payload is not computed")
    func pendingPayload() throws {
        func payload() -> Payload {
            Issue.record("asked for")
            return [:]
        }
        try withPageViewRecorder { recorder in
            let window = Window(recorder.engine) {
                Text("loading").analyticsPage("item", isReady: false, payload: payload())
            }
            #expect(window.screen == ["loading"])
            try recorder.expectCurrentPage("item")
        }
    }

    @Test("A conditional page counts as another component each time it is shown")
    func conditional() throws {
        try withPageViewRecorder { recorder in
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

    @Test("Two branches of a condition are two pages, even if they look the same")
    func branches() throws {
        try withPageViewRecorder { recorder in
            var isFirst = true
            let window = Window(recorder.engine) {
                VStack {
                    if isFirst { Screen("page") } else { Screen("page") }
                }
            }
            isFirst = false
            window.update()
            #expect(window.screen == ["«page#2 ready»"])
            try recorder.expect("page", ExpectedPageView("page", previous: "page", appearance: 1))
        }
    }

    @Test("A page below the top of a stack ends, and counts again when it returns to the top")
    func stack() throws {
        try withPageViewRecorder { recorder in
            var path: [Int] = []
            let window = Window(recorder.engine) {
                NavigationStack(path, id: { AnyHashable($0) }, root: Screen("list")) { Screen("item \($0)") }
            }
            path = [7]
            window.update()
            #expect(window.screen == ["< back", "«item 7#2 ready»"])
            path = [7, 8, 9]
            window.update()
            try recorder.expect("list", "item 7", "item 9")
            path = [7, 8]
            window.update()
            #expect(window.screen == ["< back", "«item 8#3 ready»"])
            try recorder.expect(ExpectedPageView("item 8", previous: "item 9"))
            path = []
            window.update()
            #expect(window.screen == ["«list#1 ready»"])
            try recorder.expect(ExpectedPageView("list", previous: "item 8", appearance: 2))
        }
    }

    @Test("Each visit to a tab counts as another appearance of the same page")
    func tabs() throws {
        try withPageViewRecorder { recorder in
            var tab = "feed"
            let window = Window(recorder.engine) {
                TabView(AnyHashable(tab), tabs: ["feed", "profile"]) { Screen("\($0)") }
            }
            #expect(window.screen == ["«feed#1 ready»", "[feed] profile "])
            tab = "profile"
            window.update()
            #expect(window.screen == ["«profile#2 ready»", " feed [profile]"])
            tab = "feed"
            window.update()
            try recorder.expect("feed", "profile", ExpectedPageView("feed", previous: "profile", appearance: 2))
        }
    }

    @Test("A page below a sheet stays and is current again; a page below a cover ends and counts again")
    func presented() throws {
        try withPageViewRecorder { recorder in
            var (sheet, cover) = (Int?.none, Int?.none)
            let window = Window(recorder.engine) {
                Screen("home").sheet(sheet) { _ in Screen("filter") }.cover(cover) { _ in Screen("login") }
            }
            sheet = 1
            window.update()
            #expect(window.screen == ["«home#1 ready»", "--- sheet", "«filter#2 ready»"])
            try recorder.expect("home", "filter")
            try recorder.expectCurrentPage("filter")
            sheet = nil
            window.update()
            try recorder.expectNothing()
            try recorder.expectCurrentPage("home")
            cover = 1
            window.update()
            #expect(window.screen == ["«login#3 ready»"])
            try recorder.expectLeave("filter")
            try recorder.expectLeave("home")
            cover = nil
            window.update()
            try recorder.expect("login", ExpectedPageView("home", previous: "login", appearance: 2))
        }
    }
}
