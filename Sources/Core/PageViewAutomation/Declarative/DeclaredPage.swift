/// The identity that a view gives its page, such as `item.id` (rule DV-008).
public typealias PageID = any Hashable & Sendable

/// The page that a view declares in one pass of its framework's update loop.
///
/// Views create this value anew in each pass. A value that equals the previous one reports nothing (rule DV-002).
public struct DeclaredPage: Sendable, Equatable {
    private let declared: PageState
    /// The notifier that sets the state in place of `declared`; `nil` if the view sets it.
    let notifier: PageViewNotifier?
    private var id: PageID?

    /// Creates a page with the state that it has in this pass.
    public init(_ state: PageState) { (declared, notifier) = (state, nil) }

    /// Creates a page that is ready as soon as a condition holds.
    ///
    /// - Parameters:
    ///   - page: The page and its context.
    ///   - isReady: Whether the page shows what the user came for.
    ///   - payload: Values that the page view carries. Evaluated only if the page is ready.
    public init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> Payload = [:]) {
        self.init(isReady ? .ready(PageViewEvent(pageContext: page, payload: payload())) : .pending(page))
    }

    @_disfavoredOverload
    package init(_ page: PageContext, isReady: Bool = true, payload: @autoclosure () -> EventAttributes) {
        self.init(page, isReady: isReady, payload: payload().payload)
    }

    /// Creates a page whose state a notifier sets, from any thread and between passes too.
    ///
    /// - Parameter page: The notifier, or an object that has one, such as the view's model. Only the notifier is kept alive. It is the
    ///   page's identity, so store it with the view's state (rule DV-008).
    public init(_ page: some AnalyticsPage) {
        let notifier = page.pageViewNotifier
        (declared, self.notifier) = (notifier.state, notifier)
    }

    /// Returns the page with another identity; `nil` keeps the present one (rule DV-008).
    ///
    /// - Parameter id: A plain value, such as a number or a string. The tree compares it under its lock.
    package func identified(by id: PageID?) -> DeclaredPage {
        var page = self
        page.id = id ?? self.id
        return page
    }

    var state: PageState { notifier?.state ?? declared }

    /// The identity of the page; `nil` if the view gives no `id:` and only a blank name.
    var identity: PageIdentity? {
        if let id { return .id(id) }
        if let notifier { return .notifier(notifier) }
        return state.pageContext.isBlank ? nil : .name(state.pageContext.name)
    }

    /// Returns whether both pages have the same `id:`, and the same state or notifier.
    public static func == (left: DeclaredPage, right: DeclaredPage) -> Bool {
        left.identity == right.identity && left.notifier === right.notifier
            && (left.notifier != nil || left.declared == right.declared)
    }
}

/// The identity of a page on a node. Another identity is another component (DV-008).
enum PageIdentity: Sendable, Equatable {
    case id(PageID)
    case notifier(PageViewNotifier)
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
