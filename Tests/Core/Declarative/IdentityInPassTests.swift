import PageViewTesting
import TestSupport
import Testing

/// A new identity together with other changes in the same pass (DV-003, DV-008).
@Suite(.watched, .recorded)
struct IdentityInPassTests {
    private let recorder = PageViewRecorder.ofTest
    private let pages = PageTree(engine: PageViewRecorder.ofTest.engine)
    private let reports = Reports(PageViewRecorder.ofTest.engine)
    private let node = PageNode()

    init() throws {
        node.show(DeclaredPage("home"), in: pages.environment)
        try recorder.expect("home")
    }

    private func show(_ name: PageContext) { node.update(DeclaredPage(name), in: pages.environment) }

    /// Makes a pass, and returns its reports as sorted lines.
    private func pass(_ body: () -> Void) -> [String] {
        let first = reports.count
        pages.update(body)
        return reports.lines(after: first)
    }

    @Test("Only the last identity of a pass counts, and a return to the first one reports nothing")
    func last() throws {
        let none = pass {
            show("search")
            show("home")
        }
        #expect(none == [])
        let lines = pass {
            show("search")
            show("help")
        }
        #expect(lines == ["create 2", "destroy 1", "didAppear 2"])
        try recorder.expect(ExpectedPageView("help", previous: "home"))
    }

    @Test("A node that changes its page and is unmounted in one pass never shows the new page")
    func unmounted() throws {
        let lines = pass {
            show("search")
            node.unmount()
        }
        #expect(lines == ["destroy 1"])
        let next = pass {
            show("search")
            node.appear()
        }
        #expect(next == ["create 2", "didAppear 2"])
        try recorder.expect("search")
    }

    @Test("A page that changes with its window appears in the new window, or waits without one")
    func windows() throws {
        let second = recorder.engine.makeScene()
        let lines = pass {
            node.attach(to: second)
            show("search")
        }
        #expect(lines == ["create 2", "destroy 1", "didAppear 2"])
        try recorder.expect(ExpectedPageView("search", previous: nil))
        #expect(recorder.engine.currentPage(in: pages.scene) == nil)
        let without = pass {
            show("help")
            node.detach()
        }
        #expect(without == ["create 3 detached", "destroy 2", "didAppear 3"])
        try recorder.expectNothing()
        node.attach(to: second)
        try recorder.expect(ExpectedPageView("help", previous: "search", cause: .appeared))
    }

    @Test("A page that changes in the pass in which its scene closes must be shown anew")
    func closed() throws {
        let lines = pass {
            show("search")
            pages.report(.close)
        }
        #expect(lines == ["create 2 detached", "destroy 1", "scene close"])
        node.appear()
        try recorder.expect(ExpectedPageView("search", previous: nil, appearance: 1))
    }

    @Test("A node that changes its page reveals no other page under the session policy")
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
}
