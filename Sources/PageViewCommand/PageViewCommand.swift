/// The command `pageview`: it selects the subcommand by its first argument (TR-005).
@main
struct PageViewCommand {
    static func main() {
        System.ignoreClosedPipes()
        do throws(Arguments.Misuse) {
            System.terminate(try run(System.arguments.dropFirst()))
        } catch {
            Terminal.printUsageError(error.message)
            System.terminate(Terminal.status)
        }
    }

    private static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        var rest = arguments
        guard let name = rest.popFirst()?.text else {
            throw Arguments.Misuse(message: "expected a command, found none")
        }
        let options = rest.map(\.text).prefix { $0 != "--" }
        if ["--help", "-h", "help"].contains(name) || options.contains("--help") || options.contains("-h") {
            Terminal.write(Usage.text)
            return .success
        }
        switch name {
        case "replay": return try ReplayCommand.run(rest)
        case "verify": return try VerifyCommand.run(rest)
        case "convert": return try ConvertCommand.run(rest)
        case "explain": return try ExplainCommand.run(rest)
        case "stats": return try StatsCommand.run(rest)
        case "timeline": return try TimelineCommand.run(rest)
        case "simulate": return try SimulateCommand.run(rest)
        case "journal": return try JournalCommand.run(rest)
        default:
            throw Arguments.Misuse(
                message:
                    "expected replay, verify, explain, timeline, stats, convert, simulate or journal, found \(name)")
        }
    }
}

/// The parsed arguments of a subcommand: operands, flags, and options with values.
struct Arguments {
    /// The arguments that are not options: files, folders and `-`.
    private(set) var operands: [Path] = []
    private var flags: Set<String> = []
    private var values: [String: Path] = [:]

    /// An error in the arguments; the command then ends with ``ExitStatus/usage``.
    struct Misuse: Error {
        let message: String
    }

    /// Parses arguments; options may stand anywhere before `--`.
    init(_ arguments: ArraySlice<Path>, flags known: Set<String>, values valued: Set<String> = []) throws(Misuse) {
        var rest = arguments
        while let operand = rest.popFirst() {
            let argument = operand.text
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(operand)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if valued.contains(parts[0]) {
                guard let value = parts.count == 2 ? Path(bytes: Array(parts[1].utf8)) : rest.popFirst() else {
                    throw Misuse(message: "expected a value after \(argument), found the end")
                }
                values[parts[0]] = value
            } else if known.contains(argument) {
                flags.insert(argument)
            } else {
                throw Misuse(message: "expected an option of this command, found \(argument)")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func value(_ option: String) -> String? { values[option]?.text }

    /// Returns the value of an option as a path, which need not be UTF-8.
    func path(_ option: String) -> Path? { values[option] }
}

/// The help text of the command.
enum Usage {
    static let text: StaticString = """
        pageview replays navigation traces: what a UI framework reported goes in, exactly the right page views come out.

        usage: pageview replay [--all] [--idle SECONDS] [--jobs N | --follow] [--skip-invalid] [FILE|FOLDER|-]...
               pageview replay --format NAME [--began-at TIME] [--key KEY] [--skip-invalid] [FILE|FOLDER|-]...
               pageview verify [--skip-invalid] FILE|FOLDER|-...
               pageview explain [--component NAME] [--session NAME] [--at SECONDS] [--json] [--colour WHEN] [FILE|FOLDER|-]...
               pageview timeline [--session NAME] [--fold WHEN] [--format svg|html] [--skip-invalid] -o FILE [TRACE|-]
               pageview stats [--steps N] [--json] [FILE|FOLDER|-]...
               pageview convert [--to jsonl|trace] [--skip-invalid] [FILE|-]
               pageview simulate [--seed N] [--events N] [--sessions N] [--framework NAME] [--to jsonl|trace]
               pageview journal cat|verify|stat [--json] FOLDER
               pageview --help

        replay    writes one JSON object a line for each page view and each interaction, in order.
          --all           writes page leaves, deep links, changes of the current page and diagnostics too
          --idle SECONDS  ends a session of which nothing has come for so long, by the time of the trace
          --jobs N        uses so many threads, 0: one for each processor; left out, 1. The output is the same.
          --follow        waits at the end of the file for more, as long as it is written, and until it is interrupted
          --format NAME   writes what a back end would be sent instead, a batch a line: segment, snowplow, posthog or
                          otlp. Neither with --all, nor --idle, nor --jobs. The same input makes the same output.
          --began-at TIME when the trace's time 0 was, such as 2026-01-01T00:00:00Z; left out, 1970-01-01T00:00:00Z
          --key KEY       the write key, app id, project key or service name; left out, pageview
        verify    checks the expectations in traces, and in the examples of Markdown documents; a line for each
                  that does not hold, then "N passed, N failed". Finding none at all is no failure, but is told.
        explain   says of each appearance, in a line, why there was a page view or none, and of each report that was odd
                  what was odd about it, with the rules of the specification that say so.
          --component NAME  about this component alone; --session NAME in this session alone
          --at SECONDS      about what was going on then, and the current page of each scene
          --json            one JSON object a line
          --colour WHEN     auto, always or never
        timeline  draws what became of everything in a trace.
          -o FILE           where to: a picture, FILE.svg, or a document that can be zoomed, FILE.html; - is standard output
          --format NAME     svg or html; left out, as the FILE ends
          --session NAME    this session alone
          --fold WHEN       which gaps are drawn short: never, auto, or those that are longer than so many seconds
        stats     says how often what happened to each page, over all traces together: appearances, counted, left before
                  it was ready, how long until ready, how long in front of the user; and the steps from page to page.
          --steps N         how many steps are shown; left out, 10
          --json            as one JSON object
        convert   writes a trace in the other notation.
          --to NOTATION   jsonl (JSON Lines) or trace (the line notation); left out, the one it is not in

        simulate  writes random journeys of a user through an app, as a trace; the same options write the same trace.
          --seed N          where the random numbers begin; left out, 1
          --events N        how many events; left out, 100
          --sessions N      shares them out among sessions, of which up to 1,000 go on at a time
          --framework NAME  whose order the reports have; left out, uikit
          --to NOTATION     left out, trace

        journal   looks into the FOLDER of a journal of events, and changes nothing in it.
          cat               writes its events, one JSON object a line; what is none is told on standard error
          verify            a line for each place that holds no event, then "N records, M problems"
          stat [--json]     how many segments, records and bytes there are, and from when

        A FOLDER stands for the traces in it, at any depth: *.jsonl and *.trace (verify: and *.md). '-' is standard
        input, which all but verify read when nothing is named. Each file is a trace of its own. In a folder, links to
        files are followed and links to folders are not; names that begin with a point, and pipes, are passed over.

          --skip-invalid  reports a malformed line and goes on with the next one; otherwise it ends its file

        Exit status: 0 all well; 1 an expectation does not hold; 64 wrong use; 65 a malformed line, told as
        FILE:LINE:COLUMN, an event that a format refuses, or a trace beyond a limit; 66 an input that cannot be read;
        74 an output that cannot be written.

        """
}
