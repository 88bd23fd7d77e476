import PageViewAutomation
import TestSupport
import Testing

/// Moves of a component into and out of containers, which change nothing else (QU-002).
@Suite(.watched)
struct MoveTests {
    private let stage = Stage()
    private let tabs: ComponentHandle
    private let feed: ComponentHandle

    init() {
        tabs = stage.engine.makeHandle()
        feed = stage.engine.makeHandle(parent: tabs.id)
        stage.engine.declare(PageViewNotifier("tabs"), for: tabs.id)
        stage.engine.declare(PageViewNotifier("feed"), for: feed.id)
        feed.report(.didAppear)
        tabs.report(.didAppear)
    }

    private var engine: PageViewEngine { stage.engine }
    private var diagnostics: [Diagnostic.Kind] { stage.recorder.diagnostics }
    private var current: PageName? { engine.currentPage?.page.name }

    @Test("A component moved out of its container is covered by a newer page, and its appearance continues")
    func out() {
        #expect(current == "feed")
        // A declaration without a parent keeps the current parent.
        engine.report(.create(feed.id, in: engine.mainScene, parent: nil, attached: true))
        #expect(current == "feed")
        feed.move(into: nil)
        #expect(current == "tabs")
        feed.move(into: nil)
        feed.move(into: tabs.id)
        #expect(current == "feed")
        #expect(diagnostics.isEmpty && stage.recorder.leaves.isEmpty)
    }

    @Test("A moved component keeps its scene and its window", arguments: [true, false])
    func placeStays(_ isAttached: Bool) {
        let window = engine.makeScene()
        let page = engine.makeHandle(in: window, isAttached: isAttached)
        engine.declare(PageViewNotifier("page"), for: page.id)
        page.move(into: tabs.id)
        page.report(.didAppear)
        #expect((engine.currentPage(in: window)?.page.name == "page") == isAttached)
        page.move(into: nil)
        page.report(.attach)
        #expect(engine.currentPage(in: window)?.page.name == "page")
    }

    @Test("A move into a destroyed container removes the parent; a move into an unknown one sets it")
    func otherContainers() {
        let gone = engine.makeComponent()
        engine.report(.destroy, of: gone)
        feed.move(into: gone)
        #expect(current == "tabs")
        let frame = engine.lifecycle.makeComponent()
        feed.move(into: frame)
        engine.report(.move(frame, into: tabs.id))
        #expect(current == "feed")
        #expect(diagnostics.isEmpty)
    }

    @Test("The engine rejects cyclic moves and moves of destroyed or foreign components")
    func refused() {
        tabs.move(into: feed.id)
        feed.move(into: feed.id)
        #expect(diagnostics == [.parentCycle, .parentCycle])
        #expect(current == "feed")
        feed.report(.destroy)
        feed.move(into: tabs.id)
        feed.move(into: nil)
        #expect(diagnostics.suffix(2) == [.eventAfterDestroy, .eventAfterDestroy])
        engine.report(.move(PageViewEngine().makeComponent(), into: nil))
        #expect(diagnostics.last == .foreignIdentity)
    }
}
