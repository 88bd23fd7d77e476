/// A chapter of a specification in Markdown: rules, and examples that can run.
///
/// A heading that begins with an id is a rule, such as `## AP-004 The same appearance continues`. A fenced block whose info
/// string begins with `trace` is an example. It contains a trace in the line notation. The id of its rule may follow, and then
/// `other-side` if the example shows where the rule stops.
package struct SpecificationDocument: Sendable {
    package struct Rule: Sendable, Hashable {
        /// The stable id, such as `AP-004`.
        package let id: String
        package let title: String
        /// The number of the heading's line, from 1.
        package let line: Int
    }

    package struct Example: Sendable, Hashable {
        /// The id of the rule; empty if the block names none.
        package let rule: String
        /// Whether the example shows where the rule stops.
        package let isOtherSide: Bool
        /// The number of the example's first line in the document, from 1.
        package let line: Int
        package let text: String
    }

    package private(set) var rules: [Rule] = []
    package private(set) var examples: [Example] = []

    package init(_ markdown: String) {
        var fence: (example: Example?, marks: String)?
        var text = ""
        var number = 0
        let scalars = markdown.unicodeScalars
        let afterMark = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
        for whole in afterMark.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = Substring(whole.last == "\r" ? whole.dropLast() : whole)
            number += 1
            // A fence in a list is indented, and so are the lines of its block. Their indentation has no meaning.
            let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
            let content = indentation > 3 ? "" : Substring(line.unicodeScalars.dropFirst(indentation))
            if let open = fence {
                if content.begins(with: open.marks), content.holdsOnly(open.marks) {
                    if let example = open.example { examples.append(example.with(text)) }
                    fence = nil
                } else {
                    // The reader of the trace must see the line unchanged, including a carriage return.
                    text += Substring(whole) + "\n"
                }
            } else if content.begins(with: "```") || content.begins(with: "~~~") {
                let scalars = content.unicodeScalars
                let marks = String(scalars.prefix { $0 == scalars.first })
                let info = Substring(scalars.dropFirst(marks.unicodeScalars.count))
                fence = (Example(info: info, line: number + 1), marks)
                text = ""
            } else if line.begins(with: "#") {
                if let rule = Rule(heading: line, line: number) { rules.append(rule) }
            }
        }
        // An unclosed block ends with the document.
        if let example = fence?.example { examples.append(example.with(text)) }
    }
}

extension Substring {
    /// Returns whether the text begins with these bytes.
    ///
    /// A comparison of characters would be wrong: U+1FEF equals a backtick, and a backtick with a combining accent does not.
    fileprivate func begins(with text: String) -> Bool { utf8.starts(with: text.utf8) }

    fileprivate func holdsOnly(_ marks: String) -> Bool {
        unicodeScalars.allSatisfy { $0 == marks.unicodeScalars.first || $0 == " " }
    }
}

extension SpecificationDocument.Rule {
    fileprivate init?(heading: Substring, line: Int) {
        let words = heading.drop { $0 == "#" }.split(separator: " ", maxSplits: 1)
        guard words.count == 2, Self.isID(words[0]) else { return nil }
        self.init(id: String(words[0]), title: String(words[1]), line: line)
    }

    private static func isID(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && (2...3).contains(parts[0].count) && parts[1].count == 3
            && parts[0].allSatisfy { $0.isASCII && $0.isUppercase }
            && parts[1].allSatisfy { $0.isASCII && $0.isNumber }
    }
}

extension SpecificationDocument.Example {
    fileprivate init?(info: Substring, line: Int) {
        let words = info.split(separator: " ")
        guard words.first == "trace" else { return nil }
        self.init(
            rule: words.dropFirst().first.map(String.init) ?? "",
            isOtherSide: words.dropFirst(2).contains("other-side"), line: line, text: "")
    }

    fileprivate func with(_ text: String) -> Self {
        Self(rule: rule, isOtherSide: isOtherSide, line: line, text: text)
    }

    /// Returns the lines of the trace, each with its number in the document.
    package func lines() throws(TraceError) -> [(line: TraceLine, number: Int)] {
        var reader = TraceReader(notation: .lines)
        reader.append(text.utf8)
        reader.finish()
        var lines: [(line: TraceLine, number: Int)] = []
        do {
            while let line = try reader.next() { lines.append((line, self.line + reader.lineNumber - 1)) }
        } catch {
            throw TraceError(line: line + error.line - 1, column: error.column, message: error.message)
        }
        return lines
    }

    /// Verifies the trace. Returns the expectations that do not hold.
    package func run(_ verifier: inout TraceVerifier) throws(TraceError) -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        for (line, number) in try lines() { failures += verifier.check(line, number: number) }
        return failures + verifier.finish()
    }
}
