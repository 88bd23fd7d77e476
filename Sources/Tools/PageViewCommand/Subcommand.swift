import NavigationTraces
import PageViewAudit

/// A subcommand of `pageview` (TR-005). Add a case for a new subcommand; the compiler then requires its parts.
enum Subcommand: String, CaseIterable {
    case replay, verify, explain, audit, timeline, stats, convert, simulate, journal

    func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        switch self {
        case .replay: try ReplayCommand.run(arguments)
        case .verify: try VerifyCommand.run(arguments)
        case .explain: try ExplainCommand.run(arguments)
        case .audit: try AuditCommand.run(arguments)
        case .timeline: try TimelineCommand.run(arguments)
        case .stats: try StatsCommand.run(arguments)
        case .convert: try ConvertCommand.run(arguments)
        case .simulate: try SimulateCommand.run(arguments)
        case .journal: try JournalCommand.run(arguments)
        }
    }

    /// The forms in which the subcommand can be called, without `pageview`.
    var usage: [String] {
        switch self {
        case .replay:
            [
                "replay [--all] [--idle SECONDS] [--follow] [--skip-invalid] [FILE|FOLDER|-]...",
                "replay --format NAME [--began-at TIME] [--key KEY] [--skip-invalid] [FILE|FOLDER|-]...",
            ]
        case .verify: ["verify [--skip-invalid] FILE|FOLDER|-..."]
        case .explain:
            [
                "explain [--component NAME] [--session NAME] [--at SECONDS] [--precise | --json] [--colour WHEN] [FILE|FOLDER|-]..."
            ]
        case .audit:
            [
                "audit [--began-at TIME] [--format NAME] [--session-key PATH] [--map FILE] [--tolerance SECONDS] [--min SECONDS] [--json] [--strict] [--skip-invalid] [-o REPORT.html] TRACE SENT..."
            ]
        case .timeline:
            ["timeline [--session NAME] [--fold WHEN] [--format svg|html] [--skip-invalid] -o FILE [TRACE|-]"]
        case .stats: ["stats [--steps N] [--min SECONDS] [--precise | --json] [FILE|FOLDER|-]..."]
        case .convert: ["convert [--to jsonl|trace] [--skip-invalid] [FILE|-]"]
        case .simulate:
            ["simulate [--seed N] [--events N] [--sessions N] [--framework NAME] [--to jsonl|trace]"]
        case .journal: ["journal cat|verify|stat [--json] FOLDER"]
        }
    }

    /// The effect of the subcommand, in one line.
    var summary: String {
        switch self {
        case .replay: "prints the page views and interactions of a trace, one JSON object a line"
        case .verify: "checks the expectations in traces and in the examples of Markdown documents"
        case .explain: "explains why there was a page view or none, with the rules"
        case .audit: "compares an export of what an app sent with a trace of what the user saw"
        case .timeline: "draws a trace as an SVG picture or an HTML page"
        case .stats: "counts appearances, page views and steps, page by page"
        case .convert: "prints a trace in the other notation"
        case .simulate: "prints random journeys of a user through an app, as a trace"
        case .journal: "inspects a journal of events; changes nothing"
        }
    }

    /// The options, a line each, and further facts that a user needs.
    var details: String {
        switch self {
        case .replay:
            """
              --all           prints page leaves, deep links, changes of the current page and diagnostics too
              --idle SECONDS  ends a session that has had no event for this long, by the time of the trace
              --follow        waits for more lines at the end of the file, until it is interrupted
              --format NAME   prints what a back end would receive, a batch a line: \(FormatName.list).
                              Not with --all, --idle or --follow. Equal inputs give equal outputs.
              --began-at TIME the time of the trace's time 0; the default is 1970-01-01T00:00:00Z
              --key KEY       the write key, app id, project key or service name; the default is pageview
              --skip-invalid  reports a malformed line and continues with the next one
            """
        case .verify:
            """
              --skip-invalid  reports a malformed line and continues with the next one

            Prints a line for each expectation that does not hold, then "N passed, N failed".
            """
        case .explain:
            """
              --component NAME  explains this component only
              --session NAME    explains this session only
              --at SECONDS      explains what existed at this time, and the current page of each scene
              --precise         prints times with all digits; the default is milliseconds
              --json            prints one JSON object a line, with all digits of times
              --colour WHEN     auto, always or never; the default is auto
            """
        case .audit:
            """
              --began-at TIME     the time of the trace's time 0; the default is that of its header, or an estimate
              --format NAME       \(ExportFormat.list); the default follows from the first lines of each file
              --session-key PATH  where an event has its session: names joined by '.', or two paths joined by '/'
              --map FILE          lines 'sent name = page name', in which '*' stands for any text
              --tolerance SECONDS how far from its count a page view may be sent; the default is 1
              --min SECONDS       leaves out page views whose page was the current one for a shorter time
              --json              prints one JSON object a line
              --strict            ends with status 1 unless every line and every page view is right
              --skip-invalid      reports a malformed line and continues with the next one
              -o REPORT.html      also writes a report with figures, tables and the timelines of the worst sessions

            Prints an outcome for each line of SENT and for each page view that no line belongs to, then the counts.
            """
        case .timeline:
            """
              -o FILE           the output: FILE.svg, FILE.html, or - for standard output
              --format NAME     svg or html; the default follows from the name of the output
              --session NAME    draws this session only
              --fold WHEN       shortens gaps: never, auto, or those longer than this many seconds
              --skip-invalid    reports a malformed line and continues with the next one
            """
        case .stats:
            """
              --steps N         how many steps from page to page it prints; the default is 10
              --min SECONDS     leaves out appearances whose page was the current one for less time
              --precise         prints times with all digits; the default is milliseconds
              --json            prints one JSON object, with all digits of times

            Counts over all traces together: appearances, page views, leaves before ready, time until ready, time in front.
            """
        case .convert:
            """
              --to NOTATION     jsonl (JSON Lines) or trace (the line notation); the default is the other notation
              --skip-invalid    reports a malformed line and continues with the next one
            """
        case .simulate:
            """
              --seed N          the seed of the random numbers; the default is 1
              --events N        how many events; the default is 100
              --sessions N      spreads the events over N sessions; up to 1,000 are open at a time
              --framework NAME  the framework whose order the reports have; the default is uikit
              --to NOTATION     jsonl or trace; the default is trace

            Equal options give equal traces.
            """
        case .journal:
            """
              cat               prints the events, one JSON object a line, and reports the rest on standard error
              verify            prints a line for each place that holds no event, then "N records, M problems"
              stat [--json]     prints how many segments, records and bytes there are, and their first time
            """
        }
    }

    var example: String {
        switch self {
        case .replay: "pageview replay --all item-page.trace"
        case .verify: "pageview verify Specs"
        case .explain: "pageview explain --component item item-page.trace"
        case .audit: "pageview audit --json item-page.trace sent.jsonl"
        case .timeline: "pageview timeline item-page.trace -o item-page.html"
        case .stats: "pageview stats --steps 20 traces/"
        case .convert: "pageview convert --to jsonl item-page.trace"
        case .simulate: "pageview simulate --framework uikit --events 1000"
        case .journal: "pageview journal stat --json events/"
        }
    }

    /// The exit statuses that the subcommand can have, except those of wrong use and of output that cannot be written.
    private var statuses: String {
        switch self {
        case .replay: "0 success; 65 a malformed line, or an event that a format rejects; 66 an unreadable input"
        case .verify: "0 every expectation holds; 1 one does not hold; 65 a malformed line; 66 an unreadable input"
        case .explain: "0 success; 1 nothing has the given name; 65 a malformed line or a limit; 66 an unreadable input"
        case .audit:
            "0 success; 1 with --strict and an outcome that is not right; 65 a malformed line; 66 an unreadable input"
        case .timeline, .stats: "0 success; 65 a malformed line or a limit; 66 an unreadable input"
        case .convert: "0 success; 65 a malformed line; 66 an unreadable input"
        case .simulate: "0 success"
        case .journal: "0 success; 65 bytes that are no event; 66 an unreadable folder"
        }
    }

    /// The help text of the subcommand: usage, options, exit status and an example.
    var help: String {
        let lines = usage.map { "pageview \($0)" }
        return """
            \(rawValue) \(summary).

            usage: \(lines.joined(separator: "\n       "))

            \(details)

            Exit status: \(statuses);
            64 wrong use; 74 unwritable output.

            Example: \(example)

            """
    }

    static var help: String {
        let summaries = allCases.map { "  \($0.rawValue.padded(to: 10))\($0.summary)" }
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
