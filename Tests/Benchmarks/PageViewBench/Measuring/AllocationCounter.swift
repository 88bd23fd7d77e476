/// Counts what the program allocates, by a hook in place of `malloc` that the program brings along; this library is
/// also linked into tests, which have none.
public struct AllocationCounter: Sendable {
    /// How many allocations, of how many bytes together.
    public struct Count: Sendable, Equatable {
        /// Calls that allocate.
        public var calls: Int
        /// The bytes that they asked for.
        public var bytes: Int

        /// Creates a count.
        public init(calls: Int, bytes: Int) {
            self.calls = calls
            self.bytes = bytes
        }
    }

    /// What is allocated and not freed, in bytes.
    public struct Live: Sendable, Equatable {
        /// What was asked for.
        public var requested: Int
        /// What it takes, rounded up as the C library does.
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

    /// Begins to count.
    let start: @Sendable () -> Void
    /// Ends counting: of the calling thread, and of all.
    let stop: @Sendable () -> (own: Count, all: Count)
    /// Begins to keep the books of live blocks, which slows everything down.
    let track: @Sendable () -> Void
    /// What is live of what was allocated since.
    let live: @Sendable () -> Live
    /// Ends keeping them.
    let untrack: @Sendable () -> Void

    /// Creates a counter of a hook.
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

    /// What a body allocates, on the calling thread and on all.
    func count(_ body: () -> Void) -> (own: Count, all: Count) {
        start()
        body()
        return stop()
    }
}
