import PageViewAutomation

/// Opens a link. The system calls this function.
@MainActor
func open(url: String, from app: String?, in deck: Deck) {
    let referrer = engine.handle(DeepLink(url: url, source: app), in: deck.scene)
    print("opened from", referrer?.page.name ?? "nowhere")
    deck.push(ItemScreen(title: url))
}
