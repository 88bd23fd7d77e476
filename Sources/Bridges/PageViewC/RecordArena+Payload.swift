import CPageView
import PageViewAutomation

extension RecordArena {
    mutating func fields(of payload: Payload) -> UnsafePointer<pv_field>? {
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
