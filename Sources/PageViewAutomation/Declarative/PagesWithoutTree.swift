/// The names of pages that views declare in an environment without a tree (DV-005).
///
/// No engine receives such a page. A test reads this list to explain why a page view is missing. The whole process shares the
/// list. It is empty while no test observes it.
package enum PagesWithoutTree {
    private struct State {
        var observerCount = 0
        var names: Set<PageName> = []
    }

    private static let protected = Protected(State())

    /// Starts collecting names, until the matching call of ``endObserving()``.
    package static func beginObserving() { protected.withLock { $0.observerCount += 1 } }

    /// Stops collecting names for one observer. The last observer empties the list.
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
