import PageViewAutomation

final class HomeScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "home", context: "shop"))
}

final class HelpScreen: Screen {}

/// Shows home, then help, which is not a page, and then home again.
@MainActor
func tour(_ deck: Deck) {
    deck.push(HomeScreen(title: "Home"))
    deck.push(HelpScreen(title: "Help"))
    deck.pop()
}
