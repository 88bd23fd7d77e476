import NavigationTraces
import TestSupport
import Testing

/// The bytes of the written records (TR-004).
extension ReplayTests {
    @Test("A page view has all its keys in order")
    func pageViewWithEverything() throws {
        #expect(
            try replayed(
                "pageView",
                of:
                    """
                    0 create home#1 page=home context=shop scene=left
                    0.3 didAppear home#1
                    2 deepLink app://item/42 source=mail scene=left
                    2.5 create item#1 page=item context=shop state=pending scene=left
                    2.75 didAppear item#1
                    3 ready item#1 payload={"items":12,"b":[1.5,null,{"x":"y"}],"é":"\\"\\n\\u0001"}
                    """) == [
                    #"{"event":"pageView","seq":1,"t":0.3,"id":"home#1/1","page":{"name":"home","context":"shop"},"scene":"left","component":"home#1","appearance":1,"appearedAt":0.3,"cause":"appeared"}"#,
                    #"{"event":"pageView","seq":2,"t":3,"id":"item#1/1","page":{"name":"item","context":"shop"},"payload":{"items":12,"b":[1.5,null,{"x":"y"}],"é":"\"\n\u0001"},"scene":"left","component":"item#1","appearance":1,"appearedAt":2.75,"cause":"ready","previous":{"id":"home#1/1","name":"home","context":"shop"},"deepLink":{"url":"app://item/42","source":"mail","referrer":{"id":"home#1/1","name":"home","context":"shop"}}}"#,
                ])
    }

    @Test("A `ready` without a payload has none, and a `create` without one changes nothing")
    func readyWithoutPayload() throws {
        let start = #"create a page=a payload={"n":1}"# + "\n"
        for (line, hasPayload) in [("ready a", false), ("create a state=ready", true), ("create a page=a", true)] {
            let views = try replayed("pageView", of: start + line + "\ndidAppear a")
            #expect(views.map { $0.contains(#""payload":{"n":1}"#) } == [hasPayload])
        }
    }

    @Test("A first time below 0 is a diagnostic at 0")
    func negativeTime() throws {
        let diagnostics = try replayed("diagnostic", of: "-1 didAppear a")
        #expect(diagnostics == [#"{"event":"diagnostic","t":0,"kind":"timeWentBack"}"#])
    }

    @Test("Only a page view by hand of a live page has a component and an appearance")
    func byHand() throws {
        #expect(
            try replayed(
                """
                1 record page=a context=c payload={"x":1} scene=left
                2 create b page=b state=pending
                2 didAppear b
                3 record b
                """) == [
                    #"{"event":"pageView","seq":1,"t":1,"id":"manual/1","page":{"name":"a","context":"c"},"payload":{"x":1},"scene":"left","cause":"manual"}"#,
                    #"{"event":"pageView","seq":2,"t":3,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","appearance":1,"appearedAt":2,"cause":"manual"}"#,
                ])
    }

    @Test("A deep link before any page has a null referrer, in its record and in the page view")
    func noReferrer() throws {
        let lines = try replayed("1 deepLink app://x\n2 create a page=a\n2 didAppear a", all: true)
        #expect(lines.first == #"{"event":"deepLink","t":1,"url":"app://x","scene":"main","referrer":null}"#)
        #expect(
            lines.first { $0.contains(#""pageView""#) }
                == #"{"event":"pageView","seq":1,"t":2,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":2,"cause":"appeared","deepLink":{"url":"app://x","referrer":null}}"#
        )
    }

    @Test("Interactions and deep links contain the name and context of the page")
    func interactionsAndLinks() throws {
        let lines = try replayed(
            """
            0 create home#1 page=home context=shop
            0 didAppear home#1
            2 interaction tap
            2.5 interaction tap properties={"on":"row"}
            3 deepLink app://item/42
            """, all: true)
        #expect(
            lines.suffix(3) == [
                #"{"event":"interaction","t":2,"name":"tap","properties":{},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}"#,
                #"{"event":"interaction","t":2.5,"name":"tap","properties":{"on":"row"},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}"#,
                #"{"event":"deepLink","t":3,"url":"app://item/42","scene":"main","referrer":{"id":"home#1/1","name":"home","context":"shop"}}"#,
            ])
    }

    @Test("Page leaves have an outcome, and one that was never visible has no id")
    func leaves() throws {
        #expect(
            try replayed(
                "pageLeave",
                of:
                    """
                    0 create a page=a context=c
                    0.5 didAppear a
                    1 sceneBackground
                    1.25 sceneForeground
                    3 didDisappear a
                    4 create b page=b state=pending
                    4 didAppear b
                    4.000000001 destroy b
                    5 create c page=c attached=false
                    5 didAppear c
                    6 didDisappear c
                    """) == [
                    #"{"event":"pageLeave","t":3,"id":"a/1","page":{"name":"a","context":"c"},"scene":"main","component":"a","outcome":"counted","foreground":2.25,"background":0.25,"current":2.25}"#,
                    #"{"event":"pageLeave","t":4.000000001,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","outcome":"neverReady","foreground":0.000000001,"background":0,"current":0.000000001}"#,
                    #"{"event":"pageLeave","t":6,"page":{"name":"c"},"scene":"main","component":"c","outcome":"neverVisible","foreground":0,"background":0,"current":0}"#,
                ])
    }

    @Test("No current page is null, and a diagnostic without a component has no key")
    func currentPagesAndDiagnostics() throws {
        #expect(
            try replayed("currentPage", of: "1 create a page=a context=c\n1 didAppear a\n2 didDisappear a") == [
                #"{"event":"currentPage","t":1,"scene":"main","page":{"name":"a","context":"c"},"component":"a"}"#,
                #"{"event":"currentPage","t":2,"scene":"main","page":null,"component":null}"#,
            ])
        #expect(
            try replayed(
                "diagnostic",
                of: "1 create a page=a\n1 didAppear a\n2 didAppear a\n3 destroy a\n4 didAppear a\n5 record page=\"  \"")
                == [
                    #"{"event":"diagnostic","t":2,"kind":"duplicateDidAppear","component":"a"}"#,
                    #"{"event":"diagnostic","t":4,"kind":"eventAfterDestroy","component":"a"}"#,
                    #"{"event":"diagnostic","t":5,"kind":"emptyPageName"}"#,
                ])
    }

    @Test("A writer without the option for all records writes page views and interactions")
    func onlyPageViewsAndInteractions() throws {
        let trace =
            "create a page=a\ndidAppear a\ninteraction one\ndeepLink x\ndidDisappear a\ndidAppear a\ninteraction two\ndidAppear a"
        let all = try replayed(trace, all: true)
        let some = try replayed(trace)
        #expect(
            some == all.filter { $0.hasPrefix(#"{"event":"pageView""#) || $0.hasPrefix(#"{"event":"interaction""#) })
        #expect(some.map { $0.contains(#""pageView","seq""#) } == [true, false, true, false])
        #expect(all.count > some.count)
    }
}
