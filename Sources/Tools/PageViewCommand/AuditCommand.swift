import NavigationTraces
import PageViewAudit

/// `pageview audit`: compares what an app sent with what the user saw (AU-112).
struct AuditCommand {
    private let arguments: Arguments
    private let options: AuditOptions
    private let map: NameMap
    /// A page view is left out if its page was current for a shorter time, in nanoseconds (AU-113).
    private let minimumDuration: Int64?
    private let report: OutputFile?
    private let reader: ExportReader

    static func run(_ arguments: Arguments) throws(Arguments.Misuse) -> ExitStatus {
        guard arguments.operands.count >= 2 else {
            let found = AuditSummary.counted(arguments.operands.count, "file")
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
        let command = AuditCommand(
            arguments: arguments, options: options, map: names, minimumDuration: minimumDuration, report: output,
            reader: ExportReader(format: format, sessionKey: key))
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

    private func audit(_ trace: Input, _ inputs: [Input]) {
        let skipsInvalid = arguments.has("--skip-invalid")
        var source = LineSource(skipsInvalid: skipsInvalid)
        var seen = SeenReader(minimumDuration: minimumDuration)
        source.read(trace) { line, _, _ in
            seen.take(line)
        }
        // Without the trace, every line would be out of place.
        if source.hasFailed { return }
        var log = SentLog(map: map)
        for input in inputs {
            log.addFile(input.name)
            read(input, into: &log)
        }
        Progress.clear()
        log.finish()
        let audit = Audit(seen: seen.finish(), log: log, options: options)
        if arguments.has("--json") { writeJSON(audit) } else { writeText(audit) }
        if let report {
            let (pictures, reason) = AuditPictures.make(of: audit, trace, skipsInvalid: skipsInvalid)
            report.write(
                AuditReport.write(audit, traceName: trace.name, pictures: pictures, reasonForNoPictures: reason))
        }
        if arguments.has("--strict"), !audit.summary.isRight { Terminal.record(.failedExpectation) }
    }

    /// Reads the events of an export. Prints an error for each malformed line, or if the file cannot be read.
    private func read(_ input: Input, into log: inout SentLog) {
        let skipsInvalid = arguments.has("--skip-invalid")
        var reader = reader
        /// The line of the first error that ends the reading.
        var firstError = Int.max
        /// Reads the events that have arrived. Returns whether to read on.
        func drain() -> Bool {
            while true {
                do throws(TraceError) {
                    guard let event = try reader.next() else { return true }
                    guard event.line < firstError else { return false }
                    log.append(event)
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
        do {
            try input.read { bytes in
                reader.append(bytes)
                isWhole = drain()
                return isWhole
            }
            reader.finish()
            if isWhole { _ = drain() }
        } catch {
            Terminal.printError(.unreadableInput, "\(input.name): \(error.readFailure)")
        }
    }

    private func writeJSON(_ audit: Audit) {
        var writer = AuditJSON(files: audit.log.files)
        audit.forEachEntry { entry in
            writer.write(entry)
            if writer.count >= Terminal.pieceLength { Terminal.write(writer.takeBytes()) }
        }
        for clock in audit.clockOffsets { writer.write(clock) }
        writer.write(audit.summary)
        Terminal.write(writer.takeBytes())
    }

    private func writeText(_ audit: Audit) {
        var text = ""
        func write(_ line: String) {
            text += line.printable + "\n"
            if text.utf8.count >= Terminal.pieceLength { flush() }
        }
        func flush() {
            Terminal.write(Array(text.utf8))
            text = ""
        }
        audit.forEachEntry { entry in
            let place = entry.line.map { "\(audit.log.files[entry.file ?? 0]):\($0): " }
            write((place ?? entry.session.map { "session \($0): " } ?? "") + entry.sentence)
        }
        let summary = audit.summary
        let sentences = audit.clockOffsets.map(\.sentence) + audit.foreignNames().sentences
        for line in sentences + summary.table + summary.sentences { write(line) }
        flush()
    }
}

extension AuditSummary {
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
            return OutputFile(path: path)
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
