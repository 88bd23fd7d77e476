import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The events of JSON Lines, with their names and keys (TR-002).
@Suite(.watched)
struct TraceReaderTests {
    @Test("The reader reads every key of a create")
    func everyKeyIsRead() throws {
        let create = try event(
            """
            {"t":1.25,"session":"s","event":"create","component":"home#1","scene":"left","page":{"name":"home",\
            "context":"shop"},"payload":{"items":12},"state":"pending","parent":"root","attached":false,\
            "exclusive":true,"level":-2}
            """)
        let declaration = TraceEvent.Declaration(
            page: PageContext(name: "home", context: "shop"), payload: ["items": 12], isReady: false, parent: "root",
            isAttached: false, isExclusive: true, level: -2)
        #expect(
            create
                == TraceEvent(
                    time: Timestamp(nanoseconds: 1_250_000_000), session: "s",
                    .create(component: "home#1", scene: "left", declaration)))
        #expect(
            try event(#"{"event":"create","component":"a","page":"home","state":"ready","attached":true}"#).action
                == .create(
                    component: "a", scene: nil,
                    TraceEvent.Declaration(page: "home", isReady: true, isAttached: true)))
        #expect(
            try event(#"{"event":"create","component":"a"}"#)
                == TraceEvent(.create(component: "a", scene: nil, TraceEvent.Declaration())))
    }

    @Test(
        "The reader reads every report about a component",
        arguments: ComponentEvent.allCases)
    func reportAboutComponent(expected: ComponentEvent) throws {
        let name = "\(expected)"
        #expect(
            try event(#"{"event":"\#(name)","component":"a"}"#).action == .component("a", expected, scene: nil))
        #expect(
            try event(#"{"scene":"s","component":"a","event":"\#(name)"}"#).action
                == .component("a", expected, scene: "s"))
    }

    @Test(
        "The reader reads every report about a scene",
        arguments: [
            ("sceneForeground", SceneEvent.foreground), ("sceneBackground", .background), ("sceneActive", .active),
            ("sceneInactive", .inactive), ("sceneClose", .close),
        ])
    func reportAboutScene(name: String, expected: SceneEvent) throws {
        #expect(try event(#"{"event":"\#(name)","scene":"s"}"#).action == .scene("s", expected))
        #expect(try event(#"{"event":"\#(name)"}"#).action == .scene(nil, expected))
    }

    @Test("The reader reads pending, ready and record with and without optional keys")
    func pageEvents() throws {
        #expect(
            try event(#"{"event":"pending","component":"a","page":"home","scene":"s"}"#).action
                == .pending(component: "a", scene: "s", page: "home"))
        #expect(
            try event(#"{"event":"pending","component":"a"}"#).action
                == .pending(component: "a", scene: nil, page: nil))
        #expect(
            try event(#"{"event":"ready","component":"a","page":{"name":"home"},"payload":{}}"#).action
                == .ready(component: "a", scene: nil, page: "home", payload: [:]))
        #expect(
            try event(#"{"event":"ready","component":"a"}"#).action
                == .ready(component: "a", scene: nil, page: nil, payload: nil))
        #expect(
            try event(#"{"event":"record","component":"a","payload":{"x":null}}"#).action
                == .record(component: "a", scene: nil, page: nil, payload: ["x": nil]))
        #expect(
            try event(#"{"event":"record","page":"home","scene":"s"}"#).action
                == .record(component: nil, scene: "s", page: "home", payload: nil))
    }

    @Test("The reader reads updates, and shows with their entries")
    func updatesAndShows() throws {
        #expect(try event(#"{"t":1,"event":"begin","session":"s"}"#).action == .begin)
        #expect(try event(#"{"event":"commit"}"#).action == .commit)
        #expect(try event(#"{"event":"show","entries":[]}"#).action == .show(scene: nil, []))
        let full = TraceEvent.Action.ShownEntry(
            component: "dialog", page: PageContext(name: "dialog", context: "shop"), payload: ["a": 1], isReady: false,
            parent: "tabs", isVisible: false, level: 1)
        let json = """
            {"event":"show","scene":"s","entries":[{"component":"home","page":"home","visible":true,"colour":5},\
            {"component":"dialog","page":{"name":"dialog","context":"shop"},"state":"pending","payload":{"a":1},\
            "parent":"tabs","visible":false,"level":1}]}
            """
        let home = TraceEvent.Action.ShownEntry(component: "home", page: "home")
        #expect(try event(json).action == .show(scene: "s", [home, full]))
        let words = """
            show scene=s [home page=home] [ dialog page=dialog level=1 parent=tabs visible=false state=pending \
            payload={"a":1} context=shop ]
            """
        #expect(try event(words, .lines).action == .show(scene: "s", [home, full]))
        #expect(try event("show", .lines).action == .show(scene: nil, []))
        // The reader accepts a blank name, and the engine rejects it.
        #expect(
            try event(#"{"event":"show","entries":[{"component":"a","page":" "}]}"#).action
                == .show(scene: nil, [TraceEvent.Action.ShownEntry(component: "a", page: " ")]))
    }

    @Test("The reader reads the events for interactions, deep links, ends of sessions and notes")
    func otherEvents() throws {
        #expect(
            try event(#"{"event":"interaction","name":"tap","properties":{"on":"row"},"scene":"s"}"#).action
                == .interaction(name: "tap", scene: "s", properties: ["on": "row"]))
        #expect(
            try event(#"{"event":"interaction","name":"tap"}"#).action
                == .interaction(name: "tap", scene: nil, properties: nil))
        #expect(
            try event(#"{"event":"deepLink","url":"app://x","source":"mail","scene":"s"}"#).action
                == .deepLink(url: "app://x", scene: "s", source: "mail"))
        #expect(
            try event(#"{"event":"deepLink","url":"app://x"}"#).action
                == .deepLink(url: "app://x", scene: nil, source: nil))
        #expect(
            try event(#"{"event":"interaction","name":"tap","component":"row"}"#).action
                == .interaction(name: "tap", scene: nil, properties: nil, component: "row"))
        #expect(
            try event(#"{"event":"deepLink","url":"app://x","page":"offer","expires":1.5}"#).action
                == .deepLink(url: "app://x", scene: nil, source: nil, target: "offer", expires: 1_500_000_000))
        #expect(try event(#"{"event":"discardDeepLink"}"#).action == .discardDeepLink(scene: nil))
        #expect(try event(#"{"event":"discardDeepLink","scene":"s"}"#).action == .discardDeepLink(scene: "s"))
        #expect(try event(#"{"event":"sessionEnd","session":"s"}"#) == TraceEvent(session: "s", .stop))
        #expect(try event(#"{"event":"note","text":"hello"}"#).action == .note("hello"))
        #expect(
            try event(#"{"event":"note","text":"x","nextPageView":7}"#).action == .note("x", nextPageView: 7))
    }

    @Test("Payloads keep every kind of value and the order of the keys")
    func payloadValues() throws {
        let json = #"{"z":null,"b":[true,false,1,-2.5,"x",[],{}],"a":{"deep":{"er":1e3}}}"#
        let read = try event(#"{"event":"ready","component":"a","payload":\#(json)}"#)
        guard case .ready(_, _, _, let payload?) = read.action else {
            Issue.record("no payload in \(read)")
            return
        }
        #expect(
            payload == [
                "z": nil, "b": [true, false, 1, -2.5, "x", [], [:]], "a": ["deep": ["er": 1000.0]],
            ])
        #expect(payload.entries.map(\.key) == ["z", "b", "a"])
    }

    @Test("The reader ignores unknown keys with any value")
    func unknownKeysAreIgnored() throws {
        #expect(
            try event(#"{"colour":{"a":[1,{"event":5}]},"event":"didAppear","component":"a","T":"x","":null}"#)
                == event(#"{"event":"didAppear","component":"a"}"#))
        #expect(
            try event(#"{"event":"create","component":"a","page":{"name":"home","size":3}}"#)
                == event(#"{"event":"create","component":"a","page":"home"}"#))
        #expect(
            try header(#"{"trace":1,"policy":{"future":7,"reveal":"counts"},"author":"me"}"#).policy
                == EnginePolicy(reveal: .counts))
        #expect(
            try expectation(#"{"expect":"pageView","deepLink":{"url":"x","color":1}}"#)
                == expectation(#"{"expect":"pageView","deepLink":"x"}"#))
    }

    @Test(
        "A key that an expectation does not use is an error at its column, because nothing would check it",
        arguments: [
            #"{"expect":"pageView",¶"hue":[]}"#, #"{¶"Page":"a","expect":"pageView"}"#,
            #"{"expect":"nothing",¶"page":"a"}"#, #"{"expect":"pageView",¶"outcome":"counted"}"#,
            #"{"expect":"currentPage",¶"context":"shop"}"#, #"{"expect":"deepLink",¶"referer":null}"#,
            #"{"expect":"nothing",¶"trace":1}"#, #"{"expect":"diagnostic",¶"t":1}"#,
        ])
    func unusedKeysOfExpectations(text: String) throws {
        let marked = Marked(text)
        let error = try #require(Reading(marked.bytes).errors.first)
        #expect(error.column == marked.column)
        #expect(error.message.hasPrefix("expected no key but expect, session"))
    }
}
