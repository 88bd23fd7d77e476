/// Where prices come from: somewhere slow. It answers when its answer comes in, which is up to others.
final class Catalogue {
    private var waiting: [(Int) -> Void] = []

    /// How many have asked and wait.
    var waitingCount: Int { waiting.count }

    /// Asks for the price of an item.
    func price(then use: @escaping (Int) -> Void) { waiting.append(use) }

    /// The answer to everybody who waits.
    func answer(_ price: Int) {
        let all = waiting
        waiting = []
        for use in all { use(price) }
    }
}
