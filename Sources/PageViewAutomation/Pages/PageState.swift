/// The state of a page: whether it is ready to be counted (rule RD-001).
public enum PageState: Sendable, Hashable {
    /// The page is visible, but its content is incomplete. It is not counted, and has no payload.
    case pending(PageContext)
    /// The page is complete: it is counted while it is in front of the user.
    case ready(PageViewEvent)

    /// The page and its context.
    public var pageContext: PageContext {
        switch self {
        case .pending(let context): context
        case .ready(let event): event.pageContext
        }
    }

    /// The event to count, if the page is ready.
    public var event: PageViewEvent? {
        switch self {
        case .pending: nil
        case .ready(let event): event
        }
    }
}

/// The event that a ready page declares: its name, and the payload of its page view.
public struct PageViewEvent: Sendable, Hashable {
    /// The page and its context.
    public var pageContext: PageContext
    /// Named values that travel with the page view.
    public var payload: Payload

    /// Creates the event of a page.
    public init(pageContext: PageContext, payload: Payload = [:]) {
        self.pageContext = pageContext
        self.payload = payload
    }

    /// Creates the event of a page from its name.
    public init(name: PageName, context: ContextName? = nil, payload: Payload = [:]) {
        self.init(pageContext: PageContext(name: name, context: context), payload: payload)
    }
}

#if !hasFeature(Embedded)
extension PageViewEvent {
    /// Creates the event of a page from its name and an app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(name: PageName, context: ContextName? = nil, payload: EventAttributes) {
        self.init(name: name, context: context, payload: payload.payload)
    }

    /// Creates the event of a page from an app's own variables: `["price": item.price]`.
    @_disfavoredOverload
    public init(pageContext: PageContext, payload: EventAttributes) {
        self.init(pageContext: pageContext, payload: payload.payload)
    }
}
#endif
