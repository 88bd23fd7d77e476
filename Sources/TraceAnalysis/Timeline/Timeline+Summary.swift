import NavigationTraces
import PageViewAutomation

extension Timeline {
    /// What there is in it, in a line.
    package var summary: String {
        let appearances = bars.filter { $0.pieces.contains { $0.phase == .pending || $0.phase == .counted } }.count
        let scenes = sessions.reduce(0) { $0 + $1.scenes.count }
        var parts = [
            Self.number(counts.count, "page view"), "\(Self.number(appearances, "appearance")) of pages",
            "\(Timestamp.seconds(of: duration)) s",
        ]
        if sessions.count > 1 { parts.append("\(Self.number(sessions.count, "session"))") }
        if scenes > 1 { parts.append("\(Self.number(scenes, "scene"))") }
        return sessions.isEmpty ? "nothing happens" : parts.joined(separator: " · ")
    }

    private static func number(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension Timeline.CurrentPage {
    /// What it shows, in a sentence.
    package var text: String {
        let end = isOpen ? "on" : "to \(time.upperBound.seconds)"
        return "\(label) was the current page from \(time.lowerBound.seconds) \(end) (QU-001)"
    }
}
