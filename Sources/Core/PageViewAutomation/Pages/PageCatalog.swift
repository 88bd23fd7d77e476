/// A catalog of pages for components that do not declare themselves, such as views that stay unchanged (rule RD-010).
///
///     let catalog = PageCatalog()
///         .page(.ready(.settings), for: SettingsView.self)
///         .page(.pending("item"), forRoute: "/items/:id")
public struct PageCatalog: Sendable {
    private var byType: [ObjectIdentifier: PageState] = [:]
    private var byRoute: [(pattern: RoutePattern, state: PageState)] = []

    /// Creates a catalog without pages.
    public init() {}

    /// Returns a catalog that also has a page for components of exactly this type. The last declaration of a type wins.
    public func page(_ state: PageState, for type: Any.Type) -> PageCatalog {
        var catalog = self
        catalog.byType[ObjectIdentifier(type)] = state
        return catalog
    }

    /// Returns a catalog that also contains a page for components that a route shows.
    ///
    /// A segment `:name` matches any one segment. A `*` at the end matches any remaining segments. A pattern without `:name` and
    /// `*` takes precedence. Among the other patterns that match, the first declaration wins.
    public func page(_ state: PageState, forRoute pattern: String) -> PageCatalog {
        var catalog = self
        catalog.byRoute.append((RoutePattern(pattern), state))
        return catalog
    }

    /// Returns a notifier for a new component of this type; `nil` if the type is no page. Keep it, to mark a pending page ready.
    public func makeNotifier(for type: Any.Type) -> PageViewNotifier? {
        byType[ObjectIdentifier(type)].map { PageViewNotifier($0) }
    }

    /// Returns a notifier for a new component that this route shows; `nil` if it shows no page. Keep it, to mark it ready.
    public func makeNotifier(forRoute route: String) -> PageViewNotifier? {
        let matches = byRoute.filter { $0.pattern.matches(route) }
        return (matches.first { $0.pattern.isLiteral } ?? matches.first).map { PageViewNotifier($0.state) }
    }
}

/// A pattern of routes with variable segments, such as `/items/:id` and `/help/*` (RD-010).
///
/// Query, fragment, and slashes at either end are ignored. A `*` also matches no segment.
struct RoutePattern: Sendable, Hashable {
    private let segments: [String]

    init(_ pattern: String) { segments = Self.segments(of: pattern) }

    var isLiteral: Bool { !segments.contains { $0.hasPrefix(":") || $0 == "*" } }

    func matches(_ route: String) -> Bool {
        var rest = Self.segments(of: route)[...]
        for (position, segment) in segments.enumerated() {
            if segment == "*", position == segments.count - 1 { return true }
            guard let next = rest.popFirst() else { return false }
            guard segment == next || segment.hasPrefix(":") else { return false }
        }
        return rest.isEmpty
    }

    private static func segments(of route: String) -> [String] {
        route.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
    }
}
