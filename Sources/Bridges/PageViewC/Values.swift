import CPageView
import PageViewAutomation

/// The reader of values that C passes (CI-003).
///
/// The values of C may refer to each other in a circle. So the reader limits their depth and their number.
struct ValueReader {
    /// The reader of traces and journals accepts payloads of this depth.
    private static var maximumDepth: Int { 500 }
    private static var maximumCount: Int { 1_000_000 }
    private static var maximumSize: Int { Int(Int32.max) }

    private var count = 0
    private var size = 0
    /// The last string, which the next strings may share.
    private var last = (address: UInt(0), length: 0, text: "")

    private mutating func text(_ source: pv_text) throws(Failure) -> String {
        let text = try unsafe String(source)
        try addSize(text.utf8.count)
        return text
    }

    /// Copies a string. Strings that follow each other and point to the same bytes share the copy.
    private mutating func string(_ source: pv_text) throws(Failure) -> String {
        let (address, length) = unsafe (UInt(bitPattern: source.bytes), source.length)
        if address == last.address, length == last.length {
            try addSize(length)
        } else {
            last = (address, length, try unsafe text(source))
        }
        return last.text
    }

    private mutating func addSize(_ count: Int) throws(Failure) {
        size += count
        guard size <= Self.maximumSize else { throw .tooLarge }
    }

    static func payload(_ fields: UnsafePointer<pv_field>?, count: Int) throws(Failure) -> Payload {
        var reader = ValueReader()
        return try unsafe reader.payload(fields, count: count, depth: 1)
    }

    private mutating func payload(
        _ fields: UnsafePointer<pv_field>?, count: Int, depth: Int
    ) throws(Failure) -> Payload {
        guard let fields = try unsafe elements(fields, count: count, depth: depth) else { return Payload() }
        var builder = PayloadBuilder(capacity: count)
        for index in 0..<count {
            // Proof: the header requires `count` readable fields.
            let key = try unsafe text(fields[index].name)
            builder.set(key, try unsafe value(fields[index].value, depth: depth))
        }
        return builder.finished
    }

    private mutating func value(_ value: pv_value, depth: Int) throws(Failure) -> AnalyticsValue {
        switch unsafe Int(value.kind) {
        case PV_NULL: return .null
        // Reads the byte, because C may write other numbers than 0 and 1 into a `bool`.
        case PV_BOOL: return unsafe .bool(withUnsafeBytes(of: value.as) { unsafe $0[0] != 0 })
        case PV_INT: return unsafe .int(value.as.integer)
        case PV_DOUBLE: return unsafe .double(value.as.number)
        case PV_STRING: return unsafe .string(try string(value.as.text))
        case PV_DECIMAL:
            guard let number = try unsafe DecimalNumber(text(value.as.text)) else { throw .value }
            return .decimal(number)
        case PV_ARRAY:
            return unsafe .array(try array(value.as.array.items, count: value.as.array.count, depth: depth + 1))
        case PV_OBJECT:
            return unsafe .object(
                try payload(value.as.object.fields, count: value.as.object.count, depth: depth + 1))
        default: throw .value
        }
    }

    private mutating func array(
        _ items: UnsafePointer<pv_value>?, count: Int, depth: Int
    ) throws(Failure) -> [AnalyticsValue] {
        guard let items = try unsafe elements(items, count: count, depth: depth) else { return [] }
        var values: [AnalyticsValue] = []
        values.reserveCapacity(count)
        // Proof: the header requires `count` readable items.
        for index in 0..<count { values.append(try unsafe value(items[index], depth: depth)) }
        return values
    }

    /// Returns the elements, if there are any and the limits allow them.
    private mutating func elements<Element>(
        _ elements: UnsafePointer<Element>?, count: Int, depth: Int
    ) throws(Failure) -> UnsafePointer<Element>? {
        guard depth <= Self.maximumDepth, count >= 0, count <= Self.maximumCount - self.count else { throw .tooLarge }
        self.count += count
        if count == 0 { return nil }
        guard let elements = unsafe elements else { throw .null }
        return unsafe elements
    }
}
