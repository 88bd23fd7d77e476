/// The names of the pages that views update in an environment without a tree (DV-005).
///
/// No engine reports such a page, so a test looks here for the reason why a page view is missing. The list is shared by the whole
/// process, and empty while no test observes it.
package enum PagesWithoutTree {
    private struct State {
        var observerCount = 0
        var names: Set<PageName> = []
    }

    private static let protected = Protected(State())

    /// Begins to collect names, until the matching call of ``endObserving()``.
    package static func beginObserving() { protected.withLock { $0.observerCount += 1 } }

    /// Ends to collect names. The last observer empties the list.
    package static func endObserving() {
        protected.withLock { state in
            state.observerCount -= 1
            if state.observerCount == 0 { state.names = [] }
        }
    }

    /// Returns whether a view has updated a page of this name in an environment without a tree.
    package static func contains(_ name: PageName) -> Bool { protected.withLock { $0.names.contains(name) } }

    static func add(_ page: DeclaredPage) {
        let isObserved = protected.withLock { $0.observerCount > 0 }
        guard isObserved else { return }
        // Read outside the lock, because the notifier has a lock of its own.
        let name = page.name
        protected.withLock { state in
            if state.observerCount > 0 { state.names.insert(name) }
        }
    }
}
