import PageViewAutomation

final class HomeScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(PageViewEvent(name: "home", context: "shop"))
}

final class HelpScreen: Screen {}

/// Home, over to help, which is no page, and back.
@MainActor
func tour(_ deck: Deck) {
    deck.push(HomeScreen(title: "Home"))
    deck.push(HelpScreen(title: "Help"))
    deck.pop()
}
