import PageViewAutomation

/// Where the user is, for who sends a message to support.
func whereabouts(in deck: Deck) -> String {
    if let page = engine.currentPage(in: deck.scene) { return "on \(page.page.name)" }
    if let page = engine.lastPage(in: deck.scene) { return "was on \(page.page.name)" }
    return "has not seen a page"
}

/// Keeps the title of a window up to date.
func followPages(in deck: Deck, setTitle: @Sendable (String) -> Void) async {
    for await page in engine.currentPages(in: deck.scene) {
        setTitle(page.map { "\($0.page.name)" } ?? "")
    }
}
