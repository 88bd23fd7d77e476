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
            "context":"shop"},"payload":{"items":12},"state":"pending","parent":"root","attached":false}
            """)
        let declaration = TraceEvent.Declaration(
            page: PageContext(name: "home", context: "shop"), payload: ["items": 12], isReady: false, parent: "root",
            isAttached: false)
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
        arguments: [
            ("willAppear", ComponentEvent.willAppear), ("didAppear", .didAppear), ("willDisappear", .willDisappear),
            ("didDisappear", .didDisappear), ("attach", .attach), ("detach", .detach), ("destroy", .destroy),
        ])
    func reportAboutComponent(name: String, expected: ComponentEvent) throws {
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
            try expectation(#"{"expect":"pageView","deepLink":{"url":"x","color":1},"hue":[]}"#)
                == expectation(#"{"expect":"pageView","deepLink":"x"}"#))
    }
}
