/// A FIFO queue of emitted records, each with a bit that names its kind (ORD-003).
///
/// A *mark* is an entry without a record. It wakes a listener that gets its data from another place. The bits of ``marks`` are
/// kinds of marks.
@frozen @usableFromInline
@safe package struct RecordBuffer<Record>: ~Copyable {
    @usableFromInline var records: UnsafeMutablePointer<Record>
    @usableFromInline var kinds: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity = 0
    /// The index of the first entry.
    @usableFromInline var first = 0
    /// The index after the last entry.
    @usableFromInline var end = 0

    /// The kinds that are marks.
    @inlinable package static var marks: UInt8 { 0b1100_0000 }
    /// The capacity above which a buffer frees its memory when it becomes empty, as after a burst.
    @inlinable static var keptCapacity: Int { 1_024 }

    /// Creates an empty buffer, which allocates nothing.
    @inlinable
    package init() {
        unsafe records = UnsafeMutablePointer(bitPattern: MemoryLayout<Record>.alignment).unsafelyUnwrapped
        unsafe kinds = UnsafeMutablePointer(bitPattern: 1).unsafelyUnwrapped
    }

    @inlinable
    deinit {
        for index in first..<end where unsafe kinds[index] & Self.marks == 0 {
            unsafe (records + index).deinitialize(count: 1)
        }
        if capacity > 0 {
            unsafe records.deallocate()
            unsafe kinds.deallocate()
        }
    }

    /// The number of entries.
    @inlinable package var count: Int { end &- first }
    /// Whether there is no entry.
    @inlinable package var isEmpty: Bool { end == first }

    /// The record at an index; the first entry has the index 0. The entry must not be a mark.
    @inlinable
    package subscript(_ index: Int) -> Record {
        unsafeAddress {
            assert(index < count)
            return unsafe UnsafePointer(records + first + index)
        }
        unsafeMutableAddress {
            assert(index < count)
            return unsafe records + first + index
        }
    }

    /// Appends a record.
    @inlinable
    package mutating func append(_ record: consuming Record, kind: UInt8) {
        if end == capacity { grow() }
        unsafe (records + end).initialize(to: record)
        unsafe kinds[end] = kind
        end &+= 1
    }

    /// Appends a mark.
    package mutating func appendMark(_ kind: UInt8) {
        if end == capacity { grow() }
        unsafe kinds[end] = kind
        end &+= 1
    }

    /// The kind of the first entry. Valid only while the buffer is not empty.
    @inlinable
    var firstKind: UInt8 {
        assert(!isEmpty)
        return unsafe kinds[first]
    }

    /// The address of the first record. Valid until the next change of the buffer.
    @inlinable
    var firstAddress: UnsafeMutablePointer<Record> { unsafe records + first }

    /// Removes the first entry. Valid only while the buffer is not empty.
    @inlinable
    package mutating func removeFirst() {
        if firstKind & Self.marks == 0 { unsafe (records + first).deinitialize(count: 1) }
        first &+= 1
        if first == end { reset() }
    }

    /// Removes and returns the first record. The first entry must be a record.
    @inlinable
    package mutating func popFirst() -> Record {
        assert(firstKind & Self.marks == 0)
        let record = unsafe (records + first).move()
        first &+= 1
        if first == end { reset() }
        return record
    }

    /// Removes the entries of these kinds; by default, all entries. Returns their number.
    @discardableResult
    package mutating func removeAll(kinds removed: UInt8 = .max) -> Int {
        var kept = first
        for index in first..<end {
            let kind = unsafe kinds[index]
            let isRecord = kind & Self.marks == 0
            if kind & removed != 0 {
                if isRecord { unsafe (records + index).deinitialize(count: 1) }
                continue
            }
            if kept < index {
                if isRecord { unsafe (records + kept).moveInitialize(from: records + index, count: 1) }
                unsafe kinds[kept] = kind
            }
            kept += 1
        }
        let count = end - kept
        end = kept
        if first == end { reset() }
        return count
    }

    @inlinable
    mutating func reset() {
        (first, end) = (0, 0)
        if capacity > Self.keptCapacity { setCapacity(0) }
    }

    @usableFromInline
    mutating func grow() {
        setCapacity(max(4, capacity * 2))
    }

    /// Moves the entries to new memory with this capacity.
    @usableFromInline
    mutating func setCapacity(_ newCapacity: Int) {
        var moved = RecordBuffer()
        if newCapacity > 0 {
            unsafe moved.records = .allocate(capacity: newCapacity)
            unsafe moved.kinds = .allocate(capacity: newCapacity)
            moved.capacity = newCapacity
        }
        for index in first..<end {
            let kind = unsafe kinds[index]
            if kind & Self.marks == 0 {
                unsafe (moved.records + moved.end).moveInitialize(from: records + index, count: 1)
            }
            unsafe moved.kinds[moved.end] = kind
            moved.end += 1
        }
        end = first
        self = moved
    }
}

// Proof: the buffer owns its memory and cannot be copied, so only the owner of the buffer reaches its records.
extension RecordBuffer: @unchecked Sendable where Record: Sendable {}
