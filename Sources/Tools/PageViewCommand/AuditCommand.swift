import AnalyticsJSON
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
        options.beganAt = try arguments.parsed("--began-at", "and a time such as 2026-01-01T00:00:00Z") { text in
            CalendarTime(text).flatMap { $0.hasZone ? $0.nanoseconds : nil }
        }
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
        var progress = Progress()
        guard let bytes = input.readWhole(&progress) else { return nil }
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
        _ = source.read(trace) { line, _, _ in
            seen.take(line)
        } pause: {
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

/// The files of an export. The command reads a file twice if it has lines that are no page view, to print them too (AU-110).
private struct SentInputs {
    /// A reader that has read nothing.
    let reader: ExportReader
    let skipsInvalid: Bool
    private var progress = Progress()
    private var files: [File] = []

    private struct File {
        let input: Input
        var eventCount = 0
        /// The events that are no page view, of an input that cannot be read twice; `nil` for a file.
        var ignored: [Ignored]?
    }

    /// An event that is no page view.
    private struct Ignored {
        let line: UInt32
        /// The number of its session key.
        let session: Int32
        /// The number of page views of the file before it.
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
            // Standard input is at its end after the first reading, even if it is a file.
            let isFile = input.path != nil && (try? input.status.kind) == .file
            var file = File(input: input, ignored: isFile ? nil : [])
            let first = log.pageViews.count
            do {
                try forEachEvent(of: input) { event, session in
                    file.eventCount += 1
                    log.append(event, session: session())
                    if event.pageView == nil, file.ignored != nil {
                        file.ignored?.append(
                            Ignored(
                                line: UInt32(clamping: event.line),
                                session: session().map { log.index(ofSession: $0) } ?? -1,
                                position: UInt32(log.pageViews.count - first)))
                    }
                    return true
                } invalid: { error in
                    Terminal.printError(.malformedInput, "\(input.name):\(error)")
                }
            } catch {
                Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)")
            }
            files.append(file)
        }
        Progress.clear()
        log.finish()
        return log
    }

    /// Calls a function with the entry of each line, in the order of the files.
    mutating func forEachEntry(of audit: Audit, _ body: (AuditEntry) -> Void) {
        var next = 0
        func advance(to end: Int) {
            while next < end {
                body(audit.entry(ofLine: next))
                next += 1
            }
        }
        for (index, file) in files.enumerated() {
            let first = next
            let end = audit.log.pageViews.firstIndex(notBefore: { $0.file <= index })
            func ignore(_ line: Int, _ session: String?) {
                var entry = AuditEntry(outcome: .ignored)
                (entry.file, entry.line, entry.session) = (index, line, session)
                body(entry)
            }
            if let ignored = file.ignored {
                for event in ignored {
                    advance(to: first + Int(event.position))
                    ignore(Int(event.line), event.session < 0 ? nil : audit.log.sessionKeys[Int(event.session)])
                }
            } else if file.eventCount > end - next {
                var rest = file.eventCount
                try? forEachEvent(of: file.input) { event, session in
                    // The file may have grown since it was read first.
                    guard rest > 0 else { return false }
                    rest -= 1
                    if event.pageView == nil { ignore(event.line, session()) } else { advance(to: min(next + 1, end)) }
                    return true
                } invalid: { _ in
                    // The first reading has reported the error.
                }
            }
            advance(to: end)
        }
    }

    /// Reads an input until `body` returns `false` or the input ends. Without `--skip-invalid`, it stops at a malformed line.
    private mutating func forEachEvent(
        of input: Input, _ body: (ExportEvent, () -> String?) -> Bool, invalid: (TraceError) -> Void
    ) throws(SystemError) {
        var reader = reader
        var progress = progress
        defer { self.progress = progress }
        /// The line of the first error that ends the reading.
        var firstError = Int.max
        /// Reads the events that have arrived. Returns whether to read on.
        func drain() -> Bool {
            while true {
                do throws(TraceError) {
                    guard let event = try reader.next() else { return true }
                    guard event.line < firstError, body(event, { reader.sessionKey }) else { return false }
                } catch {
                    if firstError == .max { invalid(error) }
                    if skipsInvalid { continue }
                    // Reading continues inside the malformed object of a document. Whole events before the error count.
                    guard error.line < firstError else { return false }
                    firstError = error.line
                }
            }
        }
        var isWhole = true
        try input.read(&progress) { bytes in
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
    /// The file of `-o`; `nil` without the option.
    fileprivate var report: OutputFile? {
        get throws(Misuse) {
            guard let path = path("-o") else { return nil }
            guard path.ends(in: ".html") else {
                throw Misuse(message: "expected -o and a file that ends in .html, found -o \(path.text)")
            }
            return OutputFile(path)
        }
    }

    /// The format of `--format`; `nil` without the option.
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
