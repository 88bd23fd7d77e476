import NavigationTraces
public import PageViewAutomation

/// The view in a window: a page, or a container of pages and other containers (SIM-001).
///
///     .tabs([.stack(["home"]), .stack(["account"])])
public indirect enum SimulatedView: Hashable, Sendable {
    /// One page.
    case page(SimulatedPage)
    /// A page with parts that are pages of their own. The page and all parts are visible at once.
    case group(SimulatedPage, [SimulatedView])
    /// Pages on top of each other. The last one is visible.
    case stack([SimulatedView])
    /// Pages behind tabs. The selected page is visible; at first, it is the first one.
    case tabs([SimulatedView])
    /// Pages beside each other. The current page is visible; at first, it is the first one.
    case pager([SimulatedView])
    /// Panes beside each other. All panes are visible until the user hides one.
    case split([SimulatedView])
    /// Panes beside each other. Only the last one is visible until the others are shown.
    case collapsedSplit([SimulatedView])

    /// Returns a page that is created pending.
    public static func pending(_ name: String) -> SimulatedView { .page(SimulatedPage(name, isReady: false)) }

    package var name: String { leaf?.name ?? "" }

    var leaf: SimulatedPage? {
        switch self {
        case .page(let page), .group(let page, _): page
        case .stack(let views), .tabs(let views), .pager(let views), .split(let views), .collapsedSplit(let views):
            views.first?.leaf
        }
    }
}

extension SimulatedView: ExpressibleByStringLiteral {
    /// Creates a page that is ready from the start.
    public init(stringLiteral name: String) { self = .page(SimulatedPage(name)) }
}

/// A page of a simulated app (SIM-001).
public struct SimulatedPage: Hashable, Sendable {
    /// The name of its component in the trace. Further components of the same name are `name#2` and so on.
    package var name: String
    /// The page name and context that the component declares; `nil` if it is not a page.
    package var page: PageContext?
    package var isReady: Bool
    package var payload: Payload?

    /// Creates a page that is ready from the start, or pending.
    public init(_ name: String, context: ContextName? = nil, payload: Payload? = nil, isReady: Bool = true) {
        self.name = name
        page = PageContext(name: PageName(rawValue: name), context: context)
        self.isReady = isReady
        self.payload = payload
    }

    /// Returns a component that is not a page, such as a loading screen or a system alert.
    public static func untracked(_ name: String) -> SimulatedPage {
        var page = SimulatedPage(name)
        page.page = nil
        return page
    }
}

extension SimulatedPage: ExpressibleByStringLiteral {
    /// Creates a page without a context that is ready from the start.
    public init(stringLiteral name: String) { self.init(name) }
}
