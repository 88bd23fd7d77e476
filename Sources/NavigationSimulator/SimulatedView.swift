import NavigationTraces

/// What a window shows: a page, or a container of pages and other containers (rule SIM-001).
///
///     .tabs([.stack(["home"]), .stack(["account"])])
public indirect enum SimulatedView: Hashable, Sendable {
    /// One page.
    case page(SimulatedPage)
    /// A page with parts that are pages of their own, all visible at once.
    case group(SimulatedPage, [SimulatedView])
    /// Pages on top of each other, of which the last is seen.
    case stack([SimulatedView])
    /// Pages behind tabs, of which the selected one is seen, the first to begin with.
    case tabs([SimulatedView])
    /// Pages beside each other, of which one is seen, the first to begin with.
    case pager([SimulatedView])
    /// Panes beside each other, all seen.
    case split([SimulatedView])
    /// Panes beside each other, of which only the last is seen until the others are shown.
    case collapsedSplit([SimulatedView])

    /// A page that has to load first.
    public static func pending(_ name: String) -> SimulatedView { .page(.pending(name)) }

    /// The name of the first page in it.
    public var name: String {
        switch self {
        case .page(let page), .group(let page, _): page.name
        case .stack(let views), .tabs(let views), .pager(let views), .split(let views), .collapsedSplit(let views):
            views.first?.name ?? ""
        }
    }
}

extension SimulatedView: ExpressibleByStringLiteral {
    /// A page that is ready when it is made.
    public init(stringLiteral name: String) { self = .page(SimulatedPage(name)) }
}
