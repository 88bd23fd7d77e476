/// The CSS of the pictures, which SVG pictures and HTML documents share (TL-007).
package enum TimelineStyle {
    /// The colours of the light and of the dark appearance, as `palette.txt` lists them.
    package static let palette: [(name: String, light: String, dark: String)] =
        TimelinePage.palette.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        .filter { $0.count == 3 }.map { ($0[0], $0[1], $0[2]) }

    /// The CSS rules for an SVG picture. Every colour is written out, because some programs that show SVG do not support
    /// variables.
    static var standalone: String {
        let light = Dictionary(uniqueKeysWithValues: palette.map { ($0.name, $0.light) })
        let dark = Dictionary(uniqueKeysWithValues: palette.map { ($0.name, $0.dark) })
        return """
            \(TimelinePage.shapes)\(rules { light[$0] ?? "" })
            @media (prefers-color-scheme:dark){\(rules { dark[$0] ?? "" })}
            """
    }

    /// The CSS rules for an HTML document, with the colours as variables.
    static var document: String {
        let light = palette.map { "--\($0.name):\($0.light)" }.joined(separator: ";")
        let dark = palette.map { "--\($0.name):\($0.dark)" }.joined(separator: ";")
        return """
            :root{color-scheme:light dark;\(light)}
            @media (prefers-color-scheme:dark){:root{\(dark)}}
            \(TimelinePage.shapes)\(rules { "var(--\($0))" })
            """
    }

    /// The CSS rules for an HTML document with figures (TL-011).
    package static var figures: String { "\(document)\n\(TimelinePage.sent)" }

    /// An element with the patterns, which an HTML document with figures contains once.
    package static var figurePatterns: String {
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\(patterns)</defs></svg>\n"
    }

    /// Returns the CSS rules for colours, with a value for each name between dollar signs.
    private static func rules(_ value: (String) -> String) -> String {
        TimelinePage.colours.split(separator: "$").enumerated()
            .map { $0.offset.isMultiple(of: 2) ? $0.element.filter { $0 != "\n" } : value(String($0.element)) }.joined()
    }

    /// The patterns of pending parts, and of the part before a recording.
    static let patterns = """
        <pattern id="pv-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect class="hatchBack" width="6" height="6"/><path class="hatchLine" d="M1 0V6"/></pattern>\
        <pattern id="pv-played" width="6" height="6" patternUnits="userSpaceOnUse"><path class="playedLine" d="M0 1.5H6"/></pattern>
        """
}
