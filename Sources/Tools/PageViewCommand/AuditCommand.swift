import NavigationTraces
import PageViewAudit

/// `pageview audit`: compares what an app sent with what the user saw (AU-112).
struct AuditCommand {
    private let arguments: Arguments
    private let options: AuditOptions
    private let map: NameMap
    /// The time as the current page below which a page view is left out, in nanoseconds (AU-113).
    private let minimumDuration: Int64?
    /// The file of the report; `nil` without `-o`.
    private let report: OutputFile?
    private var sent: SentInputs

    static func run(_ arguments: ArraySlice<Path>) throws(Arguments.Misuse) -> ExitStatus {
        let arguments = try Arguments(
            arguments, flags: ["--json", "--strict", "--skip-invalid"],
            values: ["--began-at", "--format", "--session-key", "--map", "--tolerance", "--min", "-o"])
        guard arguments.operands.count >= 2 else {
            let found = AuditSummary.number(arguments.operands.count, "file")
            throw Arguments.Misuse(message: "expected a trace and at least one file of what was sent, found \(found)")
        }
        let map = arguments.path("--map").map { [$0] } ?? []
        let files = arguments.operands + map
        if let folder = files.first(where: \.isFolder) {
            throw Arguments.Misuse(message: "expected files, found the folder \(folder.text)")
        }
        if files.count(where: { $0 == .standardInput }) > 1 {
            throw Arguments.Misuse(message: "expected standard input once, found it several times")
        }
        var options = AuditOptions()
        options.beganAt = try arguments.beganAt()
        options.tolerance = try arguments.seconds("--tolerance") ?? options.tolerance
        let minimumDuration = try arguments.minimumDuration
        let format = try arguments.exportFormat
        let key = try arguments.parsed("--session-key", "and names joined by '.' or '/'", SessionPath.init)
        let output = try arguments.report
        let maps = Input.named(by: map, includingDocuments: false)
        // Without its map, every line could have a wrong name.
        guard let names = map.isEmpty ? NameMap() : maps.first.flatMap(Self.nameMap) else { return Terminal.status }
        var command = AuditCommand(
            arguments: arguments, options: options, map: names, minimumDuration: minimumDuration, report: output,
            sent: SentInputs(
                reader: ExportReader(format: format, sessionKey: key), skipsInvalid: arguments.has("--skip-invalid")))
        // Files that cannot be read are reported, and the others are audited.
        let traces = Input.named(by: [arguments.operands[0]], includingDocuments: false)
        let inputs = Input.named(by: Array(arguments.operands.dropFirst()), includingDocuments: false)
        guard let trace = traces.first, !inputs.isEmpty else { return Terminal.status }
        if let output, let same = (traces + inputs + maps).first(where: { output.isSame(as: $0) }) {
            throw Arguments.Misuse(message: "expected -o and another file than the inputs, found \(same.name)")
        }
        command.audit(trace, inputs)
        return Terminal.status
    }

    /// Returns the map of names in a file; `nil` after it printed that the file cannot be used.
    private static func nameMap(_ input: Input) -> NameMap? {
        guard let bytes = input.readWhole() else { return nil }
        do {
            return try NameMap(bytes)
        } catch {
            Terminal.printError(.malformedInput, "\(input.name):\(error)")
            return nil
        }
    }

    private mutating func audit(_ trace: Input, _ inputs: [Input]) {
        var source = LineSource(skipsInvalid: sent.skipsInvalid)
        var seen = SeenReader(minimumDuration: minimumDuration)
        source.read(trace) { line, _, _ in
            seen.take(line)
        }
        // Without the trace, every line would be out of place.
        if source.hasFailed { return }
        let log = sent.read(inputs, map: map)
        let audit = Audit(seen: seen.finish(), log: log, options: options)
        if arguments.has("--json") { writeJSON(audit) } else { writeText(audit) }
        if let report {
            let (pictures, reason) = AuditPictures.make(of: audit, trace, skipsInvalid: sent.skipsInvalid)
            report.write(AuditReport.write(audit, trace: trace.name, pictures: pictures, noPictures: reason))
        }
        if arguments.has("--strict"), !audit.summary.isRight { Terminal.record(.failedExpectation) }
    }

    private mutating func writeJSON(_ audit: Audit) {
        var writer = AuditJSON(files: audit.log.files)
        func write(_ entry: AuditEntry) {
            writer.write(entry)
            if writer.count >= Terminal.pieceLength { Terminal.write(writer.takeBytes()) }
        }
        sent.forEachEntry(of: audit, write)
        audit.forEachMissing(write)
        for clock in audit.clockOffsets { writer.write(clock) }
        writer.write(audit.summary)
        Terminal.write(writer.takeBytes())
    }

    private mutating func writeText(_ audit: Audit) {
        let files = audit.log.files
        var text = ""
        func write(_ line: String) {
            text += line.printable + "\n"
            if text.utf8.count >= Terminal.pieceLength { flush() }
        }
        func flush() {
            Terminal.write(Array(text.utf8))
            text = ""
        }
        sent.forEachEntry(of: audit) { entry in
            write("\(files[entry.file ?? 0]):\(entry.line ?? 0): \(entry.sentence)")
        }
        audit.forEachMissing { entry in
            write(entry.session.map { "session \($0): \(entry.sentence)" } ?? entry.sentence)
        }
        let summary = audit.summary
        let sentences = audit.clockOffsets.map(\.sentence) + audit.foreignNames().sentences
        for line in sentences + summary.table + summary.sentences { write(line) }
        flush()
    }
}

/// The files of an export, and their events that are no page view (AU-110).
private struct SentInputs {
    /// A reader that has read nothing.
    let reader: ExportReader
    let skipsInvalid: Bool
    /// For each file, its events that are no page view.
    private var ignored: [[Ignored]] = []

    private struct Ignored {
        let line: UInt32
        /// The number of its session key.
        let session: Int32
        let position: UInt32
    }

    init(reader: ExportReader, skipsInvalid: Bool) {
        (self.reader, self.skipsInvalid) = (reader, skipsInvalid)
    }

    /// Reads the page views. Prints an error for each malformed line and each file that cannot be read.
    mutating func read(_ inputs: [Input], map: NameMap) -> SentLog {
        var log = SentLog(map: map)
        for input in inputs {
            log.addFile(input.name)
            var others: [Ignored] = []
            do {
                try forEachEvent(of: input) { event, session in
                    log.append(event, session: session())
                    if event.pageView != nil { return }
                    others.append(
                        Ignored(
                            line: UInt32(clamping: event.line),
                            session: session().map { log.index(ofSession: $0) } ?? -1,
                            position: UInt32(log.pageViews.count)))
                }
            } catch {
                Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)")
            }
            ignored.append(others)
        }
        Progress.clear()
        log.finish()
        return log
    }

    /// Calls a function with the entry of each line, in the order of the files.
    func forEachEntry(of audit: Audit, _ body: (AuditEntry) -> Void) {
        var next = 0
        for (file, others) in ignored.enumerated() {
            for other in others {
                while next < other.position {
                    body(audit.entry(ofLine: next))
                    next += 1
                }
                var entry = AuditEntry(outcome: .ignored)
                (entry.file, entry.line) = (file, Int(other.line))
                if other.session >= 0 { entry.session = audit.log.sessionKeys[Int(other.session)] }
                body(entry)
            }
        }
        for line in next..<audit.lineCount { body(audit.entry(ofLine: line)) }
    }

    /// Reads the events of an input. Without `--skip-invalid`, it stops at a malformed line.
    private func forEachEvent(
        of input: Input, _ body: (ExportEvent, () -> String?) -> Void
    ) throws(SystemError) {
        var reader = reader
        /// The line of the first error that ends the reading.
        var firstError = Int.max
        /// Reads the events that have arrived. Returns whether to read on.
        func drain() -> Bool {
            while true {
                do throws(TraceError) {
                    guard let event = try reader.next() else { return true }
                    guard event.line < firstError else { return false }
                    body(event) { reader.sessionKey }
                } catch {
                    if firstError == .max { Terminal.printError(.malformedInput, "\(input.name):\(error)") }
                    if skipsInvalid { continue }
                    // Reading continues inside the malformed object of a document. Whole events before the error count.
                    guard error.line < firstError else { return false }
                    firstError = error.line
                }
            }
        }
        var isWhole = true
        try input.read { bytes in
            reader.append(bytes)
            isWhole = drain()
            return isWhole
        }
        reader.finish()
        if isWhole { _ = drain() }
    }
}

extension AuditSummary {
    /// The counts as a table: a line for each outcome, with its causes.
    fileprivate var table: [String] {
        let rows = [("sent", sent), ("page views", pageViews)] + AuditOutcome.allCases.map { ($0.name, self[$0]) }
        let width = rows.map { String($0.1).count }.max() ?? 0
        return rows.map { name, count in
            let causes = causes.filter { $0.outcome.name == name }.map { "\($0.cause.name) \($0.count)" }
            let padding = String(repeating: " ", count: width - String(count).count)
            return
                "\(name.padded(to: 12))\(padding)\(count)\(causes.isEmpty ? "" : "  ")\(causes.joined(separator: ", "))"
        }
    }
}

extension Arguments {
    fileprivate var report: OutputFile? {
        get throws(Misuse) {
            guard let path = path("-o") else { return nil }
            guard path.ends(in: ".html") else {
                throw Misuse(message: "expected -o and a file that ends in .html, found -o \(path.text)")
            }
            return OutputFile(path)
        }
    }

    fileprivate var exportFormat: ExportFormat? {
        get throws(Misuse) {
            guard let name = value("--format") else { return nil }
            guard let format = ExportFormat(rawValue: name) else {
                let near = NearestNames.suggestion(for: name, in: ExportFormat.allCases.map(\.rawValue))
                throw Misuse(message: "expected --format \(ExportFormat.list), found --format \(name)\(near)")
            }
            return format
        }
    }
}
