/// A declaration of when a page is ready, derived from the data that it shows (rule RD-008).
///
/// The example counts a page once its list has loaded:
///
///     static let readiness = PageReadiness<[Item]>(of: .results, when: { !$0.isEmpty }) { ["items": .int(Int64($0.count))] }
///
///     var items: [Item] = [] { didSet { pageViewNotifier.update(items, by: Self.readiness) } }
public struct PageReadiness<PageData>: Sendable {
    private let page: PageContext
    private let isReady: @Sendable (PageData) -> Bool
    private let payload: @Sendable (PageData) -> Payload

    /// Declares when a page is ready.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page is ready with this data. Called on the thread that updates the notifier.
    ///   - payload: The payload for this data. Called only if the page is ready.
    public init(
        of page: PageContext,
        when isReady: @escaping @Sendable (PageData) -> Bool,
        payload: @escaping @Sendable (PageData) -> Payload = { _ in [:] }
    ) {
        self.page = page
        self.isReady = isReady
        self.payload = payload
    }

    /// Returns the state of the page with this data.
    public func state(for data: PageData) -> PageState {
        isReady(data) ? .ready(PageViewEvent(pageContext: page, payload: payload(data))) : .pending(page)
    }
}

extension PageReadiness {
    /// Declares when a page is ready, with a payload of the app's variables: `{ ["items": $0.count] }`.
    @_disfavoredOverload
    public init(
        of page: PageContext,
        when isReady: @escaping @Sendable (PageData) -> Bool,
        payload: @escaping @Sendable (PageData) -> EventAttributes
    ) {
        self.init(of: page, when: isReady) { payload($0).payload }
    }
}

extension PageViewNotifier {
    /// Creates the notifier of a page whose readiness is derived from data.
    public convenience init<PageData>(_ data: PageData, by readiness: PageReadiness<PageData>) {
        self.init(readiness.state(for: data))
    }

    /// Sets the state that is derived from this data. Any thread.
    public func update<PageData>(_ data: PageData, by readiness: PageReadiness<PageData>) {
        state = readiness.state(for: data)
    }
}
