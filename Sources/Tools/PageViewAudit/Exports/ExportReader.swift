import AnalyticsJSON
package import NavigationTraces

/// Reads the events of one export, from bytes that arrive in pieces of any size. It keeps only the bytes that it has not returned.
package struct ExportReader: Sendable {
    /// The format; `nil` until the first line has determined it.
    package private(set) var format: ExportFormat?
    /// The paths of `--session-key`; `nil` for the default of the format.
    private let session: SessionPath?

    private var lines = LineSplitter()
    private var lineNumber = 0
    private var hasFirstLine = false
    /// The lines of a document; `nil` if each line has events of its own.
    private var document: JSONDocument?

    /// The line, or the object of a document, that is being read.
    private var unit = ExportUnit()
    private var hasUnit = false
    /// The objects of the unit that have not been read, last one first.
    private var objects: [Range<Int>] = []
    /// Whether the objects are parts of the unit.
    private var isPayload = false
    /// The time of events without one.
    private var payloadTime: Int64?

    private var recognizer = FormatRecognizer()
    private var isPrepared = false
    private var json: JSONEvents?
    private var row: SnowplowRow?

    /// Creates a reader, which recognises the format by the first line, unless it is given.
    package init(format: ExportFormat? = nil, sessionKey: SessionPath? = nil) {
        session = sessionKey
        self.format = format
    }

    package mutating func append(_ more: some Sequence<UInt8>) { lines.append(more) }

    /// Marks the end of the input, so that the remaining bytes are the last line.
    package mutating func finish() { lines.finish() }

    /// Returns the next event; `nil` if more bytes are needed or the input has ended. After an error, it continues with the next line.
    package mutating func next() throws(TraceError) -> ExportEvent? {
        while true {
            do {
                if let event = try nextInUnit() { return event }
            } catch {
                throw unit.located(error)
            }
            guard try takeUnit() else { return nil }
        }
    }

    /// The session key of the event that was returned last; `nil` without one.
    package var sessionKey: String? {
        switch format {
        case .snowplowTSV: row?.sessionKey
        case .lines, nil: nil
        default: json?.sessionKey
        }
    }

    // MARK: Events

    private mutating func nextInUnit() throws(LineError) -> ExportEvent? {
        if hasUnit {
            hasUnit = false
            guard format?.isJSON != false, let first = unit.firstByte, first == 0x7B || first == 0x5B else {
                return try readLine()
            }
            if first == 0x5B { try beginArray() } else { objects = [unit.range] }
        }
        while let range = objects.popLast() {
            if let event = try readObject(range) { return event }
        }
        return nil
    }

    /// Reads an array of events on one line. Its elements become the next objects.
    private mutating func beginArray() throws(LineError) {
        var parser = JSONParser(unit.bytes, unit.range)
        parser.skipSpace()
        let elements = try parser.elements(level: 1)
        try parser.finish()
        isPayload = true
        objects = elements.reversed()
    }

    private mutating func readLine() throws(LineError) -> ExportEvent? {
        let parser = JSONParser(unit.bytes, unit.range)
        switch try usedFormat(parser) {
        case .lines: return ExportEvent(line: unit.line, pageView: try PlainLine.read(unit.bytes, unit.range))
        case .snowplowTSV: return ExportEvent(line: unit.line, pageView: try row?.read(unit.bytes, unit.range))
        default: throw parser.expected("'{'")
        }
    }

    /// Reads an object. Returns `nil` for a payload, whose events become the next objects.
    private mutating func readObject(_ range: Range<Int>) throws(LineError) -> ExportEvent? {
        var parser = JSONParser(unit.bytes, range)
        parser.skipSpace()
        guard parser.next == 0x7B else { throw parser.expectedValue("an event") }
        _ = try usedFormat(parser)
        let start = parser.at
        guard let item = try json?.read(&parser, time: payloadTime) else { return nil }
        if !isPayload { try parser.finish() }
        switch item {
        case .event(let pageView): return ExportEvent(line: unit.line(at: start), pageView: pageView)
        case .payload(let events, let time):
            (isPayload, payloadTime) = (true, time)
            objects += events.reversed()
            return nil
        }
    }

    // MARK: Formats

    /// Returns the format. The first line that has one determines it.
    private mutating func usedFormat(_ parser: JSONParser) throws(LineError) -> ExportFormat {
        if let format, isPrepared { return format }
        let format: ExportFormat
        if let known = self.format { format = known } else { format = try recognizedFormat(parser) }
        self.format = format
        isPrepared = true
        json = JSONEvents(format, session: session)
        let columns = session?.columns(below: SnowplowRow.columnCount)
        if format == .snowplowTSV { row = SnowplowRow(session: columns) }
        // An error ends the reading, or is reported once.
        if format == .snowplowTSV, session != nil, columns == nil {
            throw LineError(
                offset: parser.at,
                message:
                    "expected --session-key with columns from 0 to \(SnowplowRow.columnCount - 1), found other names")
        }
        if format == .lines, session != nil {
            throw LineError(offset: parser.at, message: "expected no --session-key for plain lines, found one")
        }
        return format
    }

    private mutating func recognizedFormat(_ parser: JSONParser) throws(LineError) -> ExportFormat {
        parser.next == 0x7B
            ? try recognizer.format(parser) : try FormatRecognizer.format(parser.bytes, parser.at..<parser.end)
    }

    // MARK: Lines

    /// Takes the next line, or the next object of a document. Returns whether there is one.
    private mutating func takeUnit() throws(TraceError) -> Bool {
        release()
        while true {
            if let next = try document?.next(isAtEnd: false) { return begin(next) }
            guard let line = try takeLine() else {
                guard lines.isFinished, let next = try document?.next(isAtEnd: true) else { return false }
                return begin(next)
            }
            if document == nil, line.isBlank { continue }
            if !hasFirstLine {
                hasFirstLine = true
                if format?.isJSON != false, line.isUnfinished { document = JSONDocument(line: lineNumber) }
            }
            if document == nil { return begin(line) }
            document?.append(line)
        }
    }

    private mutating func begin(_ unit: ExportUnit) -> Bool {
        self.unit = unit
        hasUnit = true
        return true
    }

    /// Takes the next line. Returns `nil` if more bytes are needed or the input has ended.
    private mutating func takeLine() throws(TraceError) -> ExportUnit? {
        guard let next = lines.next() else { return nil }
        lineNumber += 1
        guard case .whole(let range) = next else { throw .longLine(lineNumber) }
        return ExportUnit(bytes: lines.bytes, range: range, start: range.lowerBound, line: lineNumber)
    }

    /// Releases the unit, so that its bytes can change in place.
    private mutating func release() {
        unit = ExportUnit()
        (objects, isPayload, payloadTime) = ([], false, nil)
        json?.release()
        row?.release()
    }
}
