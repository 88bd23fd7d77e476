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
