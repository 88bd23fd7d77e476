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
    }

    /// Events in both notations.
    static let events: [(json: String, words: String)] =
        ComponentEvent.allCases.map {
            (#"{"scene":"s","component":"a","event":"\#($0)"}"#, "\($0) a scene=s")
        } + [
            (#"{"event":"create","component":"a"}"#, "create a"),
            (
                #"{"event":"create","component":"a","page":"home","state":"ready","attached":true}"#,
                "create a page=home state=ready attached=true"
            ),
            (#"{"event":"sceneForeground","scene":"s"}"#, "sceneForeground s"),
            (#"{"event":"sceneBackground"}"#, "sceneBackground"), (#"{"event":"sceneActive"}"#, "sceneActive"),
            (#"{"event":"sceneInactive"}"#, "sceneInactive"), (#"{"event":"sceneClose"}"#, "sceneClose"),
            (#"{"event":"pending","component":"a","page":"home","scene":"s"}"#, "pending a scene=s page=home"),
            (#"{"event":"pending","component":"a"}"#, "pending a"),
            (
                #"{"event":"ready","component":"a","page":{"name":"home"},"payload":{}}"#,
                "ready a page=home payload={}"
            ),
            (#"{"event":"ready","component":"a"}"#, "ready a"),
            (#"{"event":"record","component":"a","payload":{"x":null}}"#, #"record a payload={"x":null}"#),
            (#"{"event":"record","page":"home","scene":"s"}"#, "record page=home scene=s"),
            (
                #"{"event":"interaction","name":"tap","properties":{"on":"row"},"scene":"s","component":"row"}"#,
                #"interaction tap properties={"on":"row"} scene=s component=row"#
            ),
            (#"{"event":"interaction","name":"tap"}"#, "interaction tap"),
            (
                #"{"event":"deepLink","url":"app://x","source":"mail","scene":"s","page":"offer","expires":1.5}"#,
                "deepLink app://x source=mail scene=s page=offer expires=1.5"
            ),
            (#"{"event":"deepLink","url":"app://x"}"#, "deepLink app://x"),
            (#"{"event":"discardDeepLink","scene":"s"}"#, "discardDeepLink s"),
            (#"{"event":"discardDeepLink"}"#, "discardDeepLink"),
            (#"{"t":1,"event":"begin","session":"s"}"#, "1 begin session=s"), (#"{"event":"commit"}"#, "commit"),
            (#"{"event":"sessionEnd","session":"s"}"#, "sessionEnd session=s"),
            (#"{"event":"note","text":"x","nextPageView":7}"#, "note x nextPageView=7"),
        ]

    @Test("The reader reads each event of JSON Lines as that of the line notation", arguments: events)
    func eventsInBothNotations(json: String, words: String) throws {
        #expect(try event(json) == event(words, .lines))
    }

    @Test("The reader reads shows with their entries")
    func updatesAndShows() throws {
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
        #expect(try markedError(text).message.hasPrefix("expected no key but expect, session"))
    }
}
