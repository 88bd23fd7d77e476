/// A rule of the specification that explanations cite: its id, its title and its text, without examples (TL-009).
package struct RuleText: Sendable {
    /// The whole rule in Markdown, which begins with its id and its title.
    package let text: String
    /// The id, such as `AP-004`.
    package var id: String { String(text.prefix { $0 != " " }) }
    /// The title, in Markdown.
    package var title: String { String(text.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst()) }

    /// The cited rules, sorted by their ids.
    package static let all: [RuleText] = {
        var rules: [String] = []
        for line in TimelinePage.rules.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") {
                rules.append(String(line.dropFirst(3)))
            } else if !rules.isEmpty {
                rules[rules.count - 1] += "\n" + line
            }
        }
        return rules.map { RuleText(text: $0) }
    }()
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
