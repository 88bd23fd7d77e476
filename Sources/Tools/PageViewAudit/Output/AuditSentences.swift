/// Sentences about the outcomes of an audit: what the app sent, what the user saw, and what to do (AU-208).
extension AuditEntry {
    /// The sentence about a line or about a page view without a line. Times are in seconds, rounded to milliseconds.
    package var sentence: String {
        cause.rules.isEmpty ? statement : "\(statement) (\(cause.rules.joined(separator: ", ")))"
    }

    package var statement: String {
        "\(finding)\(cause.finding.map { ": \($0)" } ?? "").\(cause.advice.map { " \($0)" } ?? "")"
    }

    private var finding: String {
        let again = outcome == .repeated ? " again" : ""
        let sent = "\(name ?? "") was sent\(again)\(time.map { " at \(Self.seconds($0))" } ?? "")"
        let view = "page view \(sequence ?? of ?? 0)"
        switch outcome {
        case .right: return "\(sent), \(difference), as \(view)"
        case .repeated: return of == nil ? sent : "\(sent), for \(view)"
        case .tooEarly: return sequence == nil ? "\(sent), too early" : "\(sent), \(difference), too early for \(view)"
        case .tooLate: return "\(sent), \(difference), too late for \(view)"
        case .wrongName: return "\(sent) in place of \(page ?? ""), \(view)"
        case .outOfPlace: return "\(sent), when the user saw no such page"
        case .ignored: return "line \(line ?? 0) is no page view"
        case .folded: return "line \(line ?? 0) is an older version of the view of line \(into ?? 0)"
        case .missing: return "\(page ?? ""), page view \(pageView ?? 0) at \(Self.seconds(time ?? 0)), was not sent"
        }
    }

    private var difference: String {
        let delay = delay ?? 0
        return "\(Self.seconds(delay < 0 ? 0 &- delay : delay)) \(delay < 0 ? "before" : "after") its count"
    }

    package static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = (AuditJSON.rounded(nanoseconds) / 1_000_000).magnitude
        let digits = String(milliseconds % 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(nanoseconds < 0 ? "-" : "")\(milliseconds / 1_000).\(fraction) s"
    }
}

extension AuditCause {
    /// What the trace shows; `nil` if it shows nothing.
    fileprivate var finding: String? {
        switch self {
        case .none, .unexplained: nil
        case .retry: "an earlier line has the same event id"
        case .cancelledTransition: "the user began to leave the page and came back"
        case .reveal: "what was above the page ended"
        case .foreground: "its scene came to the foreground"
        case .duplicateCallback: "the framework reported the page again"
        case .leftBeforeReady: "the user left the page before it was ready"
        case .notReady: "the page was not ready"
        case .unknownSession: "the trace has no such session"
        case .container: "it is a component that contains the page in front"
        case .notAPage: "it is a component without a page"
        case .secondWindow: "another window was the foremost one"
        case .background: "its scene was in the background"
        case .pageLeft: "the user had left the page"
        case .unmappedName: "no page of the trace has this name"
        case .nothingSent: "its session has no line"
        case .sharedName: "the page before it has the same name"
        }
    }

    /// What to do; `nil` for an outcome without a cause.
    package var advice: String? {
        switch self {
        case .none: nil
        case .retry: "Remove duplicates by event id."
        case .cancelledTransition, .reveal, .foreground, .duplicateCallback: "Send a page view once per appearance."
        case .leftBeforeReady, .notReady: "Send a page view when the page becomes ready in front of the user."
        case .unknownSession: "Record the session, or choose another session key."
        case .container, .notAPage: "Send page views of pages alone."
        case .secondWindow: "Keep a current page for each window."
        case .background: "Send a page view when its scene is in the foreground."
        case .pageLeft: "Send nothing for a page that is not in front."
        case .unmappedName: "Map the name to the page, or send the name of the page."
        case .nothingSent: "Check that the export has the session, and that the session key is right."
        case .sharedName: "Distinguish appearances by the component, not by the name."
        case .unexplained: "Look at the timeline of the trace at this time."
        }
    }
}
