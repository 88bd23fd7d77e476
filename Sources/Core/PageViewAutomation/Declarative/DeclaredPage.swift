/// The identity that a view gives its page, such as `item.id` (rule DV-008).
public typealias PageID = any Hashable & Sendable

/// The page that a view declares in one pass of its framework's update loop.
///
/// Views create this value anew in each pass. A value that equals the previous one reports nothing (rule DV-002).
public struct DeclaredPage: Sendable {
    /// The source of the page's state.
    enum Source: Sendable {
        /// The view, in each pass.
        case state(PageState)
        /// A notifier, at any time. The view only refers to it.
        case notifier(PageViewNotifier)
    }

    let source: Source
    private var id: PageID?

    /// Creates a page with the state that it has in this pass.
    public init(_ state: PageState) {
        source = .state(state)
    }

    /// Creates a page that is ready as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that the page view carries. Evaluated only if the page is ready.
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]) {
        self.init(isReady ? .ready(PageViewEvent(pageContext: page, payload: payload())) : .pending(page))
    }

    /// Creates a page that is ready as soon as a condition holds, with the app's variables.
    ///
    /// An example of a payload is `["price": item.price]`.
    @_disfavoredOverload
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> EventAttributes) {
        self.init(page, isReady: isReady, payload: payload().payload)
    }

    /// Creates a page whose state a notifier sets, from any thread and between passes too.
    ///
    /// The notifier is the page's identity. Store it with the view's state. A notifier that is created in each pass is another
    /// page in each pass (rule DV-008).
    public init(_ notifier: PageViewNotifier) {
        source = .notifier(notifier)
    }

    /// Creates a page from an object that has a notifier, such as the view's model.
    ///
    /// The page keeps the notifier alive, not the object.
    public init(_ page: some AnalyticsPage) {
        self.init(page.pageViewNotifier)
    }

    /// Returns the page with another identity; `nil` keeps the present one (rule DV-008).
    ///
    /// - Parameter id: A plain value, such as a number or a string. The tree compares it under its lock.
    public func identified(by id: PageID?) -> DeclaredPage {
        guard let id else { return self }
        var page = self
        page.id = id
        return page
    }

    /// The notifier that the view refers to, if it does.
    var notifier: PageViewNotifier? {
        if case .notifier(let notifier) = source { notifier } else { nil }
    }

    /// The current name of the page.
    var name: PageName {
        switch source {
        case .notifier(let notifier): notifier.state.pageContext.name
        case .state(let state): state.pageContext.name
        }
    }

    /// The identity of the page; `nil` if the view gives no `id:` and only a blank name.
    var identity: PageIdentity? {
        if let id { return .id(id) }
        switch source {
        case .notifier(let notifier): return .notifier(notifier)
        case .state(let state): return state.pageContext.isBlank ? nil : .name(state.pageContext.name)
        }
    }
}

extension DeclaredPage: Equatable {
    /// Whether both pages have the same `id:`, and the same state or notifier.
    public static func == (left: DeclaredPage, right: DeclaredPage) -> Bool {
        guard left.id.map(PageIdentity.id) == right.id.map(PageIdentity.id) else { return false }
        switch (left.source, right.source) {
        case (.state(let left), .state(let right)): return left == right
        case (.notifier(let left), .notifier(let right)): return left === right
        case (.state, .notifier), (.notifier, .state): return false
        }
    }
}

/// The identity of a page on a node. Another identity is another component (rule DV-008).
enum PageIdentity: Sendable, Equatable {
    /// The `id:` of the view.
    case id(PageID)
    /// The notifier that the view declares, directly or through an object.
    case notifier(PageViewNotifier)
    /// The name of the page, if the view gives nothing else.
    case name(PageName)

    static func == (left: PageIdentity, right: PageIdentity) -> Bool {
        switch (left, right) {
        case (.id(let left), .id(let right)): AnyHashable(left) == AnyHashable(right)
        case (.notifier(let left), .notifier(let right)): left === right
        case (.name(let left), .name(let right)): left == right
        case (.id, _), (.notifier, _), (.name, _): false
        }
    }
}
