/// Pages declared for components that do not conform themselves: a framework adopts the engine without touching its
/// views (rule RD-010).
///
///     let catalog = PageCatalog()
///         .page(.ready(.settings), for: SettingsView.self)
///         .page(.pending("item"), forRoute: "/items/:id")
public struct PageCatalog: Sendable {
    private var byType: [ObjectIdentifier: PageState] = [:]
    private var byRoute: [(pattern: RoutePattern, state: PageState)] = []

    /// Creates a catalog without pages.
    public init() {}

    /// A catalog that also declares components of exactly this type to be a page; the last declaration wins.
    public func page(_ state: PageState, for type: Any.Type) -> PageCatalog {
        var catalog = self
        catalog.byType[ObjectIdentifier(type)] = state
        return catalog
    }

    /// A catalog that also declares components shown for a route to be a page.
    ///
    /// `:name` stands for any one segment, a `*` at the end for any rest. A pattern in which nothing varies goes before
    /// the others; among those the first declared wins.
    public func page(_ state: PageState, forRoute pattern: String) -> PageCatalog {
        var catalog = self
        catalog.byRoute.append((RoutePattern(pattern), state))
        return catalog
    }

    /// A notifier for a new component of this type, or `nil` if that is no page.
    ///
    /// Keep it if the page is pending: it is how the component is made ready.
    public func makeNotifier(for type: Any.Type) -> PageViewNotifier? {
        byType[ObjectIdentifier(type)].map { PageViewNotifier($0) }
    }

    /// A notifier for a new component shown for this route, or `nil` if that is no page.
    ///
    /// Keep it if the page is pending: it is how the component is made ready.
    public func makeNotifier(forRoute route: String) -> PageViewNotifier? {
        let matches = byRoute.filter { $0.pattern.matches(route) }
        return (matches.first { $0.pattern.isLiteral } ?? matches.first).map { PageViewNotifier($0.state) }
    }
}

/// A route with places for what varies: `/items/:id`, `/help/*`.
///
/// Segments are compared one by one: `:name` stands for any one segment, a `*` at the end for any rest, also none.
/// A query, a fragment and slashes at the ends do not matter.
struct RoutePattern: Sendable, Hashable {
    private let segments: [String]

    init(_ pattern: String) {
        segments = Self.segments(of: pattern)
    }

    /// Whether nothing in it varies.
    var isLiteral: Bool { !segments.contains { $0.hasPrefix(":") || $0 == "*" } }

    func matches(_ route: String) -> Bool {
        var given = Self.segments(of: route)[...]
        for (position, segment) in segments.enumerated() {
            if segment == "*", position == segments.count - 1 { return true }
            guard let next = given.popFirst() else { return false }
            guard segment == next || segment.hasPrefix(":") else { return false }
        }
        return given.isEmpty
    }

    private static func segments(of route: String) -> [String] {
        let path = route.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    }
}
