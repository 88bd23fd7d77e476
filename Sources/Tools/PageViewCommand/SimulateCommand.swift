import NavigationSimulator
import NavigationTraces

/// `pageview simulate`: prints a trace of random journeys (SIM-007).
struct SimulateCommand {
    private static let fullBuffer = 64 << 10

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: [], values: ["--seed", "--events", "--sessions", "--framework", "--to"])
        if let operand = arguments.operands.first {
            throw Arguments.Misuse(message: "expected no file to simulate, found \(operand.text)")
        }
        let events: Int = try number(arguments, "--events") ?? 100
        let sessionCount: Int? = try number(arguments, "--sessions")
        let sessions = SimulatedSessions(
            seed: try number(arguments, "--seed") ?? 1, framework: try framework(arguments), events: events,
            sessions: sessionCount)
        if let count = sessionCount, events < count {
            throw Arguments.Misuse(
                message: "expected as many events as sessions at least, found --events \(events) --sessions \(count)")
        }
        var printer = TracePrinter(notation: try arguments.notation ?? .lines)
        for line in sessions {
            printer.print(line)
            if printer.count >= fullBuffer { Terminal.write(printer.takeBytes()) }
        }
        Terminal.write(printer.takeBytes())
        return Terminal.status
    }

    private static func number<Number: FixedWidthInteger>(
        _ arguments: Arguments, _ option: String
    ) throws(Arguments.Misuse) -> Number? {
        guard let text = arguments.value(option) else { return nil }
        guard let number = Number(text), number >= 0, option == "--seed" || number > 0 else {
            let least = option == "--seed" ? "a whole number" : "a whole number from 1"
            throw Arguments.Misuse(message: "expected \(option) and \(least), found \(option) \(text)")
        }
        return number
    }

    private static func framework(_ arguments: Arguments) throws(Arguments.Misuse) -> UIFramework {
        guard let name = arguments.value("--framework") else { return .uiKit }
        guard let framework = UIFramework(identifier: name) else {
            let names = UIFramework.all.map(\.identifier).joined(separator: ", ")
            throw Arguments.Misuse(message: "expected --framework and one of \(names), found --framework \(name)")
        }
        return framework
    }
}
