import CPageView
import PageViewAutomation

/// A cache of the payloads in the last records, as C structs (CI-005).
///
/// A page that appears again usually has the payload of its last page view. The cache saves 600 instructions for each record with
/// such a payload. It retains at most four payloads of at most 64 KiB.
@safe struct PayloadCache: ~Copyable {
    @safe private struct Entry: ~Copyable {
        /// The payload. The cache retains it, so that no other payload gets its identity.
        var payload = Payload()
        /// The address of the payload's values; 0 if the entry is unused.
        var address: UInt = 0
        /// The values, whose memory lies in the arena.
        var fields: UnsafePointer<pv_field>?
        var arena = RecordArena()
    }

    private static var count: Int { 4 }

    private let entries: UnsafeMutablePointer<Entry>
    /// The index of the entry that the present record uses.
    private var last = 0

    init() {
        unsafe entries = .allocate(capacity: Self.count)
        for index in 0..<Self.count { unsafe (entries + index).initialize(to: Entry()) }
    }

    deinit {
        unsafe entries.deinitialize(count: Self.count)
        unsafe entries.deallocate()
    }

    /// Begins a record. The values in earlier records become invalid.
    @inline(__always)
    mutating func beginRecord() {
        // Proof: `last` is less than `count`.
        if unsafe entries[last].arena.isLarge { unsafe entries[last] = Entry() }
    }

    /// Returns the values of the payload of the present record, which are valid until the next record begins.
    @inline(__always)
    mutating func fields(of payload: Payload) -> UnsafePointer<pv_field>? {
        if payload.isEmpty { return nil }
        let address = unsafe payload.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        // Objects lie at multiples of 16. Proof: the index is less than `count`.
        last = Int(truncatingIfNeeded: address >> 4) & (Self.count - 1)
        if unsafe entries[last].address == address { return unsafe entries[last].fields }
        return unsafe insert(payload, address)
    }

    @inline(never)
    private mutating func insert(_ payload: Payload, _ address: UInt) -> UnsafePointer<pv_field>? {
        unsafe entries[last].arena.reset()
        unsafe entries[last].payload = payload
        unsafe entries[last].address = address
        unsafe entries[last].fields = entries[last].arena.fields(of: payload)
        return unsafe entries[last].fields
    }
}

extension RecordArena {
    /// Copies named values into the arena.
    fileprivate mutating func fields(of payload: Payload) -> UnsafePointer<pv_field>? {
        if payload.isEmpty { return nil }
        let fields = unsafe take(payload.entries.count * MemoryLayout<pv_field>.stride)
            .bindMemory(to: pv_field.self, capacity: payload.entries.count)
        for index in payload.entries.indices {
            // Proof: the memory has space for all fields.
            unsafe (fields + index).initialize(to: pv_field())
            unsafe fields[index].name = copy(payload.entries[index].key)
            unsafe write(payload.entries[index].value, into: &fields[index].value)
        }
        return unsafe UnsafePointer(fields)
    }

    private mutating func items(_ values: [AnalyticsValue]) -> UnsafePointer<pv_value>? {
        if values.isEmpty { return nil }
        let items = unsafe take(values.count * MemoryLayout<pv_value>.stride)
            .bindMemory(to: pv_value.self, capacity: values.count)
        for index in values.indices {
            // Proof: the memory has space for all values.
            unsafe (items + index).initialize(to: pv_value())
            unsafe write(values[index], into: &items[index])
        }
        return unsafe UnsafePointer(items)
    }

    /// Writes a value. Payloads from C have at most 500 levels (CI-003), so the recursion is bounded.
    private mutating func write(_ value: AnalyticsValue, into target: inout pv_value) {
        switch value {
        case .null:
            unsafe target.kind = number(PV_NULL)
        case .bool(let flag):
            unsafe target.kind = number(PV_BOOL)
            unsafe target.as.boolean = flag
        case .int(let integer):
            unsafe target.kind = number(PV_INT)
            unsafe target.as.integer = integer
        case .double(let double):
            unsafe target.kind = number(PV_DOUBLE)
            unsafe target.as.number = double
        case .decimal(let decimal):
            unsafe target.kind = number(PV_DECIMAL)
            unsafe target.as.text = copy(decimal.text)
        case .string(let text):
            unsafe target.kind = number(PV_STRING)
            unsafe target.as.text = copyShared(text)
        case .array(let values):
            unsafe target.kind = number(PV_ARRAY)
            unsafe target.as.array.items = items(values)
            unsafe target.as.array.count = values.count
        case .object(let payload):
            unsafe target.kind = number(PV_OBJECT)
            unsafe target.as.object.fields = fields(of: payload)
            unsafe target.as.object.count = payload.entries.count
        }
    }
}
