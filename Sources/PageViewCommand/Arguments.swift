/// What the command was called with, taken apart.
struct Arguments {
    /// What is not an option: files, folders and `-`.
    private(set) var operands: [Path] = []
    private var flags: Set<String> = []
    private var values: [String: Path] = [:]

    /// A use of the command that does not exist.
    struct Misuse: Error {
        let message: String
    }

    /// Takes arguments apart; options may stand anywhere before `--`.
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

    /// What an option names in the file system.
    func path(_ option: String) -> Path? { values[option] }
}
