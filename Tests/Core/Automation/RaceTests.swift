import PageViewAutomation
import TestSupport
import Testing

/// Threads that race count each appearance exactly once (RD-001, RD-002).
@Suite(.watched)
struct RaceTests {
    @Test("A page that two threads mark ready while a third shows and hides it counts at most once")
    func readyAgainstAppearance() async {
        var counted = 0
        for _ in 0..<TestDepth.number(2_000, proof: 10_000) {
            let stage = Stage()
            let (component, notifier) = stage.page("page", isReady: false)
            await race(
                { notifier.markReady(payload: ["by": 1]) }, { notifier.markReady(payload: ["by": 2]) },
                {
                    stage.engine.report(.didAppear, of: component)
                    stage.engine.report(.didDisappear, of: component)
                })
            let pageViews = stage.recorder.pageViews.count
            let leaves = stage.recorder.leaves
            #expect(leaves.count == 1)
            #expect(pageViews == (leaves.first?.outcome == .counted ? 1 : 0))
            counted += pageViews
        }
        // The race is meaningful only if some rounds counted the page.
        #expect(counted > 0)
    }

    @Test("Two threads that show lists of one scene get no diagnostic")
    func showAgainstShow() async {
        let stage = Stage()
        let notifiers = ["home", "item"].map { PageViewNotifier(.ready(PageViewEvent(name: PageName($0)))) }
        @Sendable func show() {
            for round in 0..<1_000 {
                let key = round % 2
                stage.engine.show([ShownEntry("\(key)", notifiers[key])])
            }
        }
        await race(show, show)
        #expect(stage.recorder.diagnostics.filter { $0 == .eventAfterDestroy } == [])
    }

    @Test("Two threads that report the same appearance count it once")
    func sameAppearanceFromTwoThreads() async {
        for _ in 0..<2_000 {
            let stage = Stage()
            let (component, _) = stage.page("page")
            await race(
                { stage.engine.report(.didAppear, of: component) }, { stage.engine.report(.didAppear, of: component) })
            #expect(stage.recorder.names == ["page"])
            #expect(stage.recorder.diagnostics == [.duplicateDidAppear])
        }
    }

    @Test("A name that one thread sets survives a change of readiness by another thread")
    func nameAgainstReadiness() async {
        for round in 0..<5_000 {
            let notifier = PageViewNotifier(pending: "old")
            await race(
                { notifier.state = .pending("new") },
                { round % 2 == 0 ? notifier.markReady(payload: ["a": 1]) : notifier.markPending() })
            #expect(notifier.state.pageContext == "new")
        }
    }

    @Test("A notifier set ready during its declaration counts its page")
    func setWhileDeclared() async {
        for _ in 0..<TestDepth.number(2_000, proof: 5_000) {
            let stage = Stage()
            let component = stage.engine.makeComponent()
            stage.engine.report(.didAppear, of: component)
            let notifier = PageViewNotifier(pending: "page")
            await race({ stage.engine.declare(notifier, for: component) }, { notifier.markReady() })
            #expect(stage.recorder.names == ["page"])
        }
    }
}

/// Runs several bodies at once, in tasks that begin at the same moment.
private func race(_ bodies: @Sendable () -> Void...) async {
    let start = Log<Void>()
    await withTaskGroup(of: Void.self) { group in
        for body in bodies {
            group.addTask {
                while start.values.isEmpty { await Task.yield() }
                body()
            }
        }
        start.append(())
    }
}
