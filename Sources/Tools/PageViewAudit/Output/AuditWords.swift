/// The counts of an audit in words (AU-209).
extension AuditSummary {
    /// The counts of the right lines, and of each other outcome with its causes.
    ///
    ///     "41 of 380 sent were repeated: 29 by cancelled swipes (POL-002), 12 by returns from the background (POL-004)."
    package var sentences: [String] {
        guard let minimumDuration else { return outcomeSentences }
        let (views, were) = (Self.counted(leftOutCount, "page view"), Self.were(leftOutCount))
        let time = AuditEntry.seconds(minimumDuration)
        return outcomeSentences + ["\(views) that \(were) current for less than \(time) \(were) left out."]
    }

    private var outcomeSentences: [String] {
        if sent == 0, pageViews == 0 { return ["Nothing was sent, and the user saw no page."] }
        if isRight {
            let lines = sent == 1 ? "The only line sent was right" : "All \(sent) sent were right"
            return [
                "\(lines), and \(pageViews == 1 ? "the only page view" : "each of the \(pageViews) page views") was sent."
            ]
        }
        var sentences = [
            sent == 0
                ? "Nothing was sent, and the user saw \(Self.counted(pageViews, "page view"))."
                : "\(self[.right]) of \(sent) sent \(Self.were(self[.right])) right."
        ]
        for outcome in AuditOutcome.allCases where outcome.hasCause && self[outcome] > 0 {
            let (count, whole) = (self[outcome], outcome == .missing ? "\(pageViews) page views" : "\(sent) sent")
            sentences.append("\(count) of \(whole) \(Self.were(count)) \(outcome.words)\(words(of: outcome)).")
        }
        return sentences
    }

    package var headline: String {
        guard let first = sentences.first else { return "" }
        guard sent > 0, self[.missing] > 0 else { return first }
        let missing = "\(self[.missing]) of \(pageViews) page views \(Self.were(self[.missing])) not sent"
        return "\(first.dropLast()), and \(missing)."
    }

    package var causesByFrequency: [Cause] {
        causes.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    }

    private func words(of outcome: AuditOutcome) -> String {
        let causes = causesByFrequency.filter { $0.outcome == outcome }
        // A single cause needs no number. The words of these two would add nothing to the outcome.
        if causes.count == 1, let only = causes.first?.cause, only == .unexplained || only == .unmappedName {
            return ""
        }
        let words = causes.map { cause in
            let number = causes.count == 1 ? "" : "\(cause.count) "
            return "\(number)\(cause.cause.words)\(cause.cause.rules.first.map { " (\($0))" } ?? "")"
        }
        return words.isEmpty ? "" : ": \(words.joined(separator: ", "))"
    }

    private static func were(_ count: Int) -> String { count == 1 ? "was" : "were" }

    package static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension AuditOutcome {
    package var words: String {
        switch self {
        case .right: "right"
        case .repeated: "repeated"
        case .tooEarly: "too early"
        case .tooLate: "too late"
        case .wrongName: "under a wrong name"
        case .outOfPlace: "out of place"
        case .ignored: "no page view"
        case .folded: "an older version"
        case .missing: "not sent"
        }
    }

    package var label: String { self == .wrongName ? "wrong name" : words }
}

extension AuditSummary.Cause {
    package var words: String {
        switch cause {
        case .unexplained: "\(outcome.words), unexplained"
        case .unmappedName: "under a name that no page has"
        default: "\(outcome.words) \(cause.words)"
        }
    }
}

extension AuditCause {
    package var words: String {
        switch self {
        case .none: "without a cause"
        case .retry: "by retries"
        case .cancelledTransition: "by cancelled swipes"
        case .reveal: "by pages that became uncovered"
        case .foreground: "by returns from the background"
        case .duplicateCallback: "by repeated callbacks"
        case .leftBeforeReady: "for pages that the user left before they were ready"
        case .notReady: "before the page was ready"
        case .unknownSession: "in sessions that the trace does not have"
        case .container: "with the name of a component around the page"
        case .notAPage: "with the name of a component without a page"
        case .secondWindow: "in a window that was not the foremost one"
        case .background: "while the page was in the background"
        case .pageLeft: "after the user had left the page"
        case .unmappedName: "with a name that no page has"
        case .nothingSent: "in sessions without a line"
        case .sharedName: "after a page with the same name"
        case .unexplained: "without an explanation"
        }
    }
}

extension AuditName {
    package var sentence: String {
        let have = count == 1 ? "1 line has" : "\(count) lines have"
        let kind = isComponent ? "which is the name of a component without a page" : "which no page has"
        guard let nearest else { return "\(have) the name \(name), \(kind)." }
        if inPlace == 0 { return "\(have) the name \(name), \(kind); the nearest page is \(nearest)." }
        let lines = inPlace == count ? "sent" : "\(inPlace) of them sent"
        return "\(have) the name \(name), \(kind), \(lines) in place of \(nearest)."
    }
}

extension AuditClock {
    package var sentence: String {
        let of = session.map { " of session \($0)" } ?? ""
        let count = matches == 1 ? "1 match" : "\(matches) matches"
        return "The clock\(of) is \(Self.comparison(offset)) that of the trace, by \(count)."
    }

    package static func comparison(_ offset: Int64) -> String {
        let absolute = offset < 0 ? 0 &- max(offset, -.max) : offset
        return "\(AuditEntry.seconds(absolute)) \(offset < 0 ? "behind" : "ahead of")"
    }
}
