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
    package static func escaping(_ bytes: Span<UInt8>) -> [UInt8]? {
        var copy: [UInt8] = []
        for index in bytes.indices { copy.append(bytes[index]) }
        // Most output is ASCII.
        guard copy.contains(where: { $0 >= 0x7F }) else { return nil }
        let scalars = String(decoding: copy, as: UTF8.self).unicodeScalars
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x7F && scalar.controlsTerminal }
        guard scalars.contains(where: isEscaped) else { return nil }
        var escaped = ""
        for scalar in scalars {
            if isEscaped(scalar) {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return Array(escaped.utf8)
    }
}
