import AnalyticsJSON
import PageViewAutomation

/// The open sessions of a trace by name (SC-001, TR-006).
struct SessionTable: ~Copyable {
    /// A session, and its position in the order of last events. (If the type is private, unoptimized compilation crashes.)
    struct Entry: ~Copyable {
        var session: TraceSession<ModelEngine>
        let hash: UInt32
        /// The neighbours in the order of last events, and the time of the last event.
        var previous = -1
        var next = -1
        var lastTime: Int64 = 0
    }

    private let policy: EnginePolicy
    /// The kinds of records that are written. The models create no others.
    let kinds: EngineRecord.Kinds
    private var entries = Slots<Entry>()
    private var unnamed = -1
    /// The numbers of the sessions by the hashes of their names.
    private var index = NameIndex()
    /// The time in nanoseconds after which an idle session ends; `nil` for never.
    let idleLimit: Int64?
    /// The time of the trace: the largest time so far.
    private var time: Int64 = 0
    /// The sessions whose last events are the oldest and the newest.
    private var (oldest, newest) = (-1, -1)

    init(policy: EnginePolicy, kinds: EngineRecord.Kinds, idleLimit: Int64?) {
        self.policy = policy
        self.kinds = kinds
        self.idleLimit = idleLimit
    }

    /// The number of open sessions.
    var count: Int { entries.count }

    /// Whether the process ends with this table. Then the sessions are not deallocated.
    var isLast: Bool {
        get { entries.isLast }
        set { entries.isLast = newValue }
    }

    /// Applies the first event to its session, and writes the emitted records. Returns the number of applied events.
    ///
    /// It begins the session if it is not open. It also applies the following events, as long as they belong to the session
    /// without a name and fewer than `limit` bytes have been written.
    @inline(__always)
    mutating func apply(
        _ events: Span<ScannedEvent>, _ bytes: ByteSpan, _ details: Span<ScannedDetail>, _ writer: inout RecordWriter,
        writingAtMost limit: Int
    ) -> Int {
        if events[0].isEmptyNote { return 1 }
        let number = number(of: events[0], bytes)
        let run = number == unnamed ? Self.unnamedRun(of: events) : 1
        var count = 0
        _ = entries.with(number) { entry in
            repeat {
                entry.session.apply(events, at: count, bytes, details)
                Self.writeRecords(of: &entry.session, &writer)
                count &+= 1
            } while count < run && writer.count < limit
        }
        if events[count &- 1].kind == .stop { remove(number) } else if idleLimit != nil { moveToNewest(number) }
        return count
    }

    /// Returns the number of events at the beginning that belong to one session without a name, up to its end.
    @inline(__always)
    private static func unnamedRun(of events: Span<ScannedEvent>) -> Int {
        var count = 1
        while count < events.count, events[count &- 1].kind != .stop, !events[count].keys.contains(.session),
            !events[count].isEmptyNote
        {
            count &+= 1
        }
        return count
    }

    // MARK: Idle sessions

    /// Advances the time of the trace to that of an event.
    mutating func advance(to event: ScannedEvent) {
        if event.keys.contains(.time), event.time > time { time = event.time }
    }

    /// Whether the session that has been idle longest exceeds the limit.
    var hasIdleSession: Bool {
        guard let idleLimit, oldest >= 0 else { return false }
        return entries.read(oldest) { entry in
            let (age, overflow) = time.subtractingReportingOverflow(entry.lastTime)
            return overflow || age >= idleLimit
        } ?? false
    }

    /// Ends the session that has been idle longest, as a `sessionEnd` without a time would (TR-006).
    mutating func endIdleSession(_ writer: inout RecordWriter) {
        let number = oldest
        _ = entries.with(number) { entry in
            entry.session.engine.apply(.stop, at: nil)
            Self.writeRecords(of: &entry.session, &writer)
        }
        remove(number)
    }

    /// Moves a session to the newest end of the order of last events.
    private mutating func moveToNewest(_ number: Int) {
        if number != newest {
            detach(number)
            let before = newest
            if before >= 0 { entries.with(before) { $0.next = number } } else { oldest = number }
            entries.with(number) { $0.previous = before }
            newest = number
        }
        let time = time
        entries.with(number) { $0.lastTime = time }
    }

    /// Removes a session from the order of last events.
    private mutating func detach(_ number: Int) {
        guard let (previous, next) = entries.read(number, { ($0.previous, $0.next) }) else { return }
        if previous >= 0 { entries.with(previous) { $0.next = next } } else if oldest == number { oldest = next }
        if next >= 0 { entries.with(next) { $0.previous = previous } } else if newest == number { newest = previous }
        entries.with(number) { ($0.previous, $0.next) = (-1, -1) }
    }

    // MARK: Events

    @inline(__always)
    private static func writeRecords(of session: inout TraceSession<ModelEngine>, _ writer: inout RecordWriter) {
        for record in session.engine.takeRecords() { writer.write(record, session.names) }
    }

    // MARK: Names

    /// Returns the number of the session to which an event belongs, and begins the session if necessary.
    @inline(__always)
    private mutating func number(of event: ScannedEvent, _ bytes: ByteSpan) -> Int {
        guard event.keys.contains(.session) else {
            if unnamed < 0 { unnamed = begin(nil, hash: 0) }
            return unnamed
        }
        return index.number(event.session.hash) { isName(of: $0, event.session, bytes) }
            ?? beginNamed(event.session, bytes)
    }

    private func isName(of number: Int, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        entries.read(number) { entry in
            guard let own = entry.session.names.session?[...], own.count - ByteSpan.padding == Int(name.count) else {
                return false
            }
            return own.span.isSame(at: 0, as: bytes, at: Int(name.start), count: Int(name.count))
        } ?? false
    }

    private mutating func begin(_ name: [UInt8]?, hash: UInt32) -> Int {
        entries.insert(
            Entry(session: TraceSession(name: name, engine: ModelEngine(policy: policy, kinds: kinds)), hash: hash))
    }

    private mutating func beginNamed(_ name: ScannedText, _ bytes: ByteSpan) -> Int {
        let number = begin(SessionNames.padded(bytes, name.range), hash: name.hash)
        index.insert(number, name.hash)
        return number
    }

    /// Removes a session.
    private mutating func remove(_ number: Int) {
        if idleLimit != nil { detach(number) }
        guard let entry = entries.remove(number) else { return }
        if entry.session.names.session == nil { unnamed = -1 } else { index.remove(number, entry.hash) }
    }
}
