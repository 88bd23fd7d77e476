import NavigationTraces
public import PageViewAutomation

/// A page of a simulated app: what it is called, and whether it is ready when it is made.
public struct SimulatedPage: Hashable, Sendable {
    /// What its component is called in the trace; of several at a time the second is `name#2`.
    public var name: String
    /// What the page is called, or `nil` for what is no page.
    public var page: PageContext?
    /// Whether it is ready when it is made.
    public var isReady: Bool
    /// Its payload.
    public var payload: Payload?

    /// A page that is ready when it is made.
    public init(_ name: String, context: ContextName? = nil, payload: Payload? = nil) {
        self.name = name
        page = PageContext(name: PageName(rawValue: name), context: context)
        isReady = true
        self.payload = payload
    }

    /// A page that has to load first.
    public static func pending(_ name: String, context: ContextName? = nil) -> SimulatedPage {
        var page = SimulatedPage(name, context: context)
        page.isReady = false
        return page
    }

    /// Something that is no page: a loading screen, a system's alert.
    public static func untracked(_ name: String) -> SimulatedPage {
        var page = SimulatedPage(name)
        page.page = nil
        return page
    }
}

extension SimulatedPage: ExpressibleByStringLiteral {
    /// A page without a context that is ready when it is made.
    public init(stringLiteral name: String) { self.init(name) }
}
