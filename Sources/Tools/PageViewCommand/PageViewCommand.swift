import NavigationTraces
import TraceAnalysis

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
        if ["--help", "-h"].contains(name) { return Terminal.write(help: Subcommand.help) }
        if name == "help" { return try help(rest) }
        guard let subcommand = Subcommand(rawValue: name) else {
            let names = Subcommand.allCases.map(\.rawValue)
            throw Arguments.Misuse(
                message: "expected \(names.alternatives), found \(name)\(NearestNames.suggestion(for: name, in: names))"
            )
        }
        let options = rest.map(\.text).prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") { return Terminal.write(help: subcommand.help) }
        return try subcommand.run(rest)
    }

    /// Prints the help of a command, the text of a rule or, without an argument, the overview.
    private static func help(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        guard let name = arguments.first?.text else { return Terminal.write(help: Subcommand.help) }
        guard arguments.count == 1 else {
            throw Arguments.Misuse(message: "expected one command or rule after help, found \(arguments.count)")
        }
        if let subcommand = Subcommand(rawValue: name) { return Terminal.write(help: subcommand.help) }
        let rules = RuleText.all
        if let rule = rules.first(where: { $0.id == name.uppercased() }) { return Terminal.write(help: rule.text) }
        let names = Subcommand.allCases.map(\.rawValue) + rules.map(\.id)
        throw Arguments.Misuse(
            message:
                "expected a command or the id of a rule after help, found \(name)\(NearestNames.suggestion(for: name, in: names))"
        )
    }
}

/// The parsed arguments of a subcommand: operands, flags, and options with values (TR-005).
struct Arguments {
    private(set) var operands: [Path] = []
    private var flags: Set<String> = []
    private var values: [String: Path] = [:]

    /// An error in the arguments; the command then ends with ``ExitStatus/usage``.
    struct Misuse: Error {
        let message: String
    }

    /// Parses arguments, in which options may stand anywhere before `--`.
    init(_ arguments: ArraySlice<Path>, _ options: [Subcommand.Option]) throws(Misuse) {
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
            let option = options.first { $0.name == parts[0] }
            if let option, option.takesValue {
                guard let value = parts.count == 2 ? Path(bytes: Array(parts[1].utf8)) : rest.popFirst() else {
                    throw Misuse(message: "expected a value after \(argument), found the end")
                }
                values[parts[0]] = value
            } else if option?.form == argument {
                flags.insert(argument)
            } else {
                let near = NearestNames.suggestion(for: parts[0], in: options.map(\.name))
                throw Misuse(message: "expected an option of this command, found \(argument)\(near)")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func value(_ option: String) -> String? { values[option]?.text }

    /// Returns the value of an option as a path, which need not be UTF-8.
    func path(_ option: String) -> Path? { values[option] }

    /// Returns the value that `parse` makes of the text of an option; `nil` without the option.
    ///
    /// - Parameter what: What may follow the option, for the message.
    func parsed<Value>(_ option: String, _ what: String, _ parse: (String) -> Value?) throws(Misuse) -> Value? {
        guard let text = value(option) else { return nil }
        guard let value = parse(text) else {
            throw Misuse(message: "expected \(option) \(what), found \(option) \(text)")
        }
        return value
    }

    var inputs: [Input] { Input.named(by: operands.isEmpty ? [.standardInput] : operands, includingDocuments: false) }

    /// Returns the only input; `nil` if it cannot be read.
    func onlyInput(to verb: String) throws(Misuse) -> Input? {
        guard operands.count <= 1 else {
            throw Misuse(message: "expected one trace to \(verb), found \(operands.count)")
        }
        if let folder = operands.first(where: \.isFolder) {
            throw Misuse(message: "expected one trace to \(verb), found the folder \(folder.text)")
        }
        return inputs.first
    }
}
