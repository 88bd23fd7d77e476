/// Opens a link. The system calls this function.
@MainActor
func open(url: String, from app: String?, in deck: Deck) {
    deck.push(ItemScreen(title: url))
}
