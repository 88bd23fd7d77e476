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

    package var light: String { values.light }
    package var dark: String { values.dark }

    private var values: (light: String, dark: String) {
        switch self {
        case .paper: ("#ffffff", "#10151d")
        case .ink: ("#1b2230", "#e7ecf3")
        case .muted: ("#55606f", "#9ba8b8")
        case .grid: ("#e3e8ee", "#232c38")
        case .band: ("#e2e7ed", "#222d3b")
        case .page: ("#34435a", "#c3d0e2")
        case .pageInk: ("#ffffff", "#10151d")
        case .counted: ("#cfe3fa", "#17395f")
        case .countedEdge: ("#1f66b5", "#64a8f0")
        case .countedInk: ("#0d2c50", "#e0eefd")
        case .pending: ("#fdf0d5", "#35280f")
        case .pendingEdge: ("#a86200", "#d99a2b")
        case .pendingInk: ("#4a2b00", "#fbe3b6")
        case .untracked: ("#eef1f5", "#1f2733")
        case .untrackedEdge: ("#768394", "#7d8b9d")
        case .untrackedInk: ("#414b58", "#c0cad6")
        case .held: ("#616e7e", "#93a0b1")
        case .announced: ("#768394", "#7d8b9d")
        case .number: ("#134b8a", "#8cc3ff")
        case .numberInk: ("#ffffff", "#07203c")
        case .uncounted: ("#b3261e", "#ff8a80")
        case .link: ("#7a2d8f", "#d89bea")
        case .interaction: ("#0b6e5f", "#5fd3bf")
        case .remark: ("#f2b600", "#f2b600")
        case .remarkInk: ("#4a3400", "#2b1e00")
        case .focus: ("#c2185b", "#ff7eb0")
        }
    }
}
