/// Whether a page is ready to be counted (rule RD-001).
public enum PageState: Sendable, Hashable {
    /// The page shows, but not yet what the user came for: it is not counted, and has no payload.
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

    /// What is to be counted, if the page is ready.
    public var event: PageViewEvent? {
        switch self {
        case .pending: nil
        case .ready(let event): event
        }
    }
}
