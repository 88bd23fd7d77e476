/// A rule of the specification: its id, its title and its text, without examples (TL-009).
package struct RuleText: Sendable {
    /// The whole rule in Markdown, which begins with its id and its title.
    package let text: String
    /// The id, such as `AP-004`.
    package var id: String { String(text.prefix { $0 != " " }) }
    /// The title, in Markdown.
    package var title: String { String(text.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst()) }

    /// All rules of the specification, sorted by their ids.
    package static let all: [RuleText] = {
        var rules: [RuleText] = []
        // The heading and the paragraphs of the present rule; empty outside of a rule and after its text.
        var paragraphs: [String] = []
        func finish() {
            if !paragraphs.isEmpty { rules.append(RuleText(text: paragraphs.joined(separator: "\n\n") + "\n")) }
            paragraphs = []
        }
        var isNew = true
        for line in TimelinePage.chapters.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                finish()
                paragraphs = heading(in: line).map { [$0] } ?? []
            } else if line.hasPrefix("```") {
                // The last paragraph introduces the example, unless it is the only one.
                if paragraphs.count > 2 { paragraphs.removeLast() }
                finish()
            } else if ["API:", "Code:", "Example:", "Tested by:"].contains(where: { line.hasPrefix($0) }) {
                finish()
            } else if !line.isEmpty, let last = paragraphs.popLast() {
                paragraphs += isNew ? [last, String(line)] : ["\(last)\n\(line)"]
            }
            isNew = line.isEmpty || line.hasPrefix("#")
        }
        finish()
        return rules.sorted { $0.id < $1.id }
    }()

    /// Returns the id and the title in the heading of a rule; `nil` for another heading.
    private static func heading(in line: Substring) -> String? {
        let heading = line.drop { $0 == "#" }.dropFirst()
        let id = heading.prefix { $0 != " " }.split(separator: "-")
        guard id.count == 2, id[0].allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
        return id[1].allSatisfy { ("0"..."9").contains($0) } ? String(heading) : nil
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
