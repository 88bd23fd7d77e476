import NavigationTraces
import TestSupport
import Testing

/// The bytes of the written records (TR-004).
extension ReplayTests {
    /// Below each trace are all its diagnostics, and its records of the kinds of the records listed.
    private static let table = #"""
        # A page view has all its keys in order.
        0 create home#1 page=home context=shop scene=left; 0.3 didAppear home#1; 2 deepLink app://item/42 source=mail scene=left; 2.5 create item#1 page=item context=shop state=pending scene=left; 2.75 didAppear item#1; 3 ready item#1 payload={"items":12,"b":[1.5,null,{"x":"y"}],"é":"\"\n\u0001"}
            {"event":"pageView","seq":1,"t":0.3,"id":"home#1/1","page":{"name":"home","context":"shop"},"scene":"left","component":"home#1","appearance":1,"appearedAt":0.3,"cause":"appeared"}
            {"event":"pageView","seq":2,"t":3,"id":"item#1/1","page":{"name":"item","context":"shop"},"payload":{"items":12,"b":[1.5,null,{"x":"y"}],"é":"\"\n\u0001"},"scene":"left","component":"item#1","appearance":1,"appearedAt":2.75,"cause":"ready","previous":{"id":"home#1/1","name":"home","context":"shop"},"deepLink":{"url":"app://item/42","source":"mail","referrer":{"id":"home#1/1","name":"home","context":"shop"}}}
        # Only a page view by hand of a live page has a component and an appearance.
        1 record page=a context=c payload={"x":1} scene=left; 2 create b page=b state=pending; 2 didAppear b; 3 record b
            {"event":"pageView","seq":1,"t":1,"id":"manual/1","page":{"name":"a","context":"c"},"payload":{"x":1},"scene":"left","cause":"manual"}
            {"event":"pageView","seq":2,"t":3,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","appearance":1,"appearedAt":2,"cause":"manual"}
        # A deep link before any page has a null referrer, in its record and in the page view.
        1 deepLink app://x; 2 create a page=a; 2 didAppear a
            {"event":"deepLink","t":1,"url":"app://x","scene":"main","referrer":null}
            {"event":"pageView","seq":1,"t":2,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":2,"cause":"appeared","deepLink":{"url":"app://x","referrer":null}}
        # Interactions and deep links contain the name and context of the page.
        0 create home#1 page=home context=shop; 0 didAppear home#1; 2 interaction tap; 2.5 interaction tap properties={"on":"row"}; 3 deepLink app://item/42
            {"event":"interaction","t":2,"name":"tap","properties":{},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}
            {"event":"interaction","t":2.5,"name":"tap","properties":{"on":"row"},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}
            {"event":"deepLink","t":3,"url":"app://item/42","scene":"main","referrer":{"id":"home#1/1","name":"home","context":"shop"}}
        # Page leaves have an outcome, and one that was never visible has no id.
        0 create a page=a context=c; 0.5 didAppear a; 1 sceneBackground; 1.25 sceneForeground; 3 didDisappear a; 4 create b page=b state=pending; 4 didAppear b; 4.000000001 destroy b; 5 create c page=c attached=false; 5 didAppear c; 6 didDisappear c
            {"event":"pageLeave","t":3,"id":"a/1","page":{"name":"a","context":"c"},"scene":"main","component":"a","outcome":"counted","foreground":2.25,"background":0.25,"current":2.25}
            {"event":"pageLeave","t":4.000000001,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","outcome":"neverReady","foreground":0.000000001,"background":0,"current":0.000000001}
            {"event":"pageLeave","t":6,"page":{"name":"c"},"scene":"main","component":"c","outcome":"neverVisible","foreground":0,"background":0,"current":0}
        # No current page is null.
        1 create a page=a context=c; 1 didAppear a; 2 didDisappear a
            {"event":"currentPage","t":1,"scene":"main","page":{"name":"a","context":"c"},"component":"a"}
            {"event":"currentPage","t":2,"scene":"main","page":null,"component":null}
        # A diagnostic without a component has no key for it.
        1 create a page=a; 1 didAppear a; 2 didAppear a; 3 destroy a; 4 didAppear a; 5 record page="  "
            {"event":"diagnostic","t":2,"kind":"duplicateDidAppear","component":"a"}
            {"event":"diagnostic","t":4,"kind":"eventAfterDestroy","component":"a"}
            {"event":"diagnostic","t":5,"kind":"emptyPageName"}
        # A first time below 0 is a diagnostic at 0.
        -1 didAppear a
            {"event":"diagnostic","t":0,"kind":"timeWentBack"}
        # A time that goes back is a diagnostic, and the time before it applies. The next line is compared with that time.
        2 create a; 1.5 interaction early
            {"event":"diagnostic","t":2,"kind":"timeWentBack"}
            {"event":"interaction","t":2,"name":"early","properties":{},"scene":"main","page":null,"pageViewID":null,"component":null}
        2 create a; 1.999999999 willAppear a; 2 willDisappear a; 2 destroy a
            {"event":"diagnostic","t":2,"kind":"timeWentBack","component":"a"}
        2 note x; -1 note y; 1 note z; 2 note ok; 3 note ok
            {"event":"diagnostic","t":2,"kind":"timeWentBack"}
            {"event":"diagnostic","t":2,"kind":"timeWentBack"}
        # A repeated time is no diagnostic, and the largest time does not overflow.
        0 create a page=a; 0 didAppear a; 9223372036.854775807 didDisappear a; 9223372036.854775807 interaction end
            {"event":"pageLeave","t":9223372036.854775807,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","outcome":"counted","foreground":9223372036.854775807,"background":0,"current":9223372036.854775807}
        # Interleaved sessions have separate engines, numbers, names and times.
        5 create home page=home session=a; 1 create home page=home session=b; didAppear home session=a; didAppear home session=b; 2 create home page=start; didAppear home; didDisappear home session=a; 6 didAppear home session=a; 1.5 interaction tap session=b
            {"event":"pageView","seq":1,"t":5,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","appearance":1,"appearedAt":5,"cause":"appeared","session":"a"}
            {"event":"pageView","seq":1,"t":1,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","appearance":1,"appearedAt":1,"cause":"appeared","session":"b"}
            {"event":"pageView","seq":1,"t":2,"id":"home/1","page":{"name":"start"},"scene":"main","component":"home","appearance":1,"appearedAt":2,"cause":"appeared"}
            {"event":"pageView","seq":2,"t":6,"id":"home/2","page":{"name":"home"},"scene":"main","component":"home","appearance":2,"appearedAt":6,"cause":"appeared","previous":{"id":"home/1","name":"home"},"session":"a"}
            {"event":"interaction","t":1.5,"name":"tap","properties":{},"scene":"main","page":{"name":"home"},"pageViewID":"home/1","component":"home","session":"b"}
        # The end of a session ends the newest appearance first. The next session of that name begins at zero, without a previous page and without numbers in its ids.
        1 create a page=a; 1 didAppear a; 2 create b page=b; 2 didAppear b; 3 sessionEnd; 0.5 create a page=a; 0.5 didAppear a
            {"event":"pageView","seq":1,"t":1,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":1,"cause":"appeared"}
            {"event":"pageView","seq":2,"t":2,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","appearance":1,"appearedAt":2,"cause":"appeared","previous":{"id":"a/1","name":"a"}}
            {"event":"pageLeave","t":3,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","outcome":"counted","foreground":1,"background":0,"current":1}
            {"event":"pageLeave","t":3,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","outcome":"counted","foreground":2,"background":0,"current":1}
            {"event":"pageView","seq":1,"t":0.5,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0.5,"cause":"appeared"}
        # The session without a name differs from the session with an empty name.
        create a page=a; didAppear a; create a page=a session=""; didAppear a session=""
            {"event":"pageView","seq":1,"t":0,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0,"cause":"appeared"}
            {"event":"pageView","seq":1,"t":0,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0,"cause":"appeared","session":""}
        # A line without a time has the time of the line before.
        create a page=a; 0.5 interaction first; didAppear a; interaction second; 1.25 interaction third; interaction fourth
            {"event":"interaction","t":0.5,"name":"first","properties":{},"scene":"main","page":null,"pageViewID":null,"component":null}
            {"event":"pageView","seq":1,"t":0.5,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0.5,"cause":"appeared"}
            {"event":"interaction","t":0.5,"name":"second","properties":{},"scene":"main","page":{"name":"a"},"pageViewID":"a/1","component":"a"}
            {"event":"interaction","t":1.25,"name":"third","properties":{},"scene":"main","page":{"name":"a"},"pageViewID":"a/1","component":"a"}
            {"event":"interaction","t":1.25,"name":"fourth","properties":{},"scene":"main","page":{"name":"a"},"pageViewID":"a/1","component":"a"}
        interaction first
            {"event":"interaction","t":0,"name":"first","properties":{},"scene":"main","page":null,"pageViewID":null,"component":null}
        """#

    @Test("Each record of a replay has its keys in order, in the order of the reports", arguments: examples(table))
    func output(trace: String, records: [String]) throws {
        func kind(_ record: String) -> Substring { record.prefix { $0 != "," } }
        let kinds = Set(records.map(kind)).union([#"{"event":"diagnostic""#])
        #expect(try replayed(trace, all: true).filter { kinds.contains(kind($0)) } == records)
    }

    @Test("A `ready` without a payload has none, and a `create` without one changes nothing")
    func readyWithoutPayload() throws {
        let start = #"create a page=a payload={"n":1}"# + "\n"
        for (line, hasPayload) in [("ready a", false), ("create a state=ready", true), ("create a page=a", true)] {
            let views = try replayed("pageView", of: start + line + "\ndidAppear a")
            #expect(views.map { $0.contains(#""payload":{"n":1}"#) } == [hasPayload])
        }
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
