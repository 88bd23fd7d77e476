import NavigationTraces

/// The CSS of the pictures, which SVG pictures and HTML documents share (TL-007).
package enum TimelineStyle {
    /// The CSS rules for colours.
    private static let colours: [(selector: String, property: String, colour: TimelineColour)] = [
        (".paper", "fill", .paper), ("text", "fill", .ink), (".muted", "fill", .muted), (".grid", "stroke", .grid),
        (".gap", "fill", .grid), (".guide", "stroke", .countedEdge), (".rule", "stroke", .grid),
        (".page", "fill", .page), (".pageText", "fill", .pageInk),
        (".counted", "fill", .counted), (".counted", "stroke", .countedEdge), (".countedText", "fill", .countedInk),
        (".dot", "fill", .countedEdge), (".many", "fill", .countedEdge),
        (".pending", "stroke", .pendingEdge), (".hatchBack", "fill", .pending), (".hatchLine", "stroke", .pendingEdge),
        (".pendingText", "fill", .pendingInk), (".pendingText", "stroke", .pending),
        (".untracked", "fill", .untracked), (".untracked", "stroke", .untrackedEdge),
        (".untrackedText", "fill", .untrackedInk),
        (".held", "fill", .paper), (".held", "stroke", .held), (".heldText", "fill", .muted),
        (".announced", "fill", .announced), (".goesOn", "fill", .muted),
        (".number", "fill", .number), (".hand", "fill", .number), (".numberText", "fill", .numberInk),
        (".uncounted", "stroke", .uncounted), (".halo", "stroke", .paper),
        (".link", "stroke", .link), (".interaction", "fill", .interaction), (".remark", "fill", .remark),
        (".remark", "stroke", .remarkInk), (".remarkSign", "stroke", .remarkInk), (".background", "fill", .muted),
        (".foreground", "stroke", .muted), (".note", "stroke", .ink), (".note", "fill", .paper),
        (".several", "fill", .muted), (".band", "fill", .band),
        (".bandEdge", "stroke", .muted), (".playedLine", "stroke", .band), (".playedEdge", "stroke", .muted),
    ]

    /// The CSS rules for an SVG picture.
    ///
    /// Every colour is written out, because some programs that show SVG do not support variables.
    static var standalone: String {
        let dark = rules { $0.dark }
        return "\(TimelinePage.shapes)\(rules { $0.light })\n@media (prefers-color-scheme:dark){\(dark)}"
    }

    /// The CSS rules for an HTML document, with the colours as variables.
    static var document: String {
        let light = TimelineColour.allCases.map { "--\($0.rawValue):\($0.light)" }.joined(separator: ";")
        let dark = TimelineColour.allCases.map { "--\($0.rawValue):\($0.dark)" }.joined(separator: ";")
        return """
            :root{color-scheme:light dark;\(light)}
            @media (prefers-color-scheme:dark){:root{\(dark)}}
            \(TimelinePage.shapes)\(rules { "var(--\($0.rawValue))" })
            """
    }

    /// The CSS rules for an HTML document with figures (TL-011).
    package static var figures: String { "\(document)\n\(TimelinePage.sent)" }

    /// An element with the patterns, which an HTML document with figures contains once.
    package static var figurePatterns: String {
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\(patterns)</defs></svg>\n"
    }

    private static func rules(_ value: (TimelineColour) -> String) -> String {
        colours.map { "\($0.selector){\($0.property):\(value($0.colour))}" }.joined()
    }

    /// The patterns of pending parts, and of the part before a recording.
    static let patterns = """
        <pattern id="pv-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect class="hatchBack" width="6" height="6"/><path class="hatchLine" d="M1 0V6"/></pattern>\
        <pattern id="pv-played" width="6" height="6" patternUnits="userSpaceOnUse"><path class="playedLine" d="M0 1.5H6"/></pattern>
        """
}

/// The colours of the light and of the dark appearance (TL-007).
package enum TimelineColour: String, CaseIterable, Sendable {
    case paper, ink, muted, grid, band
    case page, pageInk
    case counted, countedEdge, countedInk
    case pending, pendingEdge, pendingInk
    case untracked, untrackedEdge, untrackedInk
    case held, announced
    case number, numberInk
    case uncounted, link, interaction, remark, remarkInk
    case focus

    package var light: String {
        switch self {
        case .paper: "#ffffff"
        case .ink: "#1b2230"
        case .muted: "#55606f"
        case .grid: "#e3e8ee"
        case .band: "#e2e7ed"
        case .page: "#34435a"
        case .pageInk: "#ffffff"
        case .counted: "#cfe3fa"
        case .countedEdge: "#1f66b5"
        case .countedInk: "#0d2c50"
        case .pending: "#fdf0d5"
        case .pendingEdge: "#a86200"
        case .pendingInk: "#4a2b00"
        case .untracked: "#eef1f5"
        case .untrackedEdge: "#768394"
        case .untrackedInk: "#414b58"
        case .held: "#616e7e"
        case .announced: "#768394"
        case .number: "#134b8a"
        case .numberInk: "#ffffff"
        case .uncounted: "#b3261e"
        case .link: "#7a2d8f"
        case .interaction: "#0b6e5f"
        case .remark: "#f2b600"
        case .remarkInk: "#4a3400"
        case .focus: "#c2185b"
        }
    }

    package var dark: String {
        switch self {
        case .paper: "#10151d"
        case .ink: "#e7ecf3"
        case .muted: "#9ba8b8"
        case .grid: "#232c38"
        case .band: "#222d3b"
        case .page: "#c3d0e2"
        case .pageInk: "#10151d"
        case .counted: "#17395f"
        case .countedEdge: "#64a8f0"
        case .countedInk: "#e0eefd"
        case .pending: "#35280f"
        case .pendingEdge: "#d99a2b"
        case .pendingInk: "#fbe3b6"
        case .untracked: "#1f2733"
        case .untrackedEdge: "#7d8b9d"
        case .untrackedInk: "#c0cad6"
        case .held: "#93a0b1"
        case .announced: "#7d8b9d"
        case .number: "#8cc3ff"
        case .numberInk: "#07203c"
        case .uncounted: "#ff8a80"
        case .link: "#d89bea"
        case .interaction: "#5fd3bf"
        case .remark: "#f2b600"
        case .remarkInk: "#2b1e00"
        case .focus: "#ff7eb0"
        }
    }
}
