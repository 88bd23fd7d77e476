import NavigationTraces

/// The pages that a test supplies by name to a simulated app or to a replay (TS-006). A misspelled name would leave the page
/// unused, and the test could pass without it.
struct SuppliedPages {
    let location: TestLocation
    /// The source of the components: `the app` or `the trace`.
    let place: String
    private(set) var unused: Set<String>
    private var existing: Set<String> = []

    init(_ names: some Sequence<String>, in place: String, at location: TestLocation) {
        self.location = location
        self.place = place
        unused = Set(names)
    }

    /// Adds the names of pages in this place, and marks the supplied pages with one of the `used` names as used.
    mutating func add(existing: some Sequence<String>, used: some Sequence<String>) {
        self.existing.formUnion(existing)
        unused.subtract(used)
    }

    /// A message about the supplied names that no page has; `nil` if there are none.
    var unknownFinding: String? {
        let unknown = unused.subtracting(existing).sorted()
        guard !unknown.isEmpty else { return nil }
        let found = existing.isEmpty ? "none" : existing.sorted().joined(separator: ", ")
        let corrections = unknown.compactMap { name in
            NearestNames.nearest(to: name, in: existing).first.map { "  The name nearest to \(name) is \($0).\n" }
        }
        return """
            expected the names in `pages:` among the pages of \(place), found \(unknown.joined(separator: ", ")), \
            which no page has.

            \(corrections.joined())  The pages of \(place): \(found).
              Correct the name, or remove the page from `pages:`.
            """
    }

    /// The failure of the test if a page is unused at its end; `nil` if all have been used.
    var finding: String? {
        if let unknownFinding { return unknownFinding }
        guard !unused.isEmpty else { return nil }
        let names = unused.sorted().joined(separator: ", ")
        return """
            expected the test to use each page in `pages:`, found unused: \(names).

              \(place.prefix(1).uppercased() + place.dropFirst()) has a page of each name, but it has never appeared.
              Open the page in the test, or remove it from `pages:`.
            """
    }
}
