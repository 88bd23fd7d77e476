import PageViewLifecycle

/// Waiting for other threads' deliveries to end, without ever waiting in a circle: of receivers that stop each other's
/// engines one returns without having waited.
enum StopWait {
    /// Who waits for whom; only threads that are in a stop are in it.
    private static let waits = Protected<[(thread: ThreadIdentity, deliverer: ThreadIdentity)]>([])

    /// Returns when no other thread delivers, or when that thread waits for this one.
    static func wait(for deliverer: () -> ThreadIdentity?) {
        defer { waits.withLock { $0.removeAll { $0.thread == .current } } }
        while let deliverer = deliverer(), mayWait(for: deliverer) { ThreadIdentity.yield() }
    }

    private static func mayWait(for deliverer: ThreadIdentity) -> Bool {
        waits.withLock { waits in
            waits.removeAll { $0.thread == .current }
            var next = deliverer
            for _ in waits {
                guard let wait = waits.first(where: { $0.thread == next }) else { break }
                next = wait.deliverer
                if next == .current { return false }
            }
            waits.append((.current, deliverer))
            return true
        }
    }
}
