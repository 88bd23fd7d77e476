import PageViewAutomation
import PageViewTesting
import Testing

final class TestScreen: Screen, AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ notifier: PageViewNotifier, _ engine: PageViewEngine) {
        pageViewNotifier = notifier
        super.init(title: "test", reportingTo: engine)
    }
}

@MainActor
struct DeckUnderTest: @MainActor AdapterUnderTest {
    let deck: Deck

    func makePage(_ notifier: PageViewNotifier) -> TestScreen { TestScreen(notifier, deck.reporter) }
    func show(_ page: TestScreen) { deck.push(page) }
    func hide(_ page: TestScreen) { deck.pop() }
    func remove(_ page: TestScreen) { deck.remove(page) }

    func cancelHide(_ page: TestScreen) -> Bool {
        deck.beginPop()
        deck.cancelPop()
        return true
    }

    func enterBackground() -> Bool {
        deck.minimise()
        return true
    }

    func enterForeground() { deck.restore() }
}

@Test @MainActor func deckIsRight() async throws {
    let report = try await checkAdapter { engine in DeckUnderTest(deck: Deck(reportingTo: engine)) }
    print(report)
}
