import PageViewAutomation

/// Returns the page the user is on, for messages to support.
func whereabouts(in deck: Deck) -> String {
    if let page = engine.currentPage(in: deck.scene) { return "on \(page.page.name)" }
    if let page = engine.lastPage(in: deck.scene) { return "was on \(page.page.name)" }
    return "has not seen a page"
}
