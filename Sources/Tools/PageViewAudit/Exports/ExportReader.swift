import AnalyticsJSON
package import NavigationTraces

/// Reads the events of one export, from bytes that arrive in pieces of any size. It keeps only the bytes that it has not returned.
package struct ExportReader: Sendable {
    private(set) var format: ExportFormat?
    private let session: SessionPath?
    /// What reads the events of the format; `nil` until the first line.
    private var source: Source?

    private enum Source {
        case json(JSONEvents)
        /// Rows with a session key in these columns; `nil` for the default.
        case rows(session: [Int]?)
        case lines
    }

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
    private var payloadTime: Int64?

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

    private mutating func nextInUnit() throws(LineError) -> ExportEvent? {
        if hasUnit {
            hasUnit = false
            switch unit.firstByte {
            case 0x7B where format?.isJSON != false: objects = [unit.range]
            case 0x5B where format?.isJSON != false:
                var parser = JSONParser(unit.bytes, unit.range)
                parser.skipSpace()
                let elements = try parser.elements(level: 1)
                try parser.finish()
                (objects, isPayload) = (elements.reversed(), true)
            default: return try readLine()
            }
        }
        while let range = objects.popLast() {
            if let event = try readObject(range) { return event }
        }
        return nil
    }

    private mutating func readLine() throws(LineError) -> ExportEvent {
        let parser = JSONParser(unit.bytes, unit.range)
        switch try source(for: parser) {
        case .lines: return ExportEvent(line: unit.line, pageView: try PlainLine.read(unit.bytes, unit.range))
        case .rows(let columns):
            let row = try SnowplowRow(unit.bytes, unit.range)
            return ExportEvent(line: unit.line, session: row.sessionKey(in: columns), pageView: try row.pageView)
        case .json: throw parser.expected("'{'")
        }
    }

    /// Reads an object. Returns `nil` for a payload, whose events become the next objects.
    private mutating func readObject(_ range: Range<Int>) throws(LineError) -> ExportEvent? {
        var parser = JSONParser(unit.bytes, range)
        parser.skipSpace()
        guard parser.next == 0x7B else { throw parser.expectedValue("an event") }
        guard case .json(let events) = try source(for: parser) else { return nil }
        let start = parser.at
        let item = try events.read(&parser, time: payloadTime)
        if !isPayload { try parser.finish() }
        switch item {
        case .event(let pageView, let session):
            return ExportEvent(line: unit.line(at: start), session: session, pageView: pageView)
        case .payload(let events, let time):
            (isPayload, payloadTime) = (true, time)
            objects += events.reversed()
            return nil
        }
    }

    /// Returns what reads the events of the format. The first line that has a format determines it.
    private mutating func source(for parser: JSONParser) throws(LineError) -> Source {
        if let source { return source }
        let format: ExportFormat
        if let known = self.format { format = known } else { format = try ExportFormat(of: parser) }
        self.format = format
        // An error about the session key ends the reading, or is reported once.
        let columns = session?.columns(below: SnowplowRow.columnCount)
        let other = format == .lines ? Source.lines : .rows(session: columns)
        let source = JSONEvents(format, session: session).map(Source.json) ?? other
        self.source = source
        switch source {
        case .rows where session != nil && columns == nil:
            let last = SnowplowRow.columnCount - 1
            throw LineError(
                offset: parser.at, message: "expected --session-key with columns from 0 to \(last), found other names")
        case .lines where session != nil:
            throw LineError(offset: parser.at, message: "expected no --session-key for plain lines, found one")
        default: return source
        }
    }

    /// Takes the next line, or the next object of a document. Returns whether there is one.
    private mutating func takeUnit() throws(TraceError) -> Bool {
        // Releases the bytes of the last unit, so that they can change in place.
        unit = ExportUnit()
        (objects, isPayload, payloadTime) = ([], false, nil)
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
        (self.unit, hasUnit) = (unit, true)
        return true
    }

    /// Takes the next line. Returns `nil` if more bytes are needed or the input has ended.
    private mutating func takeLine() throws(TraceError) -> ExportUnit? {
        guard let next = lines.next() else { return nil }
        lineNumber += 1
        guard case .whole(let range) = next else { throw .longLine(lineNumber) }
        return ExportUnit(bytes: lines.bytes, range: range, start: range.lowerBound, line: lineNumber)
    }
}
