import AnalyticsJSON
import PageViewDelivery
import PageViewTracking

/// `pageview journal`: reads the folder of a journal and changes nothing in it (JR-005, JR-013).
struct JournalCommand {
    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        var rest = arguments
        let name = rest.popFirst()?.text
        switch name {
        case "cat":
            cat(try reader(Arguments(rest, flags: [])))
        case "verify":
            verify(try reader(Arguments(rest, flags: [])))
        case "stat":
            let arguments = try Arguments(rest, flags: ["--json"])
            JournalSummary.write(of: try folder(arguments), asJSON: arguments.has("--json"))
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
        guard let folder = try folder(arguments) else { return nil }
        do throws(JournalError) {
            return try JournalReader(directory: folder)
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
                if writer.count >= pieceLength { Terminal.write(writer.takeBytes()) }
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

    private static let pieceLength = 64 << 10
}

/// The output of `pageview journal stat`: a line for each number, or one JSON object (JR-013).
struct JournalSummary {
    /// Prints the summary of a folder; does nothing for `nil`.
    static func write(of folder: String?, asJSON: Bool) {
        guard let folder else { return }
        do throws(JournalError) {
            let statistics = try JournalStatistics(directory: folder)
            if asJSON {
                Terminal.write(json(statistics))
            } else {
                for line in lines(statistics) { Terminal.writeLine(line) }
            }
        } catch {
            Terminal.printError(.unreadableInput, "\(error)")
        }
    }

    private static func numbers(_ statistics: JournalStatistics) -> [(name: String, value: Int)] {
        [
            ("segments", statistics.segments), ("in use", statistics.segmentsInUse), ("records", statistics.records),
            ("acknowledged", statistics.acknowledged), ("bytes", statistics.bytes), ("problems", statistics.problems),
            ("quarantined", statistics.quarantined),
        ]
    }

    private static func times(_ statistics: JournalStatistics) -> [(name: String, value: WallTime?)] {
        [("oldest", statistics.oldest), ("newest", statistics.newest)]
    }

    private static func lines(_ statistics: JournalStatistics) -> [String] {
        let numbers = numbers(statistics).map { ($0.name, String($0.value)) }
        let times = times(statistics).map { ($0.name, $0.value?.description ?? "none") }
        return (numbers + times).map { name, value in
            name + String(repeating: " ", count: 14 - name.utf8.count) + value
        }
    }

    private static func json(_ statistics: JournalStatistics) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in numbers(statistics) {
            writer.key(name == "in use" ? "segmentsInUse" : name)
            writer.int(Int64(value))
        }
        for (name, value) in times(statistics) {
            writer.key(name)
            if let value { writer.string(value.description) } else { writer.null() }
        }
        writer.endObject()
        writer.newline()
        return writer.takeBytes()
    }
}
