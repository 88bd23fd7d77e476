import NavigationTraces

/// Writes the elements of SVG and HTML; whatever comes from a trace is escaped (rule TL-008).
struct MarkupWriter {
    /// What has been written, in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Writes markup of our own as it is.
    mutating func raw(_ markup: String) { bytes += markup.utf8 }

    /// Writes bytes that are markup already.
    mutating func raw(_ markup: [UInt8]) { bytes += markup }

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

    /// Writes text from a trace. What would be obeyed and not shown is an escape; what XML has no place for, a question mark.
    mutating func escaped(_ text: String) {
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
    /// With a question mark for each character that a picture has no place for.
    var drawable: String {
        // Most texts have none; looking up what Unicode says of each letter takes long.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let isForeign = { (scalar: Unicode.Scalar) in scalar.value & 0xFFFE == 0xFFFE }
        guard unicodeScalars.contains(where: isForeign) else { return printable }
        return String(UnicodeScalarView(unicodeScalars.map { isForeign($0) ? "?" : $0 })).printable
    }
}
