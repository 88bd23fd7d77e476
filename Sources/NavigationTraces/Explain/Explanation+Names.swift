import PageViewAutomation

extension Explanation {
    /// Says what it was called before it was counted, or before it ended without that.
    mutating func sayEarlier(_ names: AppearanceStory.Names) {
        guard let first = names.first.first, let last = names.last else { return }
        guard names.isWhole else {
            return say(
                "had \(names.count) names before, first \(first.page) until \(first.time.seconds) and last \(last.page) until \(last.time.seconds)",
                by: "PV-004")
        }
        say("was called \(Self.list(names.first.map { "\($0.page) until \($0.time.seconds)" }))", by: "PV-004")
    }

    /// Says what it was called after it was counted.
    mutating func sayLater(_ names: AppearanceStory.Names) {
        guard let first = names.first.first, let last = names.last else { return }
        guard names.isWhole else {
            return say(
                "was given another name \(names.count) times, first \(first.page) at \(first.time.seconds) and last \(last.page) at \(last.time.seconds), which is the same visit",
                by: "PV-004")
        }
        let list = Self.list(names.first.map { "\($0.page) at \($0.time.seconds)" })
        say("was called \(list), which is the same visit", by: "PV-004")
    }

    /// One, two and three.
    private static func list(_ texts: [String]) -> String {
        guard let last = texts.last, texts.count > 1 else { return texts.joined() }
        return "\(texts.dropLast().joined(separator: ", ")) and \(last)"
    }
}
