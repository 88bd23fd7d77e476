import NavigationTraces

/// What is said of a trace, a sentence each, with the word and the subject in front of it.
func told(_ text: String) throws -> [String] {
    let history = try history(text)
    let place = ScenePlace(in: history)
    return history.items.compactMap { Explanation($0, in: place) }
        .map { "\($0.verdict.rawValue) \($0.subject): \($0.text)" }
}
