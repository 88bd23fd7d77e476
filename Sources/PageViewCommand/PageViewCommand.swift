/// The command `pageview`.
@main
struct PageViewCommand {
    static func main() {
        System.ignoreClosedPipes()
        do throws(Arguments.Misuse) {
            System.terminate(try run(System.arguments.dropFirst()))
        } catch {
            Terminal.complainAboutUsage(error.message)
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
