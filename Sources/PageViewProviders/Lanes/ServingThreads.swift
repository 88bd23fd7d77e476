import PageViewLifecycle

/// Which threads are letting a provider have something right now. Such a thread waits for no other provider: two of them
/// could wait for each other.
enum ServingThreads {
    /// As often as each serves; there are few, so they are looked for one after another.
    private static let threads = Protected<[ThreadIdentity]>([])

    /// Whether the calling thread is serving a provider.
    static var isServing: Bool {
        let thread = ThreadIdentity.current
        return threads.withLock { $0.contains(thread) }
    }

    /// Runs `body`, in which the calling thread serves a provider.
    static func serve(_ body: () -> Void) {
        let thread = ThreadIdentity.current
        threads.withLock { $0.append(thread) }
        body()
        threads.withLock { threads in
            if let index = threads.lastIndex(of: thread) { threads.remove(at: index) }
        }
    }
}
