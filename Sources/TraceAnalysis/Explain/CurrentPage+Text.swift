import NavigationTraces
package import PageViewAutomation

extension TraceHistory.CurrentPage {
    /// The rule that says which page is the current one.
    package static var rule: String { "QU-001" }

    /// That it was the current page, in a sentence.
    package var text: String { "The current page of \(scene) was \(label) (\(Self.rule))" }

    /// Whether it was the current page at a moment.
    package func isCurrent(at moment: Timestamp) -> Bool { start <= moment && end.map { moment < $0 } ?? true }
}

extension TraceHistory.LinkStory.Outcome {
    /// When the link was dropped or replaced.
    var droppedAt: Timestamp? {
        switch self {
        case .waits, .rode: nil
        case .replaced(_, let time), .droppedInBackground(let time), .discarded(let time),
            .wentWithScene(let time), .wentWithSession(let time):
            time
        }
    }
}
