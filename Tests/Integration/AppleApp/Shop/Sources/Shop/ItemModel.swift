public import Observation
public import PageViewAutomation

/// One visit to one item, whose price loads later. Each visit is a page, with its notifier as identity.
@MainActor @Observable
public final class ItemModel: AnalyticsPage {
    /// Publishes whether the page is ready.
    public let pageViewNotifier = PageViewNotifier(pending: .item)
    /// The number of the item.
    public let id: Int
    /// The price; `nil` until it has loaded.
    public private(set) var price: Int64?
    private let loadPrice: @Sendable (Int) async throws -> Int64

    init(id: Int, loadPrice: @escaping @Sendable (Int) async throws -> Int64) {
        self.id = id
        self.loadPrice = loadPrice
    }

    /// Loads the price. The page is ready as soon as the price has loaded.
    public func load() async {
        guard price == nil, let loaded = try? await loadPrice(id) else { return }
        price = loaded
        pageViewNotifier.markReady(payload: ["item": .int(Int64(id)), "price": .int(loaded)])
    }
}

extension ItemModel: Hashable {
    /// Returns whether both are the same visit.
    nonisolated public static func == (left: ItemModel, right: ItemModel) -> Bool { left === right }

    /// Hashes the identity of the visit.
    nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
