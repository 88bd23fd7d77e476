/// The parsing of strings, with checks of escapes and of UTF-8 (TR-002).
extension JSONParser {
    package mutating func string() throws(LineError) -> String {
        text(of: try key())
    }

    /// Checks and skips a string. Returns its position.
    mutating func key() throws(LineError) -> JSONKey {
        let start = at + 1
        let hasEscapes = try skipString()
        return JSONKey(range: start..<(at - 1), hasEscapes: hasEscapes)
    }

    /// Returns the text of a key or of a string, which the parser has already checked.
    package func text(of key: JSONKey) -> String {
        key.hasEscapes ? unescape(key.range) : String(decoding: bytes[key.range], as: UTF8.self)
    }

    /// Checks and skips a string. Returns whether the string has escapes.
    @discardableResult
    package mutating func skipString() throws(LineError) -> Bool {
        try take(0x22, or: "a string")
        var hasEscapes = false
        while true {
            guard at < end else { throw expected("'\"' at the end of the string") }
            let byte = bytes[at]
            switch byte {
            case 0x22:
                at += 1
                return hasEscapes
            case 0x5C:
                hasEscapes = true
                try skipEscape()
            case 0x00...0x1F:
                throw expected("an escape for a control character")
            case 0x20...0x7F:
                at += 1
            default:
                try skipMultibyte()
            }
        }
    }

    private mutating func skipEscape() throws(LineError) {
        let start = at
        at += 1
        switch next {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            at += 1
        case 0x75:
            at += 1
            let unit = try skipHex()
            switch unit {
            case 0xD800...0xDBFF:
                guard next == 0x5C, at + 1 < end, bytes[at + 1] == 0x75 else {
                    throw LineError(
                        offset: start, message: "expected the second half of a surrogate pair, found none")
                }
                at += 2
                guard (0xDC00...0xDFFF).contains(try skipHex()) else {
                    throw LineError(
                        offset: start, message: "expected the second half of a surrogate pair, found none")
                }
            case 0xDC00...0xDFFF:
                throw LineError(
                    offset: start, message: "expected the first half of a surrogate pair, found none")
            default: break
            }
        default:
            throw expected("an escape: one of \" \\ / b f n r t u")
        }
    }

    private mutating func skipHex() throws(LineError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap(Self.hexValue) else { throw expected("a hexadecimal digit") }
            unit = unit << 4 | digit
            at += 1
        }
        return unit
    }

    private static func hexValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46: UInt16(byte - 0x41 + 10)
        case 0x61...0x66: UInt16(byte - 0x61 + 10)
        default: nil
        }
    }

    /// Skips a character of two to four bytes. Throws if it is malformed.
    package mutating func skipMultibyte() throws(LineError) {
        guard let length = bytes[at..<end].lengthOfMultibyte(at: at) else { throw expected("a character in UTF-8") }
        at += length
    }

    /// Returns the text of the content of a string, which the parser has already checked.
    private func unescape(_ content: Range<Int>) -> String {
        var parser = JSONParser(bytes, content)
        var utf8: [UInt8] = []
        utf8.reserveCapacity(content.count)
        while parser.at < parser.end {
            let byte = bytes[parser.at]
            guard byte == 0x5C else {
                utf8.append(byte)
                parser.at += 1
                continue
            }
            let escape = bytes[parser.at + 1]
            parser.at += 2
            switch escape {
            case 0x62: utf8.append(0x08)
            case 0x66: utf8.append(0x0C)
            case 0x6E: utf8.append(0x0A)
            case 0x72: utf8.append(0x0D)
            case 0x74: utf8.append(0x09)
            case 0x75: utf8.append(contentsOf: parser.unescapeUnit())
            default: utf8.append(escape)
            }
        }
        return String(decoding: utf8, as: UTF8.self)
    }

    private mutating func unescapeUnit() -> [UInt8] {
        // The digits have been checked.
        func hex() -> UInt16 { (try? skipHex()) ?? 0 }
        var units = [hex()]
        if UTF16.isLeadSurrogate(units[0]) {
            at += 2
            units.append(hex())
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

extension ArraySlice<UInt8> {
    /// Returns the number of bytes of the UTF-8 character at an index, two to four.
    ///
    /// Returns `nil` if it is malformed: for overlong forms, surrogates and values beyond U+10FFFF too.
    fileprivate func lengthOfMultibyte(at index: Int) -> Int? {
        guard let (length, second) = Self.multibyteForm(of: self[index]), index + length <= endIndex,
            second.contains(self[index + 1])
        else { return nil }
        for next in self[(index + 2)..<(index + length)] where next & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The index of the first malformed character; `nil` if the bytes are UTF-8.
    package var firstMalformedCharacter: Int? {
        var index = startIndex
        while index < endIndex {
            if self[index] < 0x80 {
                index += 1
            } else {
                guard let length = lengthOfMultibyte(at: index) else { return index }
                index += length
            }
        }
        return nil
    }

    /// Returns the length of a character with this first byte, and the range of its second byte.
    private static func multibyteForm(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
