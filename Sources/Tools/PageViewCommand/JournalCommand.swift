import AnalyticsJSON
import NavigationTraces
import PageViewDelivery
import PageViewTracking

/// `pageview journal`: reads the folder of a journal and changes nothing in it (JR-005, JR-013).
struct JournalCommand {
    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        let (name, folders) = (arguments.operands.first?.text, arguments.operands.dropFirst())
        guard let name, ["cat", "verify", "stat"].contains(name) else {
            throw Arguments.Misuse(message: "expected journal cat, verify or stat, found journal \(name ?? "alone")")
        }
        if name == "stat" {
            if let statistics = try read(folders, JournalStatistics.init) {
                Terminal.write(arguments.has("--json") ? statistics.json : statistics.text)
            }
            return Terminal.status
        }
        if arguments.has("--json") {
            throw Arguments.Misuse(message: "expected an option of this command, found --json")
        }
        if let reader = try read(folders, JournalReader.init) {
            if name == "cat" { cat(reader) } else { verify(reader) }
        }
        return Terminal.status
    }

    /// Returns what `body` reads from the only folder; otherwise prints an error and returns `nil`.
    private static func read<Value>(
        _ folders: ArraySlice<Path>, _ body: (String) throws(JournalError) -> Value
    ) throws(Arguments.Misuse) -> Value? {
        guard folders.count == 1, let path = folders.first else {
            throw Arguments.Misuse(message: "expected one folder, found \(folders.count)")
        }
        var message = "\(path.text): expected the folder of a journal, found a file; name the folder of its files"
        do throws(SystemError) {
            if try FileStatus(of: path).kind == .folder {
                do throws(JournalError) {
                    return try body(path.text)
                } catch {
                    message = "\(error)"
                }
            }
        } catch {
            message = "\(path.text): \(error.readFailure)"
        }
        Terminal.printError(.unreadableInput, message)
        return nil
    }

    private static func cat(_ reader: JournalReader) {
        var reader = reader
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

    private static func verify(_ reader: JournalReader) {
        var reader = reader
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
