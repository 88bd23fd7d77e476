/// A slow source of prices. The script decides when the source answers.
final class Catalogue {
    private var waiting: [(Int) -> Void] = []

    /// The number of requests that wait for an answer.
    var waitingCount: Int { waiting.count }

    /// Requests the price of an item.
    func price(then use: @escaping (Int) -> Void) { waiting.append(use) }

    /// Answers every request that waits.
    func answer(_ price: Int) {
        let all = waiting
        waiting = []
        for use in all { use(price) }
    }
}
