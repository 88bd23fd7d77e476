import PageViewTesting
import TestWatch
import Testing

/// Another identity, and whatever else happens in the same pass (rules DV-003, DV-008).
@Suite(.watched)
struct IdentityInPassTests {
    /// A tree with a recorder, and a page that is in front of the user.
    private struct Setup {
        let recorder: PageViewRecorder
        let pages: PageTree
        let reports: Reports
        let node = PageNode()
        private let first: Int

        init(_ recorder: PageViewRecorder) throws {
            self.recorder = recorder
            (pages, reports) = (PageTree(engine: recorder.engine), Reports(recorder.engine))
            node.update(DeclaredPage("home"), in: pages.environment)
            node.appear()
            try recorder.expect("home")
            first = reports.all.count
        }

        func show(_ name: PageContext) { node.update(DeclaredPage(name), in: pages.environment) }

        /// The reports of a pass.
        func pass(_ body: () -> Void) -> [String] {
            pages.update(body)
            return Array(reports.lines[first...])
        }
    }

    @Test("Only the last identity of a pass counts; back at the first, nothing has happened")
    func last() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let none = setup.pass {
                setup.show("search")
                setup.show("home")
            }
            #expect(none == [])
            let lines = setup.pass {
                setup.show("search")
                setup.show("help")
            }
            #expect(lines == ["create 2", "didAppear 2", "didDisappear 1", "destroy 1"])
            try recorder.expect(ExpectedPageView("help", previous: "home"))
        }
    }

    @Test("Another page that is shown, hidden or both in the same pass")
    func shownAndHidden() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let lines = setup.pass {
                setup.node.disappear()
                setup.show("search")
                setup.node.appear()
            }
            #expect(lines == ["create 2", "didAppear 2", "didDisappear 1", "destroy 1"])
            try recorder.expect("search")
            let hidden = setup.pass {
                setup.show("help")
                setup.node.disappear()
            }
            #expect(hidden.dropFirst(4) == ["create 3", "didDisappear 2", "destroy 2"])
            try recorder.expectCurrentPage(nil)
            let shown = setup.pass {
                setup.node.appear()
                setup.show("home")
            }
            #expect(shown.dropFirst(7) == ["create 4", "didAppear 4", "destroy 3"])
            try recorder.expect(ExpectedPageView("home", previous: "search"))
        }
    }

    @Test("A node that shows another page and goes has never shown it")
    func unmounted() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let lines = setup.pass {
                setup.show("search")
                setup.node.unmount()
            }
            #expect(lines == ["didDisappear 1", "destroy 1"])
            let next = setup.pass {
                setup.show("search")
                setup.node.appear()
            }
            #expect(next.dropFirst(2) == ["create 2", "didAppear 2"])
            try recorder.expect("search")
        }
    }

    @Test("Another page in another window, or in none")
    func windows() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let second = recorder.engine.makeScene()
            let lines = setup.pass {
                setup.node.attach(to: second)
                setup.show("search")
            }
            #expect(lines == ["create 2", "didAppear 2", "didDisappear 1", "destroy 1"])
            try recorder.expect(ExpectedPageView("search", previous: nil))
            #expect(recorder.engine.currentPage(in: setup.pages.scene) == nil)
            let without = setup.pass {
                setup.show("help")
                setup.node.detach()
            }
            #expect(without.dropFirst(4) == ["create 3 detached", "didAppear 3", "didDisappear 2", "destroy 2"])
            try recorder.expectNothing()
            setup.node.attach(to: second)
            try recorder.expect(ExpectedPageView("help", previous: "search", cause: .attached))
        }
    }

    @Test("Another page in another tree")
    func otherTree() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let second = PageTree(engine: recorder.engine, scene: recorder.engine.makeScene())
            setup.node.update(DeclaredPage("search"), in: second.environment)
            try recorder.expect(ExpectedPageView("search", previous: nil))
            #expect(recorder.engine.currentPage(in: setup.pages.scene) == nil)
            setup.node.update(DeclaredPage("help"), in: setup.pages.environment)
            try recorder.expect(ExpectedPageView("help", previous: "home"))
            #expect(recorder.engine.livePages.count == 1)
        }
    }

    @Test("Another page in a pass in which the scene closes has to be shown anew")
    func closed() throws {
        try withPageViewRecorder { recorder in
            let setup = try Setup(recorder)
            let lines = setup.pass {
                setup.show("search")
                setup.pages.report(.close)
            }
            #expect(lines == ["scene close", "create 2 detached", "destroy 1"])
            setup.node.appear()
            try recorder.expect(ExpectedPageView("search", previous: nil, appearance: 1))
        }
    }

    @Test("Without a pass, or settled later, another page is another component all the same", arguments: [false, true])
    func withoutPass(_ isLater: Bool) throws {
        try withPageViewRecorder { recorder in
            let work = Protected<[@Sendable () -> Void]>([])
            let timing = PageTree.ReportTiming.deferred { item in work.withLock { $0.append(item) } }
            let pages = PageTree(engine: recorder.engine, timing: isLater ? timing : .immediate)
            let (reports, node) = (Reports(recorder.engine), PageNode())
            func turn() { for item in work.withLock({ $0 }) { item() } }
            node.update(DeclaredPage("home"), in: pages.environment)
            node.appear()
            turn()
            node.update(DeclaredPage("search"), in: pages.environment)
            turn()
            try recorder.expect("home", "search")
            let lines = ["create 1", "didAppear 1", "create 2", "didAppear 2", "didDisappear 1", "destroy 1"]
            #expect(reports.lines == lines)
        }
    }

    @Test("Nothing is revealed while a node goes from one page to another, whatever the policy")
    func nothingIsRevealed() throws {
        try withPageViewRecorder(policy: .session) { recorder in
            var (name, part) = ("list", "rows")
            let window = Window(recorder.engine) {
                VStack {
                    Screen("home")
                    Screen(name) { Screen(part) }
                }
            }
            try recorder.expect("home", "list", "rows")
            (name, part) = ("grid", "cells")
            window.update()
            try recorder.expect("grid", "cells")
            name = "map"
            window.update()
            name = "globe"
            window.update()
            try recorder.expect("map", "globe")
            try recorder.expectCurrentPage("cells")
        }
    }

    @Test("A page and the page inside it that go together reveal what is below, and not each other")
    func goneTogether() throws {
        try withPageViewRecorder(policy: .session) { recorder in
            var sheet: Int? = 1
            let window = Window(recorder.engine) {
                Screen("home").sheet(sheet) { _ in Screen("filter") { Screen("sizes") } }
            }
            try recorder.expect("home", "filter", "sizes")
            sheet = nil
            window.update()
            try recorder.expect(ExpectedPageView("home", cause: .revealed))
        }
    }
}
