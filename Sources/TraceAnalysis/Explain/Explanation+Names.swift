import NavigationTraces
import PageViewAutomation

extension Explanation {
    /// Says what it was called before it was counted, or before it ended without that.
    mutating func sayEarlier(_ names: Recurrence<AppearanceStory.Name>) {
        say(names, "until", inAll: "had \(names.count) names before")
    }

    /// Says what it was called after it was counted.
    mutating func sayLater(_ names: Recurrence<AppearanceStory.Name>) {
        say(names, "at", inAll: "was given another name \(names.count) times", ending: ", which is the same visit")
    }

    /// Says each name with its time, or how many there were and which were the first and the last.
    private mutating func say(
        _ names: Recurrence<AppearanceStory.Name>, _ preposition: String, inAll: String, ending: String = ""
    ) {
        guard let first = names.first.first, let last = names.last else { return }
        func text(_ name: AppearanceStory.Name) -> String { "\(name.page) \(preposition) \(name.time.seconds)" }
        let what =
            names.isWhole
            ? "was called \(Self.list(names.first.map(text)))" : "\(inAll), first \(text(first)) and last \(text(last))"
        say(what + ending, by: "PV-004")
    }

    /// One, two and three.
    private static func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.joined() }
        return "\(texts.dropLast().joined(separator: ", ")) and \(last)"
    }
}
