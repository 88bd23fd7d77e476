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
    /// A name's number above that of its session, counted from 1; 0 where there is none.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var namedCount = 0
    /// What models emit is taken out at once, so there is memory for it once: here, or in the model of the session whose
    /// events are being applied.
    private var records = RecordBuffer()
    private var borrower = -1

    /// Keeps what has been read ahead from being left out.
    private(set) var readAheadSum: UInt64 = 0
    /// For so many nanoseconds a session may be idle; `nil` for any time.
    let limit: Int64?
    /// The line that is being applied, and the largest time so far.
    private var line = 0
    private var time: Int64 = 0
    /// The sessions that were heard of first and last.
    private var (oldest, newest) = (-1, -1)

    init(policy: EnginePolicy, kinds: EngineRecord.Kinds, idleLimit limit: Int64?) {
        self.policy = policy
        self.kinds = kinds
        self.limit = limit
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
        _ events: Span<ScannedEvent>, _ bytes: ByteSpan, _ details: Span<EventDetail>, _ writer: inout RecordWriter,
        room: Int
    ) -> Int {
        let first = events[0]
        // A remark without a time says nothing to anybody.
        if first.isEmptyRemark { return 1 }
        let number = number(of: first, bytes)
        var count = 0
        let isUnnamed = number == unnamed
        with(number) { session in
            repeat {
                Self.apply(events[count], bytes, details, &writer, &session)
                count &+= 1
            } while isUnnamed && count < events.count && writer.count < room
                && events[count &- 1].name != .sessionEnd && !events[count].parts.contains(.session)
                && !events[count].isEmptyRemark
        }
        if events[count &- 1].name == .sessionEnd { forget(number) } else if limit != nil { hear(of: number) }
        return count
    }

    // MARK: Idle sessions

    /// Takes note of the line that is to come, and of its time.
    @inline(__always)
    mutating func advance(line: Int, to event: ScannedEvent) {
        guard limit != nil else { return }
        self.line = line
        if event.parts.contains(.time), event.time > time { time = event.time }
    }

    /// The line that was the last one of the session that has been idle for longest, if that is too long.
    var lastLineOfIdleSession: Int? {
        guard let limit, oldest >= 0 else { return nil }
        return entries.look(oldest) { entry in
            let (age, overflow) = time.subtractingReportingOverflow(entry.lastTime)
            return overflow || age >= limit ? entry.lastLine : nil
        } ?? nil
    }

    /// Ends the session that has been idle for longest, as if it were said so at the time of its last line.
    mutating func endIdleSession(_ writer: inout RecordWriter) {
        var end = ScannedEvent()
        end.name = .sessionEnd
        let number = oldest
        let (bytes, details): ([UInt8], [EventDetail]) = ([0], [])
        with(number) { Self.apply(end, bytes.span, details.span, &writer, &$0) }
        forget(number)
    }

    /// Makes a session the one that was heard of last.
    private mutating func hear(of number: Int) {
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
        guard let (previous, next) = entries.look(number, { ($0.previous, $0.next) }) else { return }
        if previous >= 0 { entries.with(previous) { $0.next = next } } else if oldest == number { oldest = next }
        if next >= 0 { entries.with(next) { $0.previous = previous } } else if newest == number { newest = previous }
        entries.with(number) { ($0.previous, $0.next) = (-1, -1) }
    }

    // MARK: Events

    @inline(__always)
    private static func apply(
        _ event: ScannedEvent, _ bytes: ByteSpan, _ details: Span<EventDetail>, _ writer: inout RecordWriter,
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
        var records = RecordBuffer()
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
                entries.look(unnamed) { entry in
                    entry.session.names.components.readAhead(events) { entry.session.engine.model.readAhead($0) }
                } ?? 0
        }
        if slots.count >= 4096 { readAheadNamed(events) }
    }

    /// The same where there are many sessions: first where they are, then what is known of them, then where that leads.
    private mutating func readAheadNamed(_ events: Span<ScannedEvent>) {
        var sum: UInt64 = 0
        for index in events.indices { sum ^= slots[Int(events[index].session.hash) & (slots.count &- 1)] }
        for index in events.indices { sum ^= entries.readAhead(firstNumber(events[index].session.hash)) }
        for index in events.indices {
            sum ^=
                entries.look(firstNumber(events[index].session.hash)) { entry in
                    UInt64(entry.session.names.session?.first ?? 0) ^ entry.session.names.components.readAheadOfFew
                        ^ entry.session.engine.model.readAhead(0) ^ entry.session.engine.model.firstSceneReadAhead
                } ?? 0
        }
        readAheadSum ^= sum
    }

    /// The number of the session at the place where the one of this hash is looked for first; less than 0 if there is none.
    @inline(__always)
    private func firstNumber(_ hash: UInt32) -> Int {
        let slot = slots[Int(hash) & (slots.count &- 1)]
        return UInt32(truncatingIfNeeded: slot &>> 32) == hash ? Int(slot & 0xFFFF_FFFF) &- 1 : -1
    }

    // MARK: Names

    /// The number of the session that an event belongs to.
    @inline(__always)
    private mutating func number(of event: ScannedEvent, _ bytes: ByteSpan) -> Int {
        guard event.parts.contains(.session) else {
            if unnamed < 0 { unnamed = begin(nil, hash: 0) }
            return unnamed
        }
        let name = event.session
        let mask = slots.count &- 1
        var index = Int(name.hash) & mask
        while slots[index] != 0 {
            if UInt32(truncatingIfNeeded: slots[index] &>> 32) == name.hash {
                let number = Int(slots[index] & 0xFFFF_FFFF) &- 1
                if isName(of: number, name, bytes) { return number }
            }
            index = (index &+ 1) & mask
        }
        return beginNamed(name, bytes)
    }

    private func isName(of number: Int, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        entries.look(number) { entry in
            guard let own = entry.session.names.session, own.count - ByteSpan.padding == Int(name.count) else {
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
        namedCount += 1
        if namedCount > slots.count / 2 { resize(to: 2 * slots.count) }
        enter(UInt64(name.hash) << 32 | UInt64(number + 1))
        return number
    }

    /// Lets go of a session.
    private mutating func forget(_ number: Int) {
        if limit != nil { detach(number) }
        if number == borrower { lend(to: -1) }
        guard let entry = entries.remove(number) else { return }
        if entry.session.names.session == nil {
            unnamed = -1
        } else {
            leave(UInt64(entry.hash) << 32 | UInt64(number + 1))
            namedCount -= 1
            // A trace may have had many sessions, and few of them still.
            if slots.count > 1024, namedCount < slots.count / 8 { resize(to: slots.count / 2) }
        }
    }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = [UInt64](repeating: 0, count: size)
        for slot in old where slot != 0 { enter(slot) }
    }

    private mutating func enter(_ slot: UInt64) {
        let mask = slots.count - 1
        var index = Int(slot >> 32) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = slot
    }

    /// Takes a slot out and moves those behind it up that would not be found any more.
    private mutating func leave(_ slot: UInt64) {
        let mask = slots.count - 1
        var hole = Int(slot >> 32) & mask
        while slots[hole] != slot {
            guard slots[hole] != 0 else { return }
            hole = (hole + 1) & mask
        }
        var index = hole
        while true {
            index = (index + 1) & mask
            guard slots[index] != 0 else { break }
            let home = Int(slots[index] >> 32) & mask
            // Whether it may stand in the hole: its home is not between the two.
            if (index - home) & mask >= (index - hole) & mask {
                slots[hole] = slots[index]
                hole = index
            }
        }
        slots[hole] = 0
    }
}
