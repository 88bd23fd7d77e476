/// Anything an engine tells its receivers, in the order in which it happened.
public enum EngineRecord: Sendable, Hashable {
    case pageView(PageView)
    case pageLeave(PageLeave)
    case interaction(Interaction)
    case deepLink(DeepLinkVisit)
    case currentPage(CurrentPageChange)
    case diagnostic(Diagnostic)
}
