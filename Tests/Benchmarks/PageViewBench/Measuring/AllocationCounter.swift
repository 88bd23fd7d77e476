/// A counter of the program's allocations, by a hook that replaces `malloc`.
///
/// The program supplies the hook. Tests also link this library, but without a hook.
public struct AllocationCounter: Sendable {
    /// A number of allocations, and the sum of their bytes.
    public struct Count: Sendable, Equatable {
        /// The number of calls that allocate.
        public var calls: Int
        /// The sum of the requested bytes.
        public var bytes: Int

        /// Creates a count.
        public init(calls: Int, bytes: Int) {
            self.calls = calls
            self.bytes = bytes
        }
    }

    /// The bytes that are allocated and not freed.
    public struct Live: Sendable, Equatable {
        /// The requested bytes.
        public var requested: Int
        /// The bytes after the C library has rounded up each request.
        public var usable: Int

        /// Creates a figure of live bytes.
        public init(requested: Int, usable: Int) {
            self.requested = requested
            self.usable = usable
        }

        static func - (left: Live, right: Live) -> Live {
            Live(requested: left.requested - right.requested, usable: left.usable - right.usable)
        }
    }

    /// Starts counting.
    let start: @Sendable () -> Void
    /// Stops counting; returns the counts of the calling thread and of all threads.
    let stop: @Sendable () -> (own: Count, all: Count)
    /// Starts tracking live blocks, which slows down every allocation.
    let track: @Sendable () -> Void
    /// Returns the live bytes among the allocations since tracking started.
    let live: @Sendable () -> Live
    /// Stops tracking live blocks.
    let untrack: @Sendable () -> Void

    /// Creates a counter from the functions of a hook.
    public init(
        start: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> (own: Count, all: Count),
        track: @escaping @Sendable () -> Void, live: @escaping @Sendable () -> Live,
        untrack: @escaping @Sendable () -> Void
    ) {
        self.start = start
        self.stop = stop
        self.track = track
        self.live = live
        self.untrack = untrack
    }

    /// Runs a body; returns its allocations on the calling thread and on all threads.
    func count(_ body: () -> Void) -> (own: Count, all: Count) {
        start()
        body()
        return stop()
    }
}
