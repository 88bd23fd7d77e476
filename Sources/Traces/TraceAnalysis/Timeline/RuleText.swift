/// A rule of the specification that explanations cite: its id, its title and its text, without examples (TL-009).
package struct RuleText: Sendable {
    /// The id, such as `AP-004`.
    package let id: String
    /// The title, in Markdown.
    package let title: String
    /// The paragraphs, lists and tables, in Markdown.
    package let blocks: [String]

    /// The whole rule as text.
    package var text: String { (["\(id) \(title)"] + blocks).joined(separator: "\n\n") + "\n" }

    /// The cited rules, sorted by their ids.
    package static let all: [RuleText] = {
        var rules: [RuleText] = []
        for block in paragraphs(of: TimelinePage.rules) {
            let words = block.split(separator: " ", maxSplits: 2)
            if words.count == 3, words[0] == "##" {
                rules.append(RuleText(id: String(words[1]), title: String(words[2]), blocks: []))
            } else if let last = rules.popLast() {
                rules.append(RuleText(id: last.id, title: last.title, blocks: last.blocks + [block]))
            }
        }
        return rules
    }()

    /// Returns the parts of a text between empty lines.
    private static func paragraphs(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).split(whereSeparator: \.isEmpty)
            .map { $0.joined(separator: "\n") }
    }
}

extension MarkupWriter {
    /// Writes the text of each cited rule, so that its id is a link that needs no other file (TL-009).
    package mutating func rules(_ cited: Set<String>) {
        let rules = RuleText.all.filter { cited.contains($0.id) }
        if rules.isEmpty { return }
        raw("<h2>Rules</h2>\n")
        for rule in rules {
            raw("<article id=\"\(rule.id)\"><h3><code>\(rule.id)</code> ")
            inline(rule.title)
            raw("</h3>\n")
            for block in rule.blocks { self.block(block) }
            raw("</article>\n")
        }
    }

    /// Writes a paragraph, a list or a table of Markdown.
    mutating func block(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        if text.hasPrefix("| ") { return table(lines) }
        let isNumbered = text.hasPrefix("1. ")
        guard isNumbered || text.hasPrefix("- ") else {
            raw("<p>")
            inline(lines.joined(separator: " "))
            return raw("</p>\n")
        }
        raw(isNumbered ? "<ol>" : "<ul>")
        for (index, line) in lines.enumerated() {
            // The further lines of an entry are indented.
            let isEntry = !line.hasPrefix(" ")
            if isEntry { raw(index == 0 ? "<li>" : "</li><li>") }
            let words = line.drop { $0 == " " }
            inline(isEntry ? String(words.drop { $0 != " " }.dropFirst()) : " \(words)")
        }
        raw(isNumbered ? "</li></ol>\n" : "</li></ul>\n")
    }

    private mutating func table(_ lines: [String]) {
        raw("<table>")
        for (index, line) in lines.enumerated() where index != 1 {
            raw("<tr>")
            for cell in line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast() {
                raw(index == 0 ? "<th>" : "<td>")
                inline(cell.split(separator: " ").joined(separator: " "))
                raw(index == 0 ? "</th>" : "</td>")
            }
            raw("</tr>")
        }
        raw("</table>\n")
    }

    /// Writes a line of Markdown, with its code spans.
    mutating func inline(_ text: String) {
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                raw("<code>")
                escaped(String(part))
                raw("</code>")
                continue
            }
            // The page shows bold and italic words as plain text, so their asterisks are omitted.
            escaped(part.filter { $0 != "*" })
        }
    }
}
