import PageViewAutomation

final class ItemScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: .item)

    private(set) var price: Int? {
        didSet {
            guard let price else { return pageViewNotifier.markPending() }
            pageViewNotifier.markReady(payload: ["price": .int(Int64(price))])
        }
    }

    func load(_ price: Int?) { self.price = price }
}
