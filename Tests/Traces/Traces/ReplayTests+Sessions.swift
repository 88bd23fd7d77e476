import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension ReplayTests {
    @Test("Interleaved sessions have separate engines, numbers, names and times")
    func sessions() throws {
        let lines = try replayed(
            """
            5 create home page=home session=a
            1 create home page=home session=b
            didAppear home session=a
            didAppear home session=b
            2 create home page=start
            didAppear home
            didDisappear home session=a
            6 didAppear home session=a
            1.5 interaction tap session=b
            """, all: false)
        #expect(
            lines == [
                #"{"event":"pageView","seq":1,"t":5,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","appearance":1,"appearedAt":5,"cause":"appeared","session":"a"}"#,
                #"{"event":"pageView","seq":1,"t":1,"id":"home/1","page":{"name":"home"},"scene":"main","component":"home","appearance":1,"appearedAt":1,"cause":"appeared","session":"b"}"#,
                #"{"event":"pageView","seq":1,"t":2,"id":"home/1","page":{"name":"start"},"scene":"main","component":"home","appearance":1,"appearedAt":2,"cause":"appeared"}"#,
                #"{"event":"pageView","seq":2,"t":6,"id":"home/2","page":{"name":"home"},"scene":"main","component":"home","appearance":2,"appearedAt":6,"cause":"appeared","previous":{"id":"home/1","name":"home"},"session":"a"}"#,
                #"{"event":"interaction","t":1.5,"name":"tap","properties":{},"scene":"main","page":{"name":"home"},"pageViewID":"home/1","component":"home","session":"b"}"#,
            ])
    }

    @Test("The end of a session ends the newest appearance first, and the next session starts fresh")
    func sessionEnd() throws {
        let lines = try replayed(
            """
            1 create a page=a
            1 didAppear a
            2 create b page=b
            2 didAppear b
            3 sessionEnd
            0.5 create a page=a
            0.5 didAppear a
            """, all: true)
        let leaves = lines.filter { $0.contains(#""pageLeave""#) }
        #expect(
            leaves == [
                #"{"event":"pageLeave","t":3,"id":"b/1","page":{"name":"b"},"scene":"main","component":"b","outcome":"counted","foreground":1,"background":0,"current":1}"#,
                #"{"event":"pageLeave","t":3,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","outcome":"counted","foreground":2,"background":0,"current":1}"#,
            ])
        // The next session of that name begins at zero, without a previous page and without numbers in its ids.
        #expect(
            lines.last { $0.contains(#""pageView""#) }
                == #"{"event":"pageView","seq":1,"t":0.5,"id":"a/1","page":{"name":"a"},"scene":"main","component":"a","appearance":1,"appearedAt":0.5,"cause":"appeared"}"#
        )
        #expect(!lines.contains { $0.contains("timeWentBack") })
    }

    @Test("The session without a name differs from the session with an empty name")
    func emptySessionName() throws {
        let lines = try replayed("create a page=a\ndidAppear a\ncreate a page=a session=\"\"\ndidAppear a session=\"\"")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains(#""seq":1"#) })
        #expect(lines.last?.hasSuffix(#""session":""}"#) == true)
    }

    @Test("A session names a foreign component or scene by its id")
    func foreignNames() throws {
        var replay = TraceReplay()
        var records: [TraceReplay.Record] = []
        for (session, count) in [("a", 1), ("b", 2)] {
            for number in 1...count {
                let (component, scene) = ("home\(number)", "scene\(number)")
                let page = TraceEvent.Declaration(page: "home")
                for action in [
                    TraceEvent.Action.create(component: component, scene: scene, page),
                    .component(component, .didAppear, scene: nil),
                ] {
                    records += replay.apply(TraceEvent(session: session, action))
                }
            }
        }
        let session = try #require(replay.session("a"))
        let pageViews = records.compactMap { if case .pageView(let pageView) = $0.record { pageView } else { nil } }
        let foreign = try #require(pageViews.last)
        let component = try #require(foreign.component)
        #expect(session.name(of: component) == "component 1.0")
        #expect(session.name(of: foreign.scene) == "scene 2")
        #expect(session.label(of: foreign.id) == "component 1.0/1")
        #expect(replay.session("b")?.label(of: foreign.id) == "home2/1")
    }

    @Test("A destroyed component frees its slot in the engine")
    func destroyedComponents() throws {
        var replay = TraceReplay()
        for number in 0..<100 {
            let component = "page-\(number)"
            for action in [
                TraceEvent.Action.create(component: component, scene: nil, TraceEvent.Declaration(page: "home")),
                .component(component, .didAppear, scene: nil), .component(component, .destroy, scene: nil),
            ] {
                _ = replay.apply(TraceEvent(action))
            }
        }
        let next = try #require(replay.session(nil)).engine.lifecycle.makeComponent()
        #expect(next.index == 0 && next.generation == 100)
    }
}
