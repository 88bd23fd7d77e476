package import TraceAnalysis
import NavigationTraces

/// What is said of a trace, a sentence each, with the word and the subject in front of it.
package func told(_ text: String) throws -> [String] {
    try explained(text).map { "\($0.verdict.rawValue) \($0.subject): \($0.text)" }
}

/// What is said of a trace.
package func explained(_ text: String) throws -> [Explanation] { explained(try history(text)) }

/// What is said of a history.
package func explained(_ history: TraceHistory) -> [Explanation] {
    let place = SceneNaming(in: history)
    return history.items.compactMap { Explanation($0, in: place) }
}
