import NavigationTraces

/// The colours of the pictures, for light and for dark surroundings (rule TL-007).
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
