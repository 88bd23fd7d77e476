import PageViewTesting
import Testing

/// Returns the text of the error that the body throws. Records an issue if it throws nothing.
func failure(_ body: () throws -> Void) -> String {
    do {
        try body()
        Issue.record("nothing was thrown")
        return ""
    } catch let failure as PageViewTestFailure {
        return "\(failure)"
    } catch {
        return "\(error)"
    }
}

/// Returns the text of the failure of a test with a recorder. Records an issue if the test passes.
func testFailure(exhaustivity: Exhaustivity = .on, _ test: (PageViewRecorder) throws -> Void) -> String {
    failure { try withPageViewRecorder(exhaustivity: exhaustivity, test) }
}

/// A typical page of an app: pending until its item has loaded.
final class ItemScreen: AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: PageContext(name: "item", context: "shop"))

    func load(price: Int64) {
        pageViewNotifier.markReady(payload: ["price": .int(price)])
    }
}
