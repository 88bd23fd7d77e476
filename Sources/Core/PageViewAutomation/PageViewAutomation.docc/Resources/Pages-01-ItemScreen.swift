final class ItemScreen: Screen {
    private(set) var price: Int?

    func load(_ price: Int?) { self.price = price }
}
