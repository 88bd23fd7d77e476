import PageViewAutomation

extension String {
    /// Followed by as many spaces as it takes to be so many characters wide.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// With an escape such as `\u{9B}` for each character that a terminal would obey or hide (rule TR-008).
    package var printable: String {
        // Most texts are plain; the properties of a character take long to look up.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var text = UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isHidden(after: before) {
                let number = String(scalar.value, radix: 16, uppercase: true)
                // `append(contentsOf:)` copies all that there is.
                for character in "\\u{\(number)}".unicodeScalars { text.append(character) }
                before = nil
            } else {
                text.append(scalar)
                before = scalar
            }
        }
        return String(text)
    }

    /// Whether it is called this, or printed like this (rule EX-003).
    package func isNamed(_ name: String) -> Bool {
        ExactName(self) == ExactName(name) || ExactName(printable) == ExactName(name)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal obeys it: a control character, an end of a line, or a change of the direction of the text.
    var isObeyed: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F: true
        case 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether a reader would not see it behind the character before it, of which `nil` is none or an escape.
    fileprivate func isHidden(after before: Unicode.Scalar?) -> Bool {
        if isObeyed || (0xFFF9...0xFFFB).contains(value) { return true }
        guard properties.isDefaultIgnorableCodePoint else { return false }
        // One joiner or variant behind a letter or a picture changes how that looks; a row of them can only hide a text.
        guard isJoiner || isVariant, let before else { return true }
        return before.isJoiner || (before.isVariant && !isJoiner)
    }

    private var isJoiner: Bool { value == 0x200C || value == 0x200D }

    private var isVariant: Bool { (0xFE00...0xFE0F).contains(value) }
}
