import AnalyticsJSON
import PageViewAutomation

extension String {
    /// Returns the text, followed by spaces up to a width in characters.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text with an escape such as `\u{9B}` for each control or hidden character (TR-008).
    package var printable: String {
        // Most texts are ASCII, and Unicode properties are slow to look up.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var text = UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isHidden(after: before) {
                let number = String(scalar.value, radix: 16, uppercase: true)
                // `append(contentsOf:)` would copy the whole text.
                for character in "\\u{\(number)}".unicodeScalars { text.append(character) }
                before = nil
            } else {
                text.append(scalar)
                before = scalar
            }
        }
        return String(text)
    }

    /// Returns whether this is the name, either exactly or as printed (EX-003).
    package func isNamed(_ name: String) -> Bool {
        ExactName(self) == ExactName(name) || ExactName(printable) == ExactName(name)
    }
}

extension Unicode.Scalar {
    /// Whether the character controls a terminal (TR-008).
    ///
    /// Such characters are control characters, line separators and direction controls.
    var controlsTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F: true
        case 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns whether the character is invisible after the one before it. `nil` means none, or an escape.
    fileprivate func isHidden(after before: Unicode.Scalar?) -> Bool {
        if controlsTerminal || (0xFFF9...0xFFFB).contains(value) { return true }
        guard properties.isDefaultIgnorableCodePoint else { return false }
        // One joiner or variation selector after a visible character changes its look. A sequence of them can only hide text.
        guard isJoiner || isVariant, let before else { return true }
        return before.isJoiner || (before.isVariant && !isJoiner)
    }

    private var isJoiner: Bool { value == 0x200C || value == 0x200D }

    private var isVariant: Bool { (0xFE00...0xFE0F).contains(value) }
}

/// Escapes control characters in JSON (TR-008).
package enum EscapedJSON {
    /// Returns the JSON with an escape of four hexadecimal digits for each control character; `nil` if it has none.
    ///
    /// The bytes may be several lines. The writers already escape the control characters below U+0020.
    package static func escaping(_ bytes: Span<UInt8>) -> ContiguousArray<UInt8>? {
        guard mayNeedEscapes(bytes), var next = firstControl(in: bytes, from: 0) else { return nil }
        var escaped = ContiguousArray<UInt8>()
        escaped.reserveCapacity(bytes.count + bytes.count / 8)
        var start = 0
        while true {
            for index in start..<next.offset { escaped.append(bytes[index]) }
            escaped.append(contentsOf: "\\u".utf8)
            for shift in [12, 8, 4, 0] as [UInt32] {
                let digit = UInt8(next.value >> shift & 0xF)
                escaped.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
            start = next.offset + next.count
            guard let more = firstControl(in: bytes, from: start) else { break }
            next = more
        }
        for index in start..<bytes.count { escaped.append(bytes[index]) }
        return escaped
    }

    /// Returns whether the bytes contain any byte that can begin such a character. Most output contains none.
    private static func mayNeedEscapes(_ bytes: Span<UInt8>) -> Bool {
        var bits: UInt8 = 0
        // Adding 1 sets the highest bit for 0x7F and above; UTF-8 has no 0xFF. Without branches, the compiler vectorizes the
        // loop.
        for index in bytes.indices { bits |= bytes[index] &+ 1 }
        return bits & 0x80 != 0
    }

    /// Returns the first control character: its value, position and number of bytes.
    private static func firstControl(
        in bytes: Span<UInt8>, from start: Int
    ) -> (value: UInt32, offset: Int, count: Int)? {
        for offset in start..<bytes.count {
            let byte = bytes[offset]
            let (value, count): (UInt32, Int)
            switch byte {
            case 0x7F: (value, count) = (0x7F, 1)
            case 0xC2, 0xD8:
                guard offset + 1 < bytes.count else { return nil }
                (value, count) = (UInt32(byte & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F), 2)
            case 0xE2:
                guard offset + 2 < bytes.count else { return nil }
                let low = UInt32(bytes[offset + 1] & 0x3F) << 6 | UInt32(bytes[offset + 2] & 0x3F)
                (value, count) = (0x2000 | low, 3)
            default: continue
            }
            if Unicode.Scalar(value)?.controlsTerminal == true { return (value, offset, count) }
        }
        return nil
    }
}
