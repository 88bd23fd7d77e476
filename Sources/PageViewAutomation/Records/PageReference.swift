/// A page as another record names it, by value: what it was called then stays, whatever becomes of the page.
public struct PageReference: Sendable, Hashable {
    /// The page view or the appearance that is meant.
    public let id: PageViewID
    /// The page and its context.
    public let page: PageContext
}
