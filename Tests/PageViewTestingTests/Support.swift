import PageViewTesting
import Testing

/// The text of what a test throws; fails if it throws nothing.
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

/// A page like those of a feature team.
final class ItemScreen: AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: PageContext(name: "item", context: "shop"))

    func load(price: Int64) {
        pageViewNotifier.markReady(payload: ["price": .int(price)])
    }
}
