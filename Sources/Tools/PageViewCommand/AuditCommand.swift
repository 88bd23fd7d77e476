import AnalyticsJSON
import NavigationTraces
import PageViewAudit

/// `pageview audit`: compares what an app sent with what the user saw (AU-112).
struct AuditCommand {
    private let isJSON: Bool
    private let isStrict: Bool
    private let options: AuditOptions
    private let map: NameMap
    private let skipsInvalid: Bool
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
        let map = arguments.path("--map")
        let files = arguments.operands + (map.map { [$0] } ?? [])
        for file in files where (try? FileStatus(of: file).kind) == .folder {
            throw Arguments.Misuse(message: "expected files, found the folder \(file.text)")
        }
        if files.count(where: { $0 == .standardInput }) > 1 {
            throw Arguments.Misuse(message: "expected standard input once, found it several times")
        }
        let skipsInvalid = arguments.has("--skip-invalid")
        var options = AuditOptions()
        options.beganAt = try arguments.beganAt
        if let tolerance = try arguments.seconds("--tolerance") { options.tolerance = tolerance }
        let minimumDuration = try arguments.minimumDuration
        let reader = ExportReader(format: try arguments.exportFormat, sessionKey: try arguments.sessionKey)
        let output = try arguments.report
        let maps = Input.named(by: map.map { [$0] } ?? [], includingDocuments: false)
        // Without its map, every line could have a wrong name.
        guard let names = map == nil ? NameMap() : maps.first.flatMap(Self.nameMap) else { return Terminal.status }
        var command = AuditCommand(
            isJSON: arguments.has("--json"), isStrict: arguments.has("--strict"), options: options, map: names,
            skipsInvalid: skipsInvalid, minimumDuration: minimumDuration, report: output,
            sent: SentInputs(reader: reader, skipsInvalid: skipsInvalid))
        // Files that cannot be read are reported, and the others are audited.
        let traces = Input.named(by: [arguments.operands[0]], includingDocuments: false)
        let inputs = Input.named(by: Array(arguments.operands.dropFirst()), includingDocuments: false)
        guard let trace = traces.first, !inputs.isEmpty else { return Terminal.status }
        if let output, let same = (traces + inputs + maps).first(where: { output.isSame(as: $0) }) {
            throw Arguments.Misuse(message: "expected -o and another file than the inputs, found \(same.name)")
        }
        command.audit(trace, inputs, LineSource(skipsInvalid: skipsInvalid))
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

    private mutating func audit(_ trace: Input, _ inputs: [Input], _ source: LineSource) {
        var source = source
        var seen = SeenReader(minimumDuration: minimumDuration)
        _ = source.read(trace) { line, _, _ in
            seen.take(line)
        } pause: {
        }
        // Without the trace, every line would be out of place.
        if source.hasFailed { return }
        let log = sent.read(inputs, map: map)
        let audit = Audit(seen: seen.finish(), log: log, options: options)
        if isJSON { writeJSON(audit) } else { writeText(audit) }
        if let report { write(report, of: audit, trace) }
        if isStrict, !audit.summary.isRight { Terminal.record(.failedExpectation) }
    }

    private func write(_ report: OutputFile, of audit: Audit, _ trace: Input) {
        let (pictures, reason) = AuditPictures.make(of: audit, trace, skipsInvalid: skipsInvalid)
        let bytes = AuditReport.write(audit, trace: trace.name, pictures: pictures, noPictures: reason)
        do throws(SystemError) {
            try report.write(bytes)
        } catch {
            Terminal.printError(.unwritableOutput, "\(report.name): \(error.writeFailure)")
        }
    }

    private mutating func writeJSON(_ audit: Audit) {
        var writer = AuditJSON(files: audit.log.files)
        func flush(_ writer: inout AuditJSON, atLeast count: Int) {
            if writer.count >= count { Terminal.write(writer.takeBytes()) }
        }
        sent.forEachEntry(of: audit) {
            writer.write($0)
            flush(&writer, atLeast: Self.pieceLength)
        }
        audit.forEachMissing {
            writer.write($0)
            flush(&writer, atLeast: Self.pieceLength)
        }
        for clock in audit.clockOffsets { writer.write(clock) }
        writer.write(audit.summary)
        flush(&writer, atLeast: 0)
    }

    private mutating func writeText(_ audit: Audit) {
        let files = audit.log.files
        var text = ""
        func write(_ line: String) {
            text += line.printable + "\n"
            if text.utf8.count >= Self.pieceLength { flush() }
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
        for clock in audit.clockOffsets { write(clock.sentence) }
        for sentence in audit.foreignNames().sentences { write(sentence) }
        let summary = audit.summary
        for line in summary.table + summary.sentences { write(line) }
        flush()
    }

    private static let pieceLength = 64 << 10
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
                        let key = session().map { log.index(ofSession: $0) } ?? -1
                        let position = UInt32(log.pageViews.count - first)
                        file.ignored?.append(
                            Ignored(line: UInt32(clamping: event.line), session: key, position: position))
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
        for (index, file) in files.enumerated() {
            let end = audit.log.pageViews.firstIndex(after: index)
            if let ignored = file.ignored {
                let first = next
                for event in ignored {
                    while next < first + Int(event.position) {
                        body(audit.entry(ofLine: next))
                        next += 1
                    }
                    let session = event.session < 0 ? nil : audit.log.sessionKeys[Int(event.session)]
                    body(AuditEntry(ignored: Int(event.line), of: index, session: session))
                }
            } else if file.eventCount > end - next {
                var rest = file.eventCount
                try? forEachEvent(of: file.input) { event, session in
                    // The file may have grown since it was read first.
                    guard rest > 0 else { return false }
                    rest -= 1
                    if event.pageView == nil {
                        body(AuditEntry(ignored: event.line, of: index, session: session()))
                    } else if next < end {
                        body(audit.entry(ofLine: next))
                        next += 1
                    }
                    return true
                } invalid: { _ in
                    // The first reading has reported the error.
                }
            }
            while next < end {
                body(audit.entry(ofLine: next))
                next += 1
            }
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
        let file = try OpenInput(input)
        while !reader.isAtEnd {
            try reader.read { buffer, range throws(SystemError) in
                let count = try file.read(into: &buffer, range)
                progress.advance(by: count, of: input.size, in: input.name)
                return count
            }
            while true {
                do throws(TraceError) {
                    guard let event = try reader.next() else { break }
                    guard event.line < firstError, body(event, { reader.sessionKey }) else { return }
                } catch {
                    if firstError == .max { invalid(error) }
                    if skipsInvalid { continue }
                    // Reading continues inside the malformed object of a document. Whole events before the error count.
                    guard error.line < firstError else { return }
                    firstError = error.line
                }
            }
        }
    }
}

extension BlockList<SentPageView> {
    /// Returns the index after the last page view of a file.
    fileprivate func firstIndex(after file: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].file <= Int32(file) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension AuditEntry {
    /// Creates the entry of a line that is no page view.
    fileprivate init(ignored line: Int, of file: Int, session: String?) {
        self.init(outcome: .ignored)
        (self.file, self.line, self.session) = (file, line, session)
    }
}

extension AuditSummary {
    /// The counts as a table: a line for each outcome, with its causes.
    fileprivate var table: [String] {
        let outcomes = AuditOutcome.allCases
        let rows = [("sent", sent), ("page views", pageViews)] + outcomes.map { ($0.name, self[$0]) }
        let width = rows.map { String($0.1).count }.max() ?? 0
        return rows.enumerated().map { index, row in
            let outcome = index < 2 ? nil : outcomes[index - 2]
            let causes = causes.filter { $0.outcome == outcome }.map { "\($0.cause.name) \($0.count)" }
            let number = String(row.1)
            let padding = String(repeating: " ", count: width - number.count)
            return row.0.padded(to: 12) + padding + number
                + (causes.isEmpty ? "" : "  " + causes.joined(separator: ", "))
        }
    }
}

extension Arguments {
    /// The file of `-o`; `nil` without the option.
    fileprivate var report: OutputFile? {
        get throws(Misuse) {
            guard let path = path("-o") else { return nil }
            guard path.text.lowercased().utf8.reversed().starts(with: ".html".utf8.reversed()) else {
                throw Misuse(message: "expected -o and a file that ends in .html, found -o \(path.text)")
            }
            return OutputFile(path)
        }
    }

    /// The time of `--began-at` in nanoseconds since 1970; `nil` without the option.
    fileprivate var beganAt: Int64? {
        get throws(Misuse) {
            guard let text = value("--began-at") else { return nil }
            guard let time = CalendarTime(text), time.hasZone else {
                throw Misuse(
                    message: "expected --began-at and a time such as 2026-01-01T00:00:00Z, found --began-at \(text)")
            }
            return time.nanoseconds
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

    /// The paths of `--session-key`; `nil` without the option.
    fileprivate var sessionKey: SessionPath? {
        get throws(Misuse) {
            guard let text = value("--session-key") else { return nil }
            guard let path = SessionPath(text) else {
                throw Misuse(
                    message: "expected --session-key and names joined by '.' or '/', found --session-key \(text)")
            }
            return path
        }
    }
}
