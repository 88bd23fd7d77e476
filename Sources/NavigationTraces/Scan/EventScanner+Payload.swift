import AnalyticsJSON
import PageViewAutomation

extension EventScanner {
    /// A flat object of few plain values.
    mutating func payload(_ bytes: ByteSpan) -> Payload? {
        guard bytes.byte(at: at) == 0x7B else { return nil }
        at += 1
        if bytes.byte(at: at) == 0x7D {
            at += 1
            return Payload()
        }
        var entries: [Payload.Entry] = []
        while true {
            guard let key = text(bytes), bytes.byte(at: at) == 0x3A else { return nil }
            at += bytes.byte(at: at + 1) == 0x20 ? 2 : 1
            guard let value = plainValue(bytes) else { return nil }
            let name = string(key, bytes)
            for entry in entries where entry.key.isSame(as: name) { return nil }
            entries.append(Payload.Entry(key: name, value: value))
            switch bytes.byte(at: at) {
            case 0x7D:
                at += 1
                return Payload(uniqueEntries: entries)
            case 0x2C where entries.count < 16:
                at += bytes.byte(at: at + 1) == 0x20 ? 2 : 1
            default:
                return nil
            }
        }
    }

    /// A string without escapes, a whole number of few digits, or a word.
    private mutating func plainValue(_ bytes: ByteSpan) -> AnalyticsValue? {
        switch bytes.byte(at: at) {
        case 0x22: return text(bytes).map { .string(string($0, bytes)) }
        case 0x30...0x39: return wholeNumber(bytes).map { .int($0) }
        case 0x74 where bytes.starts(with: "true", at: at):
            at += 4
            return .bool(true)
        case 0x66 where bytes.starts(with: "false", at: at):
            at += 5
            return .bool(false)
        case 0x6E where bytes.starts(with: "null", at: at):
            at += 4
            return .null
        default: return nil
        }
    }

    /// A number of few digits and nothing else.
    private mutating func wholeNumber(_ bytes: ByteSpan) -> Int64? {
        let start = at
        var value: Int64 = 0
        var digit = bytes.byte(at: at) &- 0x30
        while digit < 10 {
            value = value &* 10 &+ Int64(digit)
            at += 1
            digit = bytes.byte(at: at) &- 0x30
        }
        guard at - start <= 18, at - start == 1 || bytes.byte(at: start) != 0x30 else { return nil }
        // A fraction, an exponent or a letter is left to the general reader: what follows is no ',' or '}'.
        return value
    }
}
