import NavigationSimulator
import PageViewTesting
import XCTest

/// The recorder in XCTest (rule TS-003).
final class XCTestTests: XCTestCase {
    func testPendingPage() throws {
        try withPageViewRecorder { recorder in
            let item = ItemScreen()
            var app = recorder.launch(.uiKit, showing: .stack([]))
            try app.push(item)
            try recorder.expectNothing()
            item.load(price: 89)
            try recorder.expect("item")
        }
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

    func testFailureIsThrown() {
        XCTAssertThrowsError(
            try withPageViewRecorder { recorder in
                _ = recorder.launch(.uiKit, showing: "home")
            }
        ) { XCTAssertTrue("\($0)".contains("expected no further page view, found 1")) }
    }
}
