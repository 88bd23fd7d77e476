/// The names of the pages that views update in an environment without a tree (DV-005).
///
/// No engine reports such a page, so a test looks here for the reason why a page view is missing. A test sets `current` for its
/// own task. Without a test, it is `nil`.
package final class PagesWithoutTree: Sendable {
    /// The list of the test that runs in this task.
    @TaskLocal package static var current: PagesWithoutTree?

    private let names = Locked<Set<PageName>>([])

    /// Creates an empty list.
    package init() {}

    /// Returns whether a view has updated a page of this name in an environment without a tree.
    package func contains(_ name: PageName) -> Bool { names.withLock { $0.contains(name) } }

    func add(_ page: DeclaredPage) {
        // Read outside the lock, because the notifier has a lock of its own.
        let name = page.name
        names.withLock { _ = $0.insert(name) }
    }
}
