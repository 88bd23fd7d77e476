import NavigationTraces

/// How wide a text is at most, in the fonts that the pictures name; measured on the widest of them.
package enum TextWidth {
    /// In thousandths of the font's size, from the space to the tilde: DejaVu Sans, which is as wide as Verdana.
    private static let ascii: [Int] = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636,
        636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656,
        557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613,
        635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818,
        592, 592, 525, 636, 337, 636, 838,
    ]

    /// In pixels, rounded up.
    package static func of(_ text: String, size: Int, isBold: Bool = false) -> Int {
        let sum = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
        // Bold letters are a quarter wider at most.
        return (sum * size * (isBold ? 5 : 4) / 4 + 999) / 1000
    }

    /// Cut so that it is no wider than so many pixels, with an ellipsis in place of what is missing; `nil` if too little
    /// of it would be left to mean anything.
    package static func shortened(_ text: String, to width: Int, size: Int, isBold: Bool = false) -> String? {
        // A name of a million letters is looked at no further than a picture is wide.
        let start = String(text.prefix(2 * max(0, width)))
        if start.unicodeScalars.count == text.unicodeScalars.count, of(start, size: size, isBold: isBold) <= width {
            return start.isEmpty ? nil : start
        }
        let available = width * 1000 * 4 / (size * (isBold ? 5 : 4)) - Self.width(of: "…")
        var (kept, sum) = ("", 0)
        for character in start {
            sum += character.unicodeScalars.reduce(0) { $0 + Self.width(of: $1) }
            if sum > available { break }
            kept.append(character)
        }
        return kept.count < 3 ? nil : kept + "…"
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let value = Int(scalar.value)
        if (0x20..<0x7F).contains(value) { return ascii[value - 0x20] }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return value < 0x400 ? 1000 : 1100
        }
    }
}
