import NavigationTraces
import TestSupport
import TraceAnalysis

/// Returns the timeline of a history as SVG.
func svg(_ history: TraceHistory, folding: Timeline.Folding = .never) -> String {
    let place = SceneNaming(in: history)
    let bytes = SVGTimeline.write(Timeline(history), folding: folding) {
        Explanation(history.items[$0], in: place).text
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Returns the timeline of a history as an HTML document.
func html(_ history: TraceHistory) -> String {
    String(decoding: HTMLTimeline.write(Timeline(history), of: history), as: UTF8.self)
}

/// Returns the traces of a table. The lines of a trace are separated by semicolons. Below each trace are indented results, and
/// above it may be a remark after `#`.
func examples(_ table: String) -> [(trace: String, results: [String])] {
    table.split(separator: "\n").filter { !$0.hasPrefix("#") }.reduce(into: []) {
        if $1.hasPrefix("    ") {
            $0[$0.count - 1].results.append(String($1.dropFirst(4)))
        } else {
            $0.append((String($1).replacing("; ", with: "\n"), []))
        }
    }
}
