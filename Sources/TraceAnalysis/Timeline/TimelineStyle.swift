import NavigationTraces

/// How the shapes of the pictures look: the same rules for SVG and HTML.
enum TimelineStyle {
    /// What of the look is a colour.
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

    /// The rules for a picture that stands alone: every colour is written out, as not every program that shows SVG knows
    /// variables.
    static var standalone: String {
        let dark = rules { $0.dark }
        return "\(TimelinePage.shapes)\(rules { $0.light })\n@media (prefers-color-scheme:dark){\(dark)}"
    }

    /// The rules for a document, with its colours in variables.
    static var document: String {
        let light = TimelineColour.allCases.map { "--\($0.rawValue):\($0.light)" }.joined(separator: ";")
        let dark = TimelineColour.allCases.map { "--\($0.rawValue):\($0.dark)" }.joined(separator: ";")
        return """
            :root{color-scheme:light dark;\(light)}
            @media (prefers-color-scheme:dark){:root{\(dark)}}
            \(TimelinePage.shapes)\(rules { "var(--\($0.rawValue))" })
            """
    }

    private static func rules(_ value: (TimelineColour) -> String) -> String {
        colours.map { "\($0.selector){\($0.property):\(value($0.colour))}" }.joined()
    }

    /// The patterns of what is pending, and of what is no history.
    static let patterns = """
        <pattern id="pv-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
        <rect class="hatchBack" width="6" height="6"/><path class="hatchLine" d="M1 0V6"/></pattern>\
        <pattern id="pv-played" width="6" height="6" patternUnits="userSpaceOnUse"><path class="playedLine" d="M0 1.5H6"/></pattern>
        """
}
