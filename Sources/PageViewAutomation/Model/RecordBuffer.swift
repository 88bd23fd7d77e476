/// What there is to tell, in order.
@safe package struct RecordBuffer: ~Copyable {
    private static var kept: Int { 1_024 }

    /// Where a record lies, with its kind, which is looked at more often. It is lent to who receives it.
    struct Slot: ~Copyable {
        let record: EngineRecord
        let kind: EngineRecord.Kinds

        @inline(__always)
        init(_ record: consuming EngineRecord, _ kind: EngineRecord.Kinds) {
            self.record = record
            self.kind = kind
        }
    }

    /// Where they lie, if there is memory for any.
    private var memory: UnsafeMutablePointer<Slot>?
    private var capacity = 0
    /// How many have been taken out of the front, and how many were put in.
    private var first = 0
    private var end = 0

    /// An empty one, which has no memory.
    package init() {}

    deinit {
        unsafe (records + first).deinitialize(count: count)
        unsafe memory?.deallocate()
    }

    /// Where they lie. To be used only where there is one, or nothing is done there.
    @inline(__always)
    private var records: UnsafeMutablePointer<Slot> {
        unsafe memory ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Slot>.alignment).unsafelyUnwrapped
    }

    /// How many records there are.
    package var count: Int { end - first }
    /// Whether there are none.
    package var isEmpty: Bool { end == first }

    /// A record; its number must be less than `count`.
    package subscript(_ number: Int) -> EngineRecord {
        @inline(__always) unsafeAddress {
            assert(number < count)
            return unsafe UnsafeRawPointer(records + first + number).assumingMemoryBound(to: EngineRecord.self)
        }
    }

    @inline(__always)
    mutating func append(_ record: consuming EngineRecord) {
        if end == capacity { grow() }
        let kind = record.kind
        unsafe (memory.unsafelyUnwrapped + end).initialize(to: Slot(record, kind))
        end &+= 1
    }

    /// The first one; there must be one.
    @inline(__always)
    func withFirst(_ body: (borrowing Slot) -> Void) {
        assert(!isEmpty)
        unsafe body(memory.unsafelyUnwrapped[first])
    }

    /// Lets go of the first one; there must be one. The memory stays, unless a burst has made it large.
    @inline(__always)
    mutating func removeFirst() {
        assert(!isEmpty)
        // A leave, which is every other record, holds on to nothing.
        if unsafe memory.unsafelyUnwrapped[first].kind != .pageLeaves {
            unsafe (memory.unsafelyUnwrapped + first).deinitialize(count: 1)
        }
        first &+= 1
        if first == end {
            (first, end) = (0, 0)
            if capacity > Self.kept { forget() }
        }
    }

    private mutating func forget() {
        unsafe memory?.deallocate()
        unsafe memory = nil
        capacity = 0
    }

    private mutating func grow() {
        capacity = max(4, capacity * 2)
        let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        unsafe (larger + first).moveInitialize(from: records + first, count: count)
        unsafe memory?.deallocate()
        unsafe memory = larger
    }

    /// Lets go of all.
    package mutating func removeAll() {
        while !isEmpty { removeFirst() }
    }

    /// What is in it, for who has the time.
    var all: [EngineRecord] { (0..<count).map { self[$0] } }

    /// Takes out what is in it, for who has the time.
    mutating func takeAll() -> [EngineRecord] {
        let taken = all
        removeAll()
        return taken
    }

    func copy() -> RecordBuffer {
        var copy = RecordBuffer()
        for number in 0..<count { copy.append(self[number]) }
        return copy
    }
}
