import NavigationTraces
import PageViewAudit

/// A subcommand of `pageview` (TR-005). Add a case for a new subcommand; the compiler then requires its parts.
enum Subcommand: String, CaseIterable {
    case replay, verify, explain, audit, timeline, stats, convert, simulate, journal

    /// An option with its value, such as `--idle SECONDS`, and its effect.
    struct Option {
        let form: String
        let effect: String

        init(_ form: String, _ effect: String) { (self.form, self.effect) = (form, effect) }

        var name: String { String(form.prefix { $0 != " " }) }
        var takesValue: Bool { name != form }

        static let skipInvalid = Option("--skip-invalid", "reports a malformed line and continues with the next one")
        static let precise = Option("--precise", "prints times with all digits; the default is milliseconds")
    }

    /// The parts of a subcommand and of its help.
    struct Parts {
        let run: (Arguments) throws(Arguments.Misuse) -> ExitStatus
        let summary: String
        /// What follows the options in a call.
        var operands = "[FILE|FOLDER|-]..."
        let options: [Option]
        var notes = ""
        /// The exit statuses, except those of wrong use and of output that cannot be written.
        let statuses: String
        let example: String
    }

    var parts: Parts {
        switch self {
        case .replay:
            Parts(
                run: ReplayCommand.run,
                summary: "prints the page views and interactions of a trace, one JSON object a line",
                options: [
                    Option("--all", "prints page leaves, deep links, changes of the current page and diagnostics too"),
                    Option("--idle SECONDS", "ends a session without events for this long, by the time of the trace"),
                    Option("--follow", "waits for more lines at the end of the file, until it is interrupted"),
                    Option("--format NAME", "prints what a back end would receive, a batch a line: \(FormatName.list)"),
                    Option("--began-at TIME", "of a format: the time of time 0; the default is 1970-01-01T00:00:00Z"),
                    Option("--key KEY", "the write key, app id, project key or service name; the default is pageview"),
                    .skipInvalid,
                ],
                notes: "--format excludes --all, --idle and --follow. With it, equal inputs give equal outputs.",
                statuses: "0 success; 65 a malformed line, or an event that a format rejects; 66 an unreadable input",
                example: "--all item-page.trace")
        case .verify:
            Parts(
                run: VerifyCommand.run,
                summary: "checks the expectations in traces and in the examples of Markdown documents",
                operands: "FILE|FOLDER|-...", options: [.skipInvalid],
                notes: #"Prints a line for each expectation that does not hold, then "N passed, N failed"."#,
                statuses: "0 every expectation holds; 1 one does not hold; 65 a malformed line; 66 an unreadable input",
                example: "Specs")
        case .explain:
            Parts(
                run: ExplainCommand.run, summary: "explains why there was a page view or none, with the rules",
                options: [
                    Option("--component NAME", "explains this component only"),
                    Option("--session NAME", "explains this session only"),
                    Option("--at SECONDS", "explains what existed at this time, and the current page of each scene"),
                    .precise, Option("--json", "prints one JSON object a line, with all digits of times"),
                    Option("--colour WHEN", "auto, always or never; the default is auto"),
                    Option("--color WHEN", "the same as --colour"), .skipInvalid,
                ],
                statuses:
                    "0 success; 1 nothing has the given name; 65 a malformed line or a limit; 66 an unreadable input",
                example: "--component item item-page.trace")
        case .audit:
            Parts(
                run: AuditCommand.run,
                summary: "compares an export of what an app sent with a trace of what the user saw",
                operands: "TRACE SENT...",
                options: [
                    Option("--began-at TIME", "the time of time 0; the default is that of the header, or an estimate"),
                    Option("--format NAME", "\(ExportFormat.list); the default follows from each file"),
                    Option(
                        "--session-key PATH",
                        "where an event has its session: names joined by '.', or two paths joined by '/'"),
                    Option("--map FILE", "lines 'sent name = page name', in which '*' stands for any text"),
                    Option("--tolerance SECONDS", "how far from its count a page view may be sent; the default is 1"),
                    Option("--min SECONDS", "leaves out page views whose page was the current one for a shorter time"),
                    Option("--json", "prints one JSON object a line"),
                    Option("--strict", "ends with status 1 unless every line and every page view is right"),
                    .skipInvalid,
                    Option("-o REPORT.html", "also writes a report with figures, and timelines of the worst sessions"),
                ],
                notes:
                    "Prints an outcome for each line of SENT and for each page view that no line belongs to, then the counts.",
                statuses:
                    "0 success; 1 with --strict and an outcome that is not right; 65 a malformed line; 66 an unreadable input",
                example: "--json item-page.trace sent.jsonl")
        case .timeline:
            Parts(
                run: TimelineCommand.run, summary: "draws a trace as an SVG picture or an HTML page",
                operands: "-o FILE [TRACE|-]",
                options: [
                    Option("-o FILE", "the output: FILE.svg, FILE.html, or - for standard output"),
                    Option("--format NAME", "svg or html; the default follows from the name of the output"),
                    Option("--session NAME", "draws this session only"),
                    Option("--fold WHEN", "shortens gaps: never, auto, or those longer than this many seconds"),
                    .skipInvalid,
                ],
                statuses: "0 success; 65 a malformed line or a limit; 66 an unreadable input",
                example: "item-page.trace -o item-page.html")
        case .stats:
            Parts(
                run: StatsCommand.run, summary: "counts appearances, page views and steps, page by page",
                options: [
                    Option("--steps N", "how many steps from page to page it prints; the default is 10"),
                    Option("--min SECONDS", "leaves out appearances whose page was the current one for less time"),
                    .precise, Option("--json", "prints one JSON object, with all digits of times"), .skipInvalid,
                ],
                notes:
                    "Counts over all traces together: appearances, page views, leaves before ready, time until ready, time in front.",
                statuses: "0 success; 65 a malformed line or a limit; 66 an unreadable input",
                example: "--steps 20 traces/")
        case .convert:
            Parts(
                run: ConvertCommand.run, summary: "prints a trace in the other notation", operands: "[FILE|-]",
                options: [
                    Option(
                        "--to NOTATION", "jsonl (JSON Lines) or trace (the line notation); the default is the other"),
                    .skipInvalid,
                ],
                statuses: "0 success; 65 a malformed line; 66 an unreadable input",
                example: "--to jsonl item-page.trace")
        case .simulate:
            Parts(
                run: SimulateCommand.run,
                summary: "prints random journeys of a user through an app, as a trace", operands: "",
                options: [
                    Option("--seed N", "the seed of the random numbers; the default is 1"),
                    Option("--events N", "how many events; the default is 100"),
                    Option("--sessions N", "spreads the events over N sessions; up to 1,000 are open at a time"),
                    Option("--framework NAME", "the framework whose order the reports have; the default is uikit"),
                    Option("--to NOTATION", "jsonl or trace; the default is trace"),
                ],
                notes: "Equal options give equal traces.", statuses: "0 success",
                example: "--framework uikit --events 1000")
        case .journal:
            Parts(
                run: JournalCommand.run, summary: "inspects a journal of events; changes nothing",
                operands: "cat|verify|stat FOLDER", options: [Option("--json", "of stat: prints one JSON object")],
                notes: """
                    cat prints the events, one JSON object a line, and reports the rest on standard error. verify prints a line
                    for each place that holds no event, then "N records, M problems". stat prints how many segments, records
                    and bytes there are, and their first time.
                    """,
                statuses: "0 success; 65 bytes that are no event; 66 an unreadable folder",
                example: "stat --json events/")
        }
    }

    func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        try parts.run(Arguments(arguments, parts.options))
    }

    var help: String {
        let parts = parts
        let optional = parts.options.filter { !parts.operands.hasPrefix($0.form) }.map { "[\($0.form)]" }
        let usage = (["pageview", rawValue] + optional + [parts.operands].filter { !$0.isEmpty }).joined(separator: " ")
        let width = parts.options.map(\.form.count).max() ?? 0
        let options = parts.options.map { "  \($0.form.padded(to: width))  \($0.effect)\n" }.joined()
        return """
            \(rawValue) \(parts.summary).

            usage: \(usage)

            \(options)\(parts.notes.isEmpty ? "" : "\n\(parts.notes)\n")
            Exit status: \(parts.statuses);
            64 wrong use; 74 unwritable output.

            Example: pageview \(rawValue) \(parts.example)

            """
    }

    static var help: String {
        let summaries = allCases.map { "  \($0.rawValue.padded(to: 10))\($0.parts.summary)" }
        return """
            pageview replays navigation traces: reports of a UI framework go in, page views come out.

            usage: pageview COMMAND [OPTIONS] [FILE|FOLDER|-]...

            \(summaries.joined(separator: "\n"))

            'pageview help COMMAND' lists the options of a command. 'pageview help AP-002' prints a cited rule.

            A FOLDER stands for the traces in it, at any depth: *.jsonl and *.trace (verify: *.md as well). '-' is standard
            input, which every command but verify reads if no input is named. Each file is a trace of its own.

            """
    }
}
