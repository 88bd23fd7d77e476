import PageViewAutomation

extension String {
    /// Followed by as many spaces as it takes to be so many characters wide.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// With a question mark for each character that a terminal would obey, and not show (rule EX-004).
    package var printable: String {
        guard unicodeScalars.contains(where: \.isObeyed) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isObeyed ? "?" : scalar) }
        return String(text)
    }

    /// Whether it is called this, or printed like this (rule EX-003).
    package func isNamed(_ name: String) -> Bool {
        ExactName(self) == ExactName(name) || ExactName(printable) == ExactName(name)
    }
}

extension Unicode.Scalar {
    /// Whether it is an order and not a part of a text: the control characters, what ends a line, and what changes the
    /// direction of all that follows. What joins letters and pictures stays.
    fileprivate var isObeyed: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x2028, 0x2029: true
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
