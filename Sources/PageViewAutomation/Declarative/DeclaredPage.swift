/// What a view of a declarative framework says in one pass of its update loop: which page it is, and whether it is ready.
///
/// A value, made anew in each pass; one that is equal to that of the pass before is no news (rule DV-002).
public struct DeclaredPage: Sendable {
    /// Who speaks for the page.
    enum Source: Sendable {
        /// The view itself, in each pass.
        case state(PageState)
        /// A notifier, at any time; the view only says which.
        case notifier(PageViewNotifier)
    }

    let source: Source

    /// Declares a page whose state the view says in each pass.
    public init(_ state: PageState) {
        source = .state(state)
    }

    /// Declares a page that is ready as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that travel with the page view; asked for only when the page is ready.
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]) {
        self.init(isReady ? .ready(PageViewEvent(pageContext: page, payload: payload())) : .pending(page))
    }

    /// Declares a page that is ready as soon as a condition holds, with an app's own variables: `["price": item.price]`.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that travel with the page view; asked for only when the page is ready.
    @_disfavoredOverload
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> EventAttributes) {
        self.init(page, isReady: isReady, payload: payload().payload)
    }

    /// Declares a page for which a notifier speaks, from any thread and between the passes too.
    public init(_ notifier: PageViewNotifier) {
        source = .notifier(notifier)
    }

    /// Declares the page that an object is, such as the view's model. Its notifier is taken, and no reference to it is kept.
    public init(_ page: some AnalyticsPage) {
        self.init(page.pageViewNotifier)
    }
}

extension DeclaredPage: Equatable {
    /// Whether both say the same: the same state, or the same notifier.
    public static func == (left: DeclaredPage, right: DeclaredPage) -> Bool {
        switch (left.source, right.source) {
        case (.state(let left), .state(let right)): left == right
        case (.notifier(let left), .notifier(let right)): left === right
        case (.state, .notifier), (.notifier, .state): false
        }
    }
}
