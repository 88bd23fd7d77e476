import PageViewTesting
import XCTest

/// The recorder in XCTest (rule TS-003).
final class XCTestTests: XCTestCase {
    /// The places that failures have marked; `nil` while failures fail the test.
    private var marked: [(file: String, line: Int)]?

    func testPendingPage() throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack([]))
            try app.push(item)
            try recorder.expectNothing()
            item.pageViewNotifier.markReady()
            try recorder.expect("item")
        }
    }

    private final class ItemScreen: AnalyticsPage {
        let pageViewNotifier = PageViewNotifier(pending: "item")
    }

    @MainActor private final class Screen: @MainActor AnalyticsPage {
        let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "screen"))
    }

    @MainActor func testMainActor() async throws {
        try withPageViewRecorder { recorder in
            var app = recorder.launch(.uiKit, showing: .stack([]))
            try app.push(Screen())
            try recorder.expect("screen")
        }
    }

    func testFailureMarksItsLine() throws {
        marked = []
        let line = #line + 3
        try withPageViewRecorder(
            reportFailure: { XCTFail($0.message, file: $0.filePath, line: UInt($0.line)) }) { recorder in
                try recorder.expect("home")
            }
        XCTAssertEqual(marked?.map(\.line), [line])
        XCTAssertEqual(marked?.map(\.file), [#filePath])
        marked = nil
    }

    #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        guard marked != nil, let location else { return super.record(issue) }
        marked?.append((location.fileURL.path, location.lineNumber))
    }
    #else
    override func recordFailure(
        withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
        guard marked != nil else {
            return super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
        }
        marked?.append((file, line))
    }
    #endif

    func testFailureIsThrown() {
        XCTAssertThrowsError(
            try withPageViewRecorder { recorder in
                _ = recorder.launch(.uiKit, showing: "home")
            }
        ) { XCTAssertTrue("\($0)".contains("expected no further page view, found 1")) }
    }
}
