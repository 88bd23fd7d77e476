import TraceAnalysis
import NavigationTraces

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
