/// What the system calls when a link is opened.
@MainActor
func open(url: String, from app: String?, in deck: Deck) {
    deck.push(ItemScreen(title: url))
}
