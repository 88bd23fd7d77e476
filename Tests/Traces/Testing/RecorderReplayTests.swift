import NavigationSimulator
import PageViewTesting
import TestSupport
import Testing

/// Replays of traces with the test's own pages (rule TS-006).
@Suite(.watched)
struct RecorderReplayTests {
    private func trace() throws -> [TraceLine] {
        var app = SimulatedApp(.uiKit, showing: .stack([.pending("item")]))
        try app.push(.pending("item"))
        try app.load("item", payload: ["price": 2])
        try app.perform(.reload("item"))
        return app.lines
    }

    @Test("A trace does not load or reload the test's own pages, and each component has its own page")
    func ownPages() throws {
        try withPageViewRecorder { recorder in
            var made: [ItemScreen] = []
            recorder.replay(
                try trace(),
                pages: [
                    "item": {
                        made.append(ItemScreen()); return made[made.count - 1]
                    }
                ])
            #expect(made.count == 2)
            try recorder.expectNothing()
            made[1].load(price: 3)
            try recorder.expect(ExpectedPageView("item", context: "shop", payload: ["price": 3]))
        }
    }

    @Test("The code of the test loads its pages when the pages load in the trace")
    func load() throws {
        try withPageViewRecorder { recorder in
            recorder.replay(try trace(), pages: ["item": { ItemScreen() }]) { page, payload in
                #expect(payload == ["price": 2])
                (page as? ItemScreen)?.load(price: 89)
            }
            try recorder.expect(ExpectedPageView("item", context: "shop", cause: .ready, payload: ["price": 89]))
        }
    }

    @Test("The test fails if it supplies a page whose name does not occur in the trace")
    func misspelledName() throws {
        let trace = try trace()
        let line = #line + 2
        let text = testFailure(exhaustivity: .off) { recorder in
            recorder.replay(trace, pages: ["itemm": { ItemScreen() }])
        }
        #expect(
            text.hasPrefix(
                "RecorderReplayTests.swift:\(line): expected the names in `pages:` among the pages of the trace"))
        #expect(text.contains("\n  The name nearest to itemm is item.\n  The pages of the trace: item.\n"))
    }

    @Test("A recorder replays a trace file, relative to the file of the test")
    func file() throws {
        try withPageViewRecorder { recorder in
            try recorder.replay(contentsOf: "../../../Specs/Traces/item-page-waits.trace")
            try recorder.expect("search", "item", "search", "item")
        }
    }

    @Test("The test fails for a missing file, and names its path")
    func missingFile() {
        let line = #line + 2
        let text = failure {
            try withPageViewRecorder { try $0.replay(contentsOf: "nothing.trace", pages: ["item": { ItemScreen() }]) }
        }
        #expect(text.hasPrefix("RecorderReplayTests.swift:\(line): /"))
        #expect(
            text.hasSuffix(
                """
                /Tests/Traces/Testing/nothing.trace: expected to open the file, found No such file or directory: pass the path \
                of a trace file, relative to the file of the test
                """))
    }

    @Test("The test fails for a path with NUL and for a folder")
    func noFile() {
        for path in ["item\0.trace", "."] {
            let text = failure { try withPageViewRecorder { try $0.replay(contentsOf: path) } }
            #expect(text.contains(": expected ") && text.contains(", found "))
        }
    }

    @Test("The test fails for a malformed trace, names the line and the column, and reports no event")
    func malformed() throws {
        let text = "0 create home page=home\n0 didAppear home\n1 didAppearr home"
        let message = failure { try withPageViewRecorder { try $0.replay(bytes: text.utf8) } }
        #expect(message.contains(": the trace:3:3: expected ") && message.contains("didAppearr"))
        try withPageViewRecorder(reportFailure: { _ in }) { recorder in
            try recorder.replay(bytes: text.utf8)
            #expect(recorder.records.isEmpty)
        }
        try withPageViewRecorder { recorder in
            try recorder.replay(bytes: text.utf8.prefix { $0 != 0x31 })
            try recorder.expect("home")
        }
    }
}
