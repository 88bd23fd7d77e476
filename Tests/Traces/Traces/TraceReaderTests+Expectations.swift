import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension TraceReaderTests {
    @Test("The reader reads every key of an expected page view")
    func expectedPageView() throws {
        var pattern = PageViewPattern()
        pattern.page = .page(name: "home", context: .value("shop"))
        pattern.component = "home#1"
        pattern.scene = "main"
        pattern.payload = ["items": 12]
        pattern.previous = .value("start")
        pattern.cause = .ready
        pattern.time = Timestamp(nanoseconds: 500_000_000)
        pattern.appearedAt = Timestamp(nanoseconds: 300_000_000)
        pattern.appearance = 2
        pattern.sequence = 3
        var link = DeepLinkPattern()
        link.url = "app://x"
        link.referrer = .value("start")
        pattern.deepLink = .value(link)
        let json = """
            {"expect":"pageView","session":"s","page":{"name":"home","context":"shop"},"component":"home#1",\
            "scene":"main","payload":{"items":12},"previous":"start","cause":"ready","t":0.5,"appearedAt":0.3,\
            "appearance":2,"seq":3,"deepLink":{"url":"app://x","referrer":"start"}}
            """
        #expect(try expectation(json) == TraceExpectation(session: "s", .pageView(pattern)))
        #expect(try expectation(#"{"expect":"pageView"}"#) == TraceExpectation(.pageView(PageViewPattern())))
    }

    @Test("A null key expects no value, and a missing key expects any value")
    func nullInExpectations() throws {
        var pattern = PageViewPattern()
        pattern.previous = .nothing
        pattern.deepLink = .nothing
        #expect(
            try expectation(#"{"expect":"pageView","previous":null,"deepLink":null}"#).claim == .pageView(pattern))
        var link = DeepLinkPattern()
        link.referrer = .nothing
        pattern = PageViewPattern()
        pattern.deepLink = .value(link)
        #expect(try expectation(#"{"expect":"pageView","deepLink":{"referrer":null}}"#).claim == .pageView(pattern))
        pattern = PageViewPattern()
        pattern.page = .page(name: nil, context: .nothing)
        #expect(try expectation(#"{"expect":"pageView","page":{"context":null}}"#).claim == .pageView(pattern))
        pattern.page = .page(name: "home", context: .anything)
        #expect(try expectation(#"{"expect":"pageView","page":{"name":"home"}}"#).claim == .pageView(pattern))
        #expect(try expectation(#"{"expect":"pageView","page":"home"}"#).claim == .pageView(pattern))
    }

    @Test(
        "The reader reads every cause of a page view",
        arguments: ["appeared", "ready", "attached", "foregrounded", "revealed", "manual"])
    func causes(name: String) throws {
        var pattern = PageViewPattern()
        pattern.cause = PageView.Cause(rawValue: name)
        #expect(pattern.cause != nil)
        #expect(try expectation(#"{"expect":"pageView","cause":"\#(name)"}"#).claim == .pageView(pattern))
    }

    @Test(
        "The reader reads every query",
        arguments: [
            ("currentPage", TraceExpectation.Query.currentPage), ("lastPage", .lastPage),
            ("lastCountedPage", .lastCountedPage),
        ])
    func queries(name: String, query: TraceExpectation.Query) throws {
        #expect(
            try expectation(#"{"expect":"\#(name)","page":"home","component":"a","scene":"s"}"#).claim
                == .query(query, scene: "s", .page(name: "home", context: .anything), component: .value("a")))
        #expect(
            try expectation(#"{"expect":"\#(name)","page":null,"component":null}"#).claim
                == .query(query, scene: nil, .nothing, component: .nothing))
        #expect(
            try expectation(#"{"expect":"\#(name)"}"#).claim == .query(query, scene: nil, nil, component: .anything))
    }

    @Test(
        "The reader reads an expected page leave with every outcome",
        arguments: [
            ("counted", PageLeave.Outcome.counted), ("neverReady", .neverReady), ("neverVisible", .neverVisible),
        ])
    func expectedLeave(name: String, outcome: PageLeave.Outcome) throws {
        var pattern = PageLeavePattern()
        pattern.page = .page(name: "home", context: .anything)
        pattern.component = "a"
        pattern.outcome = outcome
        pattern.foreground = 1_700_000_000
        pattern.background = 0
        pattern.current = 1_000_000_000
        let json = """
            {"expect":"pageLeave","page":"home","component":"a","outcome":"\(name)","foreground":1.7,"background":0,\
            "current":1}
            """
        #expect(try expectation(json).claim == .pageLeave(pattern))
    }

    @Test("The reader reads the other expectations")
    func otherExpectations() throws {
        var interaction = InteractionPattern()
        interaction.name = "tap"
        interaction.page = .nothing
        interaction.component = .nothing
        #expect(
            try expectation(#"{"expect":"interaction","name":"tap","page":null,"component":null}"#).claim
                == .interaction(interaction))
        var link = DeepLinkPattern()
        link.url = "app://x"
        link.referrer = .value("home")
        #expect(
            try expectation(#"{"expect":"deepLink","url":"app://x","referrer":"home"}"#).claim == .deepLink(link))
        #expect(
            try expectation(#"{"expect":"diagnostic","kind":"duplicateDidAppear","component":"a"}"#).claim
                == .diagnostic(kind: "duplicateDidAppear", component: "a"))
        #expect(try expectation(#"{"expect":"nothing","session":"s"}"#) == TraceExpectation(session: "s", .nothing))
    }
}
