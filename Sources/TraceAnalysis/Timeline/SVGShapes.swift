import NavigationTraces

/// The shapes that stand for what happened at a moment, around a middle; in SVG and HTML alike.
enum SVGShapes {
    /// The markup of a mark, with its middle at 0, 0; `nil` is several of different kinds.
    static func mark(_ kind: Timeline.Mark.Kind?) -> String {
        switch kind {
        case .link: #"<path class="link" d="M-4-5V1H4M1-2L4 1L1 4"/>"#
        case .interaction: #"<path class="interaction" d="M0-5L5 0L0 5L-5 0Z"/>"#
        case .remark: #"<path class="remark" d="M0-5L5.5 4.5H-5.5Z"/><path class="remarkSign" d="M0-1.5V1M0 3V3"/>"#
        case .background: #"<path class="background" d="M3-4.5A5 5 0 1 0 5 2A4.5 4.5 0 0 1 3-4.5Z"/>"#
        case .foreground: #"<circle class="foreground" r="4"/>"#
        case .note: #"<path class="note" d="M-4.5-4.5H4.5V2H0.5L-2 5V2H-4.5ZM-2-1.3H2"/>"#
        case nil: #"<path class="several" d="M-6-1.5h3v3h-3zM-1.5-1.5h3v3h-3zM3-1.5h3v3h-3z"/>"#
        }
    }

    /// The cross of a stay that was left without a page view.
    static let cross = #"<path class="halo" d="M-3-3L3 3M3-3L-3 3"/><path class="uncounted" d="M-3-3L3 3M3-3L-3 3"/>"#
    /// The arrow of what goes on at the end of the trace.
    static let arrow = #"<path class="goesOn" d="M0-5L6 0L0 5Z"/>"#
}
