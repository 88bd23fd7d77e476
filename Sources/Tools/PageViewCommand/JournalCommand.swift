import AnalyticsJSON
import NavigationTraces
import PageViewDelivery
import PageViewTracking

/// `pageview journal`: reads the folder of a journal and changes nothing in it (JR-005, JR-013).
struct JournalCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        var rest = arguments
        let name = rest.popFirst()?.text
        switch name {
        case "cat": cat(try reader(Arguments(rest, flags: [])))
        case "verify": verify(try reader(Arguments(rest, flags: [])))
        case "stat":
            let arguments = try Arguments(rest, flags: ["--json"])
            if let statistics = try read(arguments, JournalStatistics.init) {
                Terminal.write(arguments.has("--json") ? statistics.json : statistics.text)
            }
        default:
            throw Arguments.Misuse(message: "expected journal cat, verify or stat, found journal \(name ?? "alone")")
        }
        return Terminal.status
    }

    /// Returns the only operand if it is a readable folder; otherwise prints an error and returns `nil`.
    private static func folder(_ arguments: Arguments) throws(Arguments.Misuse) -> String? {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw Arguments.Misuse(message: "expected one folder, found \(arguments.operands.count)")
        }
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder { return path.text }
            Terminal.printError(
                .unreadableInput,
                "\(path.text): expected the folder of a journal, found a file; name the folder of its files")
        } catch {
            Terminal.printError(.unreadableInput, "\(path.text): \(error.readFailure)")
        }
        return nil
    }

    private static func reader(_ arguments: Arguments) throws(Arguments.Misuse) -> JournalReader? {
        try read(arguments, JournalReader.init)
    }

    /// Returns what `body` reads from the only operand, a folder; otherwise prints an error and returns `nil`.
    private static func read<Value>(
        _ arguments: Arguments, _ body: (String) throws(JournalError) -> Value
    ) throws(Arguments.Misuse) -> Value? {
        guard let folder = try folder(arguments) else { return nil }
        do throws(JournalError) {
            return try body(folder)
        } catch {
            Terminal.printError(.unreadableInput, "\(error)")
            return nil
        }
    }

    /// Prints the events, a line each.
    private static func cat(_ reader: JournalReader?) {
        guard var reader else { return }
        var writer = JSONWriter()
        while let item = reader.next() {
            switch item {
            case .event(let event):
                event.write(to: &writer)
                writer.newline()
                if writer.count >= Terminal.pieceLength { Terminal.write(writer.takeBytes()) }
            case .problem(let problem):
                // Writes the events before the problem first.
                Terminal.write(writer.takeBytes())
                Terminal.printError(.malformedInput, "\(problem)")
            }
        }
        Terminal.write(writer.takeBytes())
    }

    /// Prints the problems, a line each, and the numbers of records and problems.
    private static func verify(_ reader: JournalReader?) {
        guard var reader else { return }
        var (records, problems) = (0, 0)
        while let item = reader.next() {
            switch item {
            case .event: records += 1
            case .problem(let problem):
                problems += 1
                Terminal.record(.malformedInput)
                Terminal.writeLine("\(problem)")
            }
        }
        Terminal.writeLine("\(records) records, \(problems) problems")
    }
}

/// The output of `pageview journal stat`: a line for each number, or one JSON object (JR-013).
extension JournalStatistics {
    private var numbers: [(name: String, value: Int)] {
        [
            ("segments", segments), ("in use", segmentsInUse), ("records", records), ("acknowledged", acknowledged),
            ("bytes", bytes), ("problems", problems), ("quarantined", quarantined),
        ]
    }

    private var times: [(name: String, value: WallTime?)] { [("oldest", oldest), ("newest", newest)] }

    fileprivate var text: [UInt8] {
        let rows =
            numbers.map { ($0.name, String($0.value)) } + times.map { ($0.name, $0.value?.description ?? "none") }
        return Array(rows.map { "\($0.padded(to: 14))\($1)\n" }.joined().utf8)
    }

    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in numbers {
            writer.key(name == "in use" ? "segmentsInUse" : name)
            writer.int(Int64(value))
        }
        for (name, value) in times {
            writer.key(name)
            if let value { writer.string(value.description) } else { writer.null() }
        }
        writer.endObject()
        writer.newline()
        return writer.takeBytes()
    }
}
