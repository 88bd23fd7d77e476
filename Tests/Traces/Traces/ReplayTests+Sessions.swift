import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension ReplayTests {
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
