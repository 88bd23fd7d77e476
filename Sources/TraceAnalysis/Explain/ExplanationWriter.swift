import NavigationTraces
import AnalyticsJSON
import PageViewAutomation

/// Writes explanations: a line each in plain words, in columns, or as JSON (rules EX-001, EX-002).
package struct ExplanationWriter {
    var writer = JSONWriter()
    private let isColoured: Bool
    /// How wide the columns of times and subjects are.
    private var (timeWidth, subjectWidth) = (0, 0)

    /// Creates a writer, with or without colours for a terminal.
    package init(isColoured: Bool = false) {
        self.isColoured = isColoured
    }

    /// How many bytes have been written and not been taken.
    package var count: Int { writer.count }

    /// Takes what has been written so far, in UTF-8.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Makes the columns of the lines as wide as these items need.
    package mutating func fitColumns(to items: some Sequence<TraceHistory.Item>) {
        (timeWidth, subjectWidth) = (0, 0)
        for item in items {
            guard let subject = item.subject else { continue }
            timeWidth = max(timeWidth, item.time.seconds.count)
            if subjectWidth < Self.widestSubject {
                subjectWidth = max(subjectWidth, min(Self.widestSubject, subject.printable.count))
            }
        }
    }

    private static let widestSubject = 30

    /// Writes an explanation as a line in columns: when, what became of it, what it is about, why.
    package mutating func writeLine(_ explanation: Explanation) {
        writer.raw("\(explanation.item.time.seconds.padded(to: timeWidth))  ")
        colour(explanation.verdict.colour)
        writer.raw(explanation.verdict.word.padded(to: Explanation.Verdict.longestWord))
        colour(.none)
        writer.raw("  ")
        colour(.strong)
        writer.raw(explanation.subject.printable.padded(to: subjectWidth))
        colour(.none)
        writer.raw("  ")
        writer.raw(Self.prefix(explanation.item.session))
        for part in explanation.parts {
            switch part {
            case .text(let text): writer.raw(text.printable)
            case .rule(let rule):
                colour(.faint)
                writer.raw(" (\(rule))")
                colour(.none)
            }
        }
        writer.newline()
    }

    /// Writes that a page was the current one, as a line.
    package mutating func writeLine(_ page: TraceHistory.CurrentPage) {
        writer.raw("\(Self.prefix(page.session))\(page.text.printable)\n")
    }

    /// Writes that nothing is known of a time, because a recording began only later.
    package mutating func writeLine(_ recording: TraceHistory.Recording) {
        let time = recording.start.time.seconds
        writer.raw("\(Self.prefix(recording.session))The recording began only at \(time) (RC-004)\n")
    }

    private static func prefix(_ session: String?) -> String { session.map { "[\($0.printable)] " } ?? "" }

    private mutating func colour(_ colour: Colour) {
        if isColoured { writer.raw(colour.rawValue) }
    }

    /// The codes of terminals.
    enum Colour: String {
        case none = "\u{1B}[0m"
        case strong = "\u{1B}[1m"
        case faint = "\u{1B}[2m"
        case green = "\u{1B}[32m"
        case red = "\u{1B}[31m"
        case yellow = "\u{1B}[33m"
        case blue = "\u{1B}[34m"
    }
}

extension Explanation.Verdict {
    /// How it is written.
    var word: String {
        switch self {
        case .counted: "counted"
        case .uncounted: "not counted"
        case .waiting: "waiting"
        case .untracked: "no page"
        case .odd: "odd"
        case .link: "link"
        case .before: "before"
        case .note: "note"
        }
    }

    static var longestWord: Int { allCases.map(\.word.count).max() ?? 0 }

    var colour: ExplanationWriter.Colour {
        switch self {
        case .counted: .green
        case .uncounted: .red
        case .waiting, .odd: .yellow
        case .untracked, .before, .note: .faint
        case .link: .blue
        }
    }
}
