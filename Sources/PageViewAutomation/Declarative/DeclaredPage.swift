/// The identity that a view gives its page, such as `item.id` (rule DV-008).
public typealias PageID = any Hashable & Sendable

/// The page that a view declares in one pass of its framework's update loop.
///
/// Views make this value anew in each pass. A value that equals the one of the pass before changes nothing (rule DV-002).
public struct DeclaredPage: Sendable {
    /// What sets the page's state.
    enum Source: Sendable {
        /// The view, in each pass.
        case state(PageState)
        /// A notifier, at any time. The view only names it.
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

    /// Creates a page that is ready as soon as a condition holds, with an app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> EventAttributes) {
        self.init(page, isReady: isReady, payload: payload().payload)
    }

    /// Creates a page whose state a notifier sets, from any thread and between passes too.
    ///
    /// The notifier is the page's identity: keep it where the view's state lives. A notifier that is made anew in each pass is
    /// another page in each pass (rule DV-008).
    public init(_ notifier: PageViewNotifier) {
        source = .notifier(notifier)
    }

    /// Creates the page that an object is, such as the view's model. Keeps its notifier and no reference to the object.
    public init(_ page: some AnalyticsPage) {
        self.init(page.pageViewNotifier)
    }

    /// Returns the same page with an identity; `nil` leaves the identity that it has (rule DV-008).
    ///
    /// - Parameter id: A plain value, such as a number or a text. The tree compares it inside its lock.
    public func identified(by id: PageID?) -> DeclaredPage {
        guard let id else { return self }
        var page = self
        page.id = id
        return page
    }

    /// The identity of the page; `nil` if there is none, because the view gives neither an `id:` nor a name that can be used.
    var identity: PageIdentity? {
        if let id { return .id(id) }
        switch source {
        case .notifier(let notifier): return .notifier(notifier)
        case .state(let state): return state.pageContext.isBlank ? nil : .name(state.pageContext.name)
        }
    }
}

extension DeclaredPage: Equatable {
    /// Whether two pages have the same `id:`, and the same state or notifier.
    public static func == (left: DeclaredPage, right: DeclaredPage) -> Bool {
        guard left.id.map(PageIdentity.id) == right.id.map(PageIdentity.id) else { return false }
        switch (left.source, right.source) {
        case (.state(let left), .state(let right)): return left == right
        case (.notifier(let left), .notifier(let right)): return left === right
        case (.state, .notifier), (.notifier, .state): return false
        }
    }
}

/// What distinguishes the pages that one node shows: another identity is another component (rule DV-008).
enum PageIdentity: Sendable, Equatable {
    /// The `id:` of the view.
    case id(PageID)
    /// The notifier of the view, or of the object that the view names.
    case notifier(PageViewNotifier)
    /// The name of the page, of a view that gives nothing else.
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
