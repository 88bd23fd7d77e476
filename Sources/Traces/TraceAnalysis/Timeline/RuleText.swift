/// A rule of the specification: its id, its title and its text with its examples. `pageview help RULE` prints it.
package struct RuleText: Sendable {
    /// The whole rule in Markdown, which begins with its id and its title.
    package let text: String
    /// The id, such as `AP-004`.
    package var id: String { String(text.prefix { $0 != " " }) }
    package var title: String { String(text.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst()) }

    /// All rules of the specification, sorted by their ids.
    package static let all: [RuleText] = {
        var rules: [RuleText] = []
        // The lines of the present rule; empty outside of a rule.
        var lines: [Substring] = []
        var (isCode, isSkipped) = (false, false)
        func finish() {
            while lines.last?.isEmpty == true { lines.removeLast() }
            if !lines.isEmpty { rules.append(RuleText(text: lines.joined(separator: "\n") + "\n")) }
            lines = []
        }
        for line in TimelinePage.chapters.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            isSkipped = !isCode && !line.isEmpty && (isSkipped || marks.contains(where: line.hasPrefix))
            if !isCode, line.hasPrefix("#") {
                finish()
                if let heading = heading(in: line) { lines = [heading] }
            } else if let last = lines.last, !isSkipped, isCode || !line.isEmpty || !last.isEmpty {
                lines.append(line)
            }
        }
        finish()
        return rules.sorted { $0.id < $1.id }
    }()

    /// The beginnings of the paragraphs that only a reader of the sources needs.
    private static let marks = ["API:", "Code:", "Example:", "<!--"]

    /// Returns the id and the title in the heading of a rule; `nil` for another heading.
    private static func heading(in line: Substring) -> Substring? {
        let heading = line.drop { $0 == "#" }.dropFirst()
        let id = heading.prefix { $0 != " " }.split(separator: "-")
        guard id.count == 2, id[0].allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
        return id[1].allSatisfy { ("0"..."9").contains($0) } ? heading : nil
    }
}

extension MarkupWriter {
    /// Writes the id and the title of each cited rule, and the command that prints its text (TL-009).
    package mutating func rules(_ cited: Set<String>) {
        let rules = RuleText.all.filter { cited.contains($0.id) }
        if rules.isEmpty { return }
        raw("<h2>Rules</h2>\n<p><code>pageview help RULE</code> prints the text of a rule.</p>\n<ul class=\"rules\">\n")
        for rule in rules {
            raw("<li id=\"\(rule.id)\"><code>\(rule.id)</code> ")
            escaped(rule.title.filter { $0 != "`" })
            raw("</li>\n")
        }
        raw("</ul>\n")
    }
}
