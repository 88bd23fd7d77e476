import TestSupport
import Testing

@testable import PageViewAutomation

/// Values print as one readable line (PV-008).
@Suite(.watched)
struct DescriptionTests {
    @Test("Each record of an engine prints as one line (PV-008)")
    func records() {
        let stage = Stage()
        let search = stage.page("search")
        let notifier = PageViewNotifier(pending: PageContext(name: "item", context: "shoes"))
        let item = stage.engine.makeComponent(page: notifier)
        stage.engine.report(.didAppear, of: search.component)
        stage.clock.now = Timestamp(nanoseconds: 2_350_000_400)
        stage.engine.handle(DeepLink(url: "app://item", source: "mail"))
        stage.engine.report(.didAppear, of: item)
        stage.clock.set(seconds: 3)
        notifier.markReady(payload: ["price": 89, "sale": true])
        stage.engine.recordInteraction("tap", ["row": 2])
        stage.engine.report(.didDisappear, of: item)
        stage.engine.report(.didDisappear, of: item)
        stage.engine.report(.didDisappear, of: search.component)
        #expect(
            stage.recorder.records.map { "\($0)" } == [
                "page view 1 of search: appeared at 0 s",
                "current page of scene 0: search, at 0 s",
                "deep link app://item from mail: on search, at 2.35 s",
                "current page of scene 0: item (shoes), at 2.35 s",
                #"page view 2 of item (shoes): ready at 3 s, after search, by app://item from mail, ["price": 89, "sale": true]"#,
                #"interaction tap: on item (shoes), at 3 s, ["row": 2]"#,
                "page leave of item (shoes): counted, at 3 s, after 0.65 s in the foreground",
                "current page of scene 0: search, at 3 s",
                "didDisappearWithoutAppear of component 1.0",
                "page leave of search: counted, at 3 s, after 3 s in the foreground",
                "current page of scene 0: none, at 3 s",
            ])
    }

    @Test("Live pages, states and payloads print as one line, and all live pages are public (PV-008)")
    func values() {
        let stage = Stage()
        stage.engine.report(.didAppear, of: stage.page("home").component)
        stage.engine.report(.didAppear, of: stage.page("item", isReady: false).component)
        #expect(
            stage.engine.livePages.map { "\($0)" } == [
                "home, component 0.0/1, counted, since 0 s", "item, component 1.0/1, not counted, since 0 s",
            ])
        #expect(stage.engine.lastCountedPage.map { "\($0)" } == "home, component 0.0/1")
        let payload: Payload = [
            "null": nil, "text": "a \"b\"\n", "list": [1, 2.5, false], "object": ["key": "value"],
            "amount": .decimal(DecimalNumber("10.90")!), "empty": [:],
        ]
        let text =
            #"["null": nil, "text": "a \"b\"\n", "list": [1, 2.5, false], "object": ["key": "value"], "amount": 10.90, "empty": [:]]"#
        #expect("\(payload)" == text && "\(EventAttributes(payload))" == text)
        #expect("\(Payload())" == "[:]" && payload.entries.first.map { "\($0)" } == #""null": nil"#)
        #expect("\(PageState.pending("item"))" == "pending item")
        let event = PageViewEvent(name: "item", context: "shoes", payload: ["price": 89])
        #expect("\(PageState.ready(event))" == #"ready item (shoes), ["price": 89]"#)
        #expect("\(EngineRecord.Kinds([.pageViews, .diagnostics]))" == "[pageViews, diagnostics]")
        #expect("\(DeepLink(url: "app://x"))" == "app://x")
        #expect("\(PageViewID.manual(3))" == "manual 3" && "\(Diagnostic.Kind.parentCycle)" == "parentCycle")
        #expect("\(Diagnostic(kind: .emptyPageName))" == "emptyPageName")
        let session = "\(EnginePolicy.session)"
        #expect(session.hasPrefix("cancelledDisappearance: continues, reveal: counts, foreground: counts"))
        let policy = EnginePolicy(foreground: .counts(after: .seconds(30)))
        let late = "cancelledDisappearance: continues, reveal: silent, foreground: counts after 30 s"
        #expect("\(policy)".hasPrefix(late))
    }

    @Test(
        "Times are rounded to milliseconds, and have no trailing zeros (PV-008)",
        arguments: [
            (0, "0"), (40_662_199, "0.041"), (1_900_000_000, "1.9"), (1_999_500_000, "2"), (-1_500_000, "-0.002"),
            (-400_000, "0"), (60_000_000_001, "60"), (Int64.max, "9223372036.855"), (.min, "-9223372036.855"),
        ])
    func rounding(nanoseconds: Int64, text: String) {
        #expect(Timestamp.roundedSeconds(of: nanoseconds) == text)
        #expect("\(Timestamp(nanoseconds: nanoseconds))" == "\(text) s")
    }
}
