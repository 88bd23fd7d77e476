import NavigationTraces

/// A writer of SVG and HTML elements, which escapes text from a trace (TL-008).
package struct MarkupWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Writes markup without escaping. The text must not come from a trace.
    package mutating func raw(_ markup: String) { bytes += markup.utf8 }

    /// Writes bytes of markup without escaping.
    package mutating func raw(_ markup: [UInt8]) { bytes += markup }

    /// Writes the beginning of an HTML document, up to its title. The document loads nothing from outside.
    ///
    /// - Parameter scriptSource: The source expression of the only script that a browser executes; `nil` for none.
    package mutating func beginDocument(scriptSource: String? = nil) {
        raw(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline';\
            \(scriptSource.map { "script-src \($0);" } ?? "")base-uri 'none';form-action 'none'">
            <title>
            """)
    }

    /// Writes an empty element. Its attributes are not escaped, so they must not come from a trace.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, Int> = [:], _ classes: String, _ more: String = ""
    ) {
        raw("<\(name) class=\"\(classes)\"")
        for (key, value) in attributes { raw(" \(key)=\"\(value)\"") }
        raw("\(more)/>")
    }

    mutating func text(_ text: String, x: Int, y: Int, _ classes: String = "") {
        raw("<text x=\"\(x)\" y=\"\(y)\"\(classes.isEmpty ? "" : " class=\"\(classes)\"")>")
        escaped(text)
        raw("</text>")
    }

    mutating func title(_ text: String) { title(CollectionOfOne(text)) }

    mutating func title(_ lines: some Sequence<String>) {
        raw("<title>")
        for (index, line) in lines.enumerated() {
            if index > 0 { raw("\n") }
            escaped(line)
        }
        raw("</title>")
    }

    /// Writes text from a trace. Escapes control characters and characters with a meaning in markup. Writes a question mark for
    /// a character that XML forbids.
    package mutating func escaped(_ text: String) {
        for byte in text.drawable.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }
}

extension String {
    /// The text with a question mark for each character that XML forbids.
    var drawable: String {
        // A fast path: most texts are ASCII, and a lookup of each character's properties is slow.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let isForeign = { (scalar: Unicode.Scalar) in scalar.value & 0xFFFE == 0xFFFE }
        guard unicodeScalars.contains(where: isForeign) else { return printable }
        return String(UnicodeScalarView(unicodeScalars.map { isForeign($0) ? "?" : $0 })).printable
    }
}

/// Upper limits for the widths of texts, in the widest font that the pictures name (TL-004).
package enum TextWidth {
    /// The widths from the space to the tilde, in thousandths of the font size. The widths are those of DejaVu Sans, which is
    /// as wide as Verdana.
    private static let ascii: [Int] = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636,
        636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656,
        557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613,
        635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818,
        592, 592, 525, 636, 337, 636, 838,
    ]

    /// Returns the width of a text in pixels, rounded up.
    package static func of(_ text: String, size: Int, isBold: Bool = false) -> Int {
        let sum = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
        // Bold letters are at most a quarter wider.
        return (sum * size * (isBold ? 5 : 4) / 4 + 999) / 1000
    }

    /// Shortens a text to a width in pixels, with an ellipsis. Returns `nil` if fewer than three characters fit.
    package static func shortened(_ text: String, to width: Int, size: Int, isBold: Bool = false) -> String? {
        // More characters cannot fit, so a name of a million characters costs no more time than one that fills the width.
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
