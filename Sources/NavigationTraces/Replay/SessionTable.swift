import AnalyticsJSON
import PageViewAutomation

/// The open sessions of a trace, by name.
struct SessionTable: ~Copyable {
    /// A session among the others. (A private type here breaks the compiler where it is not optimising.)
    struct Entry: ~Copyable {
        var session: TraceSession<ModelEngine>
        let hash: UInt32
        /// Its neighbours in the order in which something was last heard of sessions, and when that was.
        var previous = -1
        var next = -1
        var lastLine = 0
        var lastTime: Int64 = 0
    }

    private let policy: EnginePolicy
    /// What is written; other records are not made.
    let kinds: EngineRecord.Kinds
    private var entries = Slots<Entry>()
    private var unnamed = -1
    /// The numbers of the sessions by the hashes of their names.
    private var index = NameIndex()
    /// What models emit is taken out at once, so there is memory for it once: here, or in the model of the session whose
    /// events are being applied.
    private var records = RecordBuffer<EngineRecord>()
    private var borrower = -1

    /// Keeps what has been read ahead from being left out.
    private(set) var readAheadSum: UInt64 = 0
    /// For so many nanoseconds a session may be idle; `nil` for any time.
    let idleLimit: Int64?
    /// The line that is being applied, and the largest time so far.
    private var line = 0
    private var time: Int64 = 0
    /// The sessions that were heard of first and last.
    private var (oldest, newest) = (-1, -1)

    init(policy: EnginePolicy, kinds: EngineRecord.Kinds, idleLimit: Int64?) {
        self.policy = policy
        self.kinds = kinds
        self.idleLimit = idleLimit
    }

    /// How many sessions are open.
    var count: Int { entries.count }

    /// Whether the process ends with it: then the sessions are left as they are.
    var isLast: Bool {
        get { entries.isLast }
        set { entries.isLast = newValue }
    }

    /// Reports an event to its session, which begins if it is not open, and writes what is emitted; and so those behind it,
    /// as far as they are of the session without a name, and no more has been written than `room` says. Returns how many.
    @inline(__always)
    mutating func apply(
        _ events: Span<ScannedEvent>, _ bytes: ByteSpan, _ details: Span<ScannedDetail>, _ writer: inout RecordWriter,
        writingAtMost limit: Int
    ) -> Int {
        let first = events[0]
        if first.isEmptyNote { return 1 }
        let number = number(of: first, bytes)
        var count = 0
        let isUnnamed = number == unnamed
        with(number) { session in
            repeat {
                Self.apply(events[count], bytes, details, &writer, &session)
                count &+= 1
            } while isUnnamed && count < events.count && writer.count < limit
                && events[count &- 1].name != .sessionEnd && !events[count].parts.contains(.session)
                && !events[count].isEmptyNote
        }
        if events[count &- 1].name == .sessionEnd { remove(number) } else if idleLimit != nil { moveToNewest(number) }
        return count
    }

    // MARK: Idle sessions

    /// Takes note of the line that is to come, and of its time.
    @inline(__always)
    mutating func advance(line: Int, to event: ScannedEvent) {
        guard idleLimit != nil else { return }
        self.line = line
        if event.parts.contains(.time), event.time > time { time = event.time }
    }

    /// The line that was the last one of the session that has been idle for longest, if that is too long.
    var lastLineOfIdleSession: Int? {
        guard let idleLimit, oldest >= 0 else { return nil }
        return entries.read(oldest) { entry in
            let (age, overflow) = time.subtractingReportingOverflow(entry.lastTime)
            return overflow || age >= idleLimit ? entry.lastLine : nil
        } ?? nil
    }

    /// Ends the session that has been idle for longest, as if it were said so at the time of its last line.
    mutating func endIdleSession(_ writer: inout RecordWriter) {
        var end = ScannedEvent()
        end.name = .sessionEnd
        let number = oldest
        let (bytes, details): (ContiguousArray<UInt8>, ContiguousArray<ScannedDetail>) = ([0], [ScannedDetail()])
        with(number) { Self.apply(end, bytes.span, details.span, &writer, &$0) }
        remove(number)
    }

    /// Makes a session the one that was heard of last.
    private mutating func moveToNewest(_ number: Int) {
        if number != newest {
            detach(number)
            let before = newest
            if before >= 0 { entries.with(before) { $0.next = number } } else { oldest = number }
            entries.with(number) { $0.previous = before }
            newest = number
        }
        let (line, time) = (line, time)
        entries.with(number) { ($0.lastLine, $0.lastTime) = (line, time) }
    }

    /// Takes a session out of the order.
    private mutating func detach(_ number: Int) {
        guard let (previous, next) = entries.read(number, { ($0.previous, $0.next) }) else { return }
        if previous >= 0 { entries.with(previous) { $0.next = next } } else if oldest == number { oldest = next }
        if next >= 0 { entries.with(next) { $0.previous = previous } } else if newest == number { newest = previous }
        entries.with(number) { ($0.previous, $0.next) = (-1, -1) }
    }

    // MARK: Events

    @inline(__always)
    private static func apply(
        _ event: ScannedEvent, _ bytes: ByteSpan, _ details: Span<ScannedDetail>, _ writer: inout RecordWriter,
        _ session: inout TraceSession<ModelEngine>
    ) {
        session.apply(event, bytes, details)
        if session.engine.model.records.isEmpty { return }
        for index in 0..<session.engine.model.records.count {
            writer.write(session.engine.model.records[index], session.names)
        }
        session.engine.model.records.removeAll()
    }

    /// Does something with a session whose model has the memory for what it emits.
    @inline(__always)
    private mutating func with(_ number: Int, _ body: (inout TraceSession<ModelEngine>) -> Void) {
        if number != borrower { lend(to: number) }
        _ = entries.with(number) { body(&$0.session) }
    }

    /// Moves the memory for what is emitted from one session to another, or to none.
    @inline(never)
    private mutating func lend(to number: Int) {
        var records = RecordBuffer<EngineRecord>()
        swap(&records, &self.records)
        _ = entries.with(borrower) { swap(&records, &$0.session.engine.model.records) }
        _ = entries.with(number) { swap(&records, &$0.session.engine.model.records) }
        swap(&records, &self.records)
        borrower = number
    }

    /// Reads ahead what these events are going to need.
    @inline(__always)
    mutating func readAhead(_ events: Span<ScannedEvent>) {
        if unnamed >= 0 {
            readAheadSum ^=
                entries.read(unnamed) { entry in
                    entry.session.names.components.readAhead(events) { entry.session.engine.model.readAhead($0) }
                } ?? 0
        }
        if index.isLarge { readAheadNamed(events) }
    }

    /// The same where there are many sessions: first where they are, then what is known of them, then where that leads.
    private mutating func readAheadNamed(_ events: Span<ScannedEvent>) {
        var sum: UInt64 = 0
        for event in events.indices { sum ^= index.firstSlot(events[event].session.hash) }
        for event in events.indices {
            if let number = index.firstNumber(events[event].session.hash) { sum ^= entries.readAhead(number) }
        }
        for event in events.indices {
            guard let number = index.firstNumber(events[event].session.hash) else { continue }
            sum ^=
                entries.read(number) { entry in
                    UInt64(entry.session.names.session?.first ?? 0) ^ entry.session.names.components.readAheadOfFew
                        ^ entry.session.engine.model.readAhead(0) ^ entry.session.engine.model.firstSceneReadAhead
                } ?? 0
        }
        readAheadSum ^= sum
    }

    // MARK: Names

    /// The number of the session that an event belongs to.
    @inline(__always)
    private mutating func number(of event: ScannedEvent, _ bytes: ByteSpan) -> Int {
        guard event.parts.contains(.session) else {
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

    /// Lets go of a session.
    private mutating func remove(_ number: Int) {
        if idleLimit != nil { detach(number) }
        if number == borrower { lend(to: -1) }
        guard let entry = entries.remove(number) else { return }
        if entry.session.names.session == nil { unnamed = -1 } else { index.remove(number, entry.hash) }
    }
}
