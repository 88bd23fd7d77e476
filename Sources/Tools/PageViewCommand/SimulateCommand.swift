import NavigationSimulator
import NavigationTraces

/// `pageview simulate`: prints a trace of random journeys (SIM-007).
struct SimulateCommand {
    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        if let operand = arguments.operands.first {
            throw Arguments.Misuse(message: "expected no file to simulate, found \(operand.text)")
        }
        let events: Int = try number(arguments, "--events") ?? 100
        let sessionCount: Int? = try number(arguments, "--sessions")
        let seed: UInt64? = try number(arguments, "--seed")
        let names = UIFramework.all.map(\.identifier).joined(separator: ", ")
        let framework = try arguments.parsed("--framework", "and one of \(names)", UIFramework.init(identifier:))
        let sessions = SimulatedSessions(
            seed: seed ?? 1, framework: framework ?? .uiKit, events: events, sessions: sessionCount)
        if let count = sessionCount, events < count {
            throw Arguments.Misuse(
                message: "expected as many events as sessions at least, found --events \(events) --sessions \(count)")
        }
        var printer = TracePrinter(notation: try arguments.notation ?? .lines)
        for line in sessions {
            printer.print(line)
            if printer.count >= Terminal.pieceLength { Terminal.write(printer.takeBytes()) }
        }
        Terminal.write(printer.takeBytes())
        return Terminal.status
    }

    private static func number<Number: FixedWidthInteger>(
        _ arguments: Arguments, _ option: String
    ) throws(Arguments.Misuse) -> Number? {
        let least: Number = option == "--seed" ? 0 : 1
        return try arguments.parsed(option, "and a whole number\(least > 0 ? " from 1" : "")") { text in
            Number(text).flatMap { $0 >= least ? $0 : nil }
        }
    }
}
