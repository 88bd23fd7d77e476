/// A page as an event names it, by value: what it was called then stays (rule TK-004).
public struct TrackedPage: Sendable, Hashable {
    /// The appearance of the page, or the page view that was recorded by hand without one: the same in its page view, its
    /// leave, the events that happened on it and the page view after it. Unlike the engine's tokens unique for ever.
    public let id: EventID
    /// What the page was called, and its context.
    public var page: PageContext

    /// Creates a page.
    public init(id: EventID, page: PageContext) {
        self.id = id
        self.page = page
    }

    /// What the page was called.
    public var name: String { page.name.rawValue }
    /// Its context.
    public var context: String? { page.context?.rawValue }
}
