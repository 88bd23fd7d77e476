import CHTMLParts

/// The fixed parts of the HTML document (TL-009), and the chapters of the specification. `CHTMLParts` contains their texts. The scripts are plain JavaScript, which
/// all current browsers execute. They load nothing from outside the document.
enum TimelinePage {
    /// The scripts, in one scope.
    static let script = unsafe "\n(() => {\n\"use strict\";\n\(text(timeline_script()))})();\n"

    /// The source expression of the scripts in the content security policy.
    static let scriptSource = ScriptHash.source(script)

    static var style: String { unsafe text(timeline_page_style()) }

    /// The chapters of the specification that contain rules.
    static var chapters: String { unsafe text(rule_chapters()) }

    /// The style of the shapes, which SVG pictures and HTML documents share.
    static var shapes: String { unsafe text(timeline_shapes_style()) }

    /// The CSS rules for colours, with the names of colours between dollar signs.
    static var colours: String { unsafe text(timeline_colours_style()) }

    /// The colours: a name, the light and the dark value on each line.
    static var palette: String { unsafe text(timeline_palette()) }

    /// The style of what an app sent, in a document that shows it (TL-011).
    static var sent: String { unsafe text(timeline_sent_style()) }

    /// The buttons, and the list of keys.
    static var toolbar: String { unsafe text(timeline_toolbar()) }

    /// Returns a null-terminated text of `CHTMLParts` as a string.
    private static func text(_ file: UnsafePointer<CChar>?) -> String {
        unsafe file.map { unsafe String(cString: $0) } ?? ""
    }

    static let chart = """
        <noscript><p style="padding:0 16px">The timeline is drawn by a script; the explanations below need none.</p></noscript>
        <div id="chart">
        <svg id="overview" aria-hidden="true"><path id="density"/><rect id="before" height="28"/><rect id="after" height="28"/>\
        <rect id="window" y="1" height="26" rx="3"/></svg>
        <div class="readout"><output id="range" aria-label="Shown"></output><output id="cursor" aria-hidden="true"></output></div>
        <svg id="axis" height="22" aria-hidden="true"></svg>
        <div id="scroll" role="listbox" tabindex="0" aria-label="What happened, row by row. Arrow keys move, Enter explains.">
        <div id="space" role="presentation"><svg id="rows" role="presentation" width="1" height="1"></svg></div>
        </div>
        <svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>\(TimelineStyle.patterns)</defs></svg>
        </div>
        <div id="tip" role="tooltip" hidden></div>
        <p id="status" class="unseen" aria-live="polite"></p>

        """
}
