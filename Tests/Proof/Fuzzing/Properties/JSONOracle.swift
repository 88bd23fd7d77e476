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
        case 0x7B: return list(0x7B, 0x7D) { $0.string() && $0.take(0x3A) && $0.value() }
        case 0x5B: return list(0x5B, 0x5D) { $0.value() }
        case 0x22: return string()
        case 0x74: return word("true")
        case 0x66: return word("false")
        case 0x6E: return word("null")
        default: return number()
        }
    }

    private mutating func list(_ open: UInt8, _ close: UInt8, _ item: (inout JSONOracle) -> Bool) -> Bool {
        guard take(open) else { return false }
        if take(close) { return true }
        repeat {
            guard item(&self) else { return false }
        } while take(0x2C)
        return take(close)
    }

    private mutating func string() -> Bool {
        guard take(0x22) else { return false }
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
        case 0x75: return word("001") || word("000") ? hexDigit() : false
        default: return false
        }
    }

    private mutating func hexDigit() -> Bool {
        guard let byte = rest.popFirst() else { return false }
        return Character(Unicode.Scalar(byte)).isHexDigit
    }

    private mutating func number() -> Bool {
        _ = take(0x2D)
        guard take(0x30) || digits() else { return false }
        if take(0x2E), !digits() { return false }
        guard take(0x65) || take(0x45) else { return true }
        _ = take(0x2B) || take(0x2D)
        return digits()
    }

    /// Consumes digits. Returns whether there is one.
    private mutating func digits() -> Bool {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[digits.endIndex...]
        return !digits.isEmpty
    }

    private mutating func word(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }
}
