/// Anything an engine tells its receivers, in the order in which it happened.
public enum EngineRecord: Sendable, Hashable {
    /// An appearance was counted.
    case pageView(PageView)
    /// An appearance ended.
    case pageLeave(PageLeave)
    /// The user did something.
    case interaction(Interaction)
    /// The app was opened with a link.
    case deepLink(DeepLinkVisit)
    /// A scene has another current page.
    case currentPage(CurrentPageChange)
    /// Something reported was odd.
    case diagnostic(Diagnostic)
}
