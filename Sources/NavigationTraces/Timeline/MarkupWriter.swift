import AnalyticsJSON

/// Writes the elements of SVG and HTML; whatever comes from a trace is escaped (rule TL-008).
struct MarkupWriter {
    private var writer = JSONWriter()

    mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Writes markup of our own as it is.
    mutating func raw(_ markup: String) { writer.raw(markup) }

    /// Writes bytes that are markup already.
    mutating func raw(_ bytes: [UInt8]) { for byte in bytes { writer.byte(byte) } }

    /// Writes an element without contents; attributes of our own as they are.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, Int> = [:], _ classes: String, _ more: String = ""
    ) {
        raw("<\(name) class=\"\(classes)\"")
        for (key, value) in attributes { raw(" \(key)=\"\(value)\"") }
        raw("\(more)/>")
    }

    /// Writes a line of text.
    mutating func text(_ text: String, x: Int, y: Int, _ classes: String = "") {
        raw("<text x=\"\(x)\" y=\"\(y)\"\(classes.isEmpty ? "" : " class=\"\(classes)\"")>")
        escaped(text)
        raw("</text>")
    }

    /// Writes what appears when somebody points at the element around it.
    mutating func title(_ text: String) {
        raw("<title>")
        escaped(text)
        raw("</title>")
    }

    /// Writes text from a trace. What would be obeyed and not shown, and what XML has no place for, is a question mark.
    mutating func escaped(_ text: String) {
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": writer.raw("&amp;")
            case "<": writer.raw("&lt;")
            case ">": writer.raw("&gt;")
            case "\"": writer.raw("&quot;")
            case "'": writer.raw("&#39;")
            case "\u{FFFE}", "\u{FFFF}": writer.raw("?")
            default: for byte in UTF8.encode(scalar) ?? .init() { writer.byte(byte) }
            }
        }
    }
}
