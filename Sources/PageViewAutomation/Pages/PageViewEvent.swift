/// What a page that is ready says of itself: what it is called, and the payload of its page view.
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
