import PageViewAutomation

final class ItemScreen: Screen, AnalyticsPage {
    let pageViewNotifier = PageViewNotifier(pending: .item)

    private(set) var price: Int?

    func load(_ price: Int?) { self.price = price }
}
