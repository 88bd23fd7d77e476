import AnalyticsJSON
import PageViewAutomation

/// Writes explanations: a line each in plain words, in columns, or as JSON (rules EX-001, EX-002).
package struct ExplanationWriter {
    private var writer = JSONWriter()
    private let isColoured: Bool

    /// Creates a writer, with or without colours for a terminal.
    package init(isColoured: Bool = false) {
        self.isColoured = isColoured
    }

    /// Takes what has been written so far, in UTF-8.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Writes explanations as lines in columns: when, what became of it, what it is about, why.
    package mutating func writeLines(_ explanations: [Explanation]) {
        let times = explanations.map { $0.item.time.seconds }
        let timeWidth = times.map(\.count).max() ?? 0
        let subjectWidth = min(30, explanations.map(\.subject.count).max() ?? 0)
        for (explanation, time) in zip(explanations, times) {
            writer.raw("\(time.padded(to: timeWidth))  ")
            colour(explanation.verdict.colour)
            writer.raw(explanation.verdict.word.padded(to: Explanation.Verdict.longestWord))
            colour(.none)
            writer.raw("  ")
            colour(.strong)
            writer.raw(explanation.subject.printable.padded(to: subjectWidth))
            colour(.none)
            writer.raw("  ")
            if let session = explanation.item.session { writer.raw("[\(session.printable)] ") }
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
    }

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

    /// Writes an explanation as a JSON object on a line of its own.
    package mutating func writeObject(_ explanation: Explanation) {
        writer.beginObject()
        string("verdict", explanation.verdict.rawValue)
        string("subject", explanation.subject)
        string("text", explanation.text)
        writer.key("rules")
        writer.beginArray()
        for rule in explanation.rules {
            writer.separate()
            writer.string(rule)
        }
        writer.endArray()
        switch explanation.item {
        case .appearance(let story): write(story)
        case .manual(let story):
            integer("line", story.line)
            string("scene", story.scene)
            write(story.page)
            write(story.count)
        case .link(let story):
            integer("line", story.line)
            seconds("t", story.time)
            string("scene", story.scene)
            string("url", story.link.url)
            string("source", story.link.source)
            string("referrer", story.referrer)
            string("rodeOn", story.rodeOn)
        case .remark(let remark):
            integer("line", remark.line)
            seconds("t", remark.time)
            string("component", remark.component)
            string("report", remark.report)
            string("kind", remark.kind.rawValue)
        case .interaction: break
        }
        string("session", explanation.item.session)
        writer.endObject()
        writer.newline()
    }

    private mutating func write(_ story: AppearanceStory) {
        integer("line", story.line)
        string("component", story.component)
        string("scene", story.scene)
        if let page = story.page { write(page) }
        seconds("heldSince", story.heldSince)
        seconds("appearedAt", story.beganAt)
        if let count = story.count { write(count) }
        seconds("endedAt", story.endedAt)
        string("outcome", story.outcome?.rawValue)
        duration("foreground", story.foreground)
        duration("background", story.background)
    }

    private mutating func write(_ count: AppearanceStory.Count) {
        writer.key("seq")
        writer.digits(count.sequence)
        seconds("countedAt", count.time)
        string("cause", count.cause.rawValue)
        string("previous", count.previous)
        string("deepLink", count.link)
    }

    private mutating func write(_ page: PageContext) {
        writer.key("page")
        writer.beginObject()
        string("name", page.name.rawValue)
        string("context", page.context?.rawValue)
        writer.endObject()
    }

    // MARK: Members, which are left out where there is nothing

    private mutating func string(_ key: String, _ text: String?) {
        guard let text else { return }
        writer.key(key)
        writer.string(text)
    }

    private mutating func integer(_ key: String, _ number: Int) {
        writer.key(key)
        writer.int(Int64(number))
    }

    private mutating func seconds(_ key: String, _ time: Timestamp?) { duration(key, time?.nanoseconds) }

    private mutating func duration(_ key: String, _ nanoseconds: Int64?) {
        guard let nanoseconds else { return }
        writer.key(key)
        writer.seconds(nanoseconds)
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
        }
    }

    static var longestWord: Int { allCases.map(\.word.count).max() ?? 0 }

    var colour: ExplanationWriter.Colour {
        switch self {
        case .counted: .green
        case .uncounted: .red
        case .waiting, .odd: .yellow
        case .untracked: .faint
        case .link: .blue
        }
    }
}

extension String {
    /// Followed by as many spaces as it takes to be so many characters wide.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// With a question mark for each character that a terminal would obey, and not show.
    var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isControl ? "?" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        properties.generalCategory == .control || properties.generalCategory == .format
            || properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
