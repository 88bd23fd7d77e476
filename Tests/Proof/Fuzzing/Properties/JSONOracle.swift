/// A check that bytes are JSON by RFC 8259, independent of the library whose output it checks.
struct JSONOracle {
    private var rest: ArraySlice<UInt8>

    /// Whether bytes are one object on one line, without the line break.
    static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == 0x7B, !bytes.contains(0x0A) else { return false }
        // Decoding turns an invalid sequence into U+FFFD, so the bytes would differ.
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else { return false }
        var oracle = JSONOracle(rest: bytes)
        return oracle.value() && oracle.rest.isEmpty
    }

    /// Consumes a value. Returns whether there is one. The library writes no space between values.
    private mutating func value() -> Bool {
        switch rest.first {
        case 0x7B: return list("{", "}") { $0.string() && $0.take(":") && $0.value() }
        case 0x5B: return list("[", "]") { $0.value() }
        case 0x22: return string()
        case 0x74: return take("true")
        case 0x66: return take("false")
        case 0x6E: return take("null")
        default: return number()
        }
    }

    private mutating func list(_ open: String, _ close: String, _ item: (inout JSONOracle) -> Bool) -> Bool {
        guard take(open) else { return false }
        if take(close) { return true }
        repeat {
            guard item(&self) else { return false }
        } while take(",")
        return take(close)
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: return true
            case 0x00..<0x20: return false
            case 0x5C: guard escape() else { return false }
            default: break
            }
        }
        return false
    }

    private mutating func escape() -> Bool {
        switch rest.popFirst() {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return true
        // The library writes only control characters by number.
        case 0x75: return (take("001") || take("000")) && hexDigit()
        default: return false
        }
    }

    private mutating func hexDigit() -> Bool {
        rest.popFirst().map { Character(Unicode.Scalar($0)).isHexDigit } ?? false
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take("."), !digits() { return false }
        guard take("e") || take("E") else { return true }
        _ = take("+") || take("-")
        return digits()
    }

    /// Consumes digits. Returns whether there is one.
    private mutating func digits() -> Bool {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        return !digits.isEmpty
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }
}
