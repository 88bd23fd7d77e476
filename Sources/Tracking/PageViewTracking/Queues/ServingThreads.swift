import PageViewLifecycle

/// The threads that are calling a provider at this moment (TK-008).
///
/// Such a thread never waits for another provider, because two of them could wait for each other.
enum ServingThreads {
    /// The threads, one entry for each call of ``serve(_:)``.
    private static let threads = Locked<[ThreadIdentity]>([])

    static func serve(_ body: () -> Void) {
        let thread = ThreadIdentity.current
        threads.withLock { $0.append(thread) }
        body()
        threads.withLock { threads in
            if let index = threads.lastIndex(of: thread) { threads.remove(at: index) }
        }
    }

    static var isServing: Bool { threads.withLock { $0.contains(.current) } }
}
