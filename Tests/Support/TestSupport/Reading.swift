package import NavigationTraces

/// The result of reading a text: the lines with their numbers, and the errors.
package struct Reading: Equatable, Sendable {
    package var lines: [TraceLine] = []
    package var numbers: [Int] = []
    package var errors: [TraceError] = []

    package var events: [TraceEvent] {
        lines.compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    package init(_ bytes: [UInt8], _ notation: TraceNotation? = .jsonLines) {
        var reader = TraceReader(notation: notation)
        reader.append(bytes)
        reader.finish()
        drain(&reader)
    }

    package init(_ text: String, _ notation: TraceNotation? = .jsonLines) {
        self.init(Array(text.utf8), notation)
    }

    /// Reads bytes in pieces of these sizes, which repeat.
    package init(_ bytes: [UInt8], _ notation: TraceNotation?, inPiecesOf sizes: [Int]) {
        var reader = TraceReader(notation: notation)
        var rest = bytes[...]
        var turn = 0
        while !rest.isEmpty {
            let size = min(sizes[turn % sizes.count], rest.count)
            turn += 1
            reader.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            drain(&reader)
        }
        reader.finish()
        drain(&reader)
    }

    private mutating func drain(_ reader: inout TraceReader) {
        while true {
            do {
                guard let line = try reader.next() else { return }
                lines.append(line)
                numbers.append(reader.lineNumber)
            } catch {
                errors.append(error)
            }
        }
    }
}

/// A text in which `¶` marks the byte where the reader must find an error.
package struct Marked {
    package let bytes: [UInt8]
    /// The column of the marked byte, from 1.
    package let column: Int

    package init(_ text: String) {
        let scalars = text.unicodeScalars
        let before = scalars.prefix { $0 != "¶" }
        bytes = Array(String(scalars.filter { $0 != "¶" }).utf8)
        column = String(before).utf8.count + 1
    }
}

/// Returns the only line of a text, which must be an event.
package func event(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceEvent {
    guard case .event(let event) = try line(text, notation) else { throw NotOneLine(text: text) }
    return event
}

/// Returns the only line of a text, which must be an expectation.
package func expectation(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceExpectation {
    guard case .expectation(let expectation) = try line(text, notation) else { throw NotOneLine(text: text) }
    return expectation
}

/// Returns the only line of a text, which must be a header.
package func header(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceHeader {
    guard case .header(let header) = try line(text, notation) else { throw NotOneLine(text: text) }
    return header
}

/// Returns the lines of a text; throws its first error.
package func lines(_ text: String, _ notation: TraceNotation = .lines) throws -> [TraceLine] {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    return reading.lines
}

/// Returns the only line of a text; throws an error if it has none or several.
package func line(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceLine {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    guard reading.lines.count == 1 else { throw NotOneLine(text: text) }
    return reading.lines[0]
}

/// Returns the error of a line, which must be the only one, at the byte that `¶` marks.
package func markedError(_ text: String, _ notation: TraceNotation? = .jsonLines) throws -> TraceError {
    let marked = Marked(text)
    let reading = Reading(marked.bytes, notation)
    guard reading.lines.isEmpty, reading.errors.map(\.column) == [marked.column] else {
        throw NotOneLine(text: "\(text): \(reading.errors)")
    }
    return reading.errors[0]
}

package struct NotOneLine: Error {
    package let text: String
}

/// Returns a line in a notation, with its line break.
package func printed(_ line: TraceLine, _ notation: TraceNotation) -> [UInt8] {
    var printer = TracePrinter(notation: notation)
    printer.print(line)
    return printer.takeBytes()
}

package func text(_ line: TraceLine, _ notation: TraceNotation) -> String {
    String(decoding: printed(line, notation).dropLast(), as: UTF8.self)
}

/// Returns the lines that a replay of a trace prints.
package func replayed(_ text: String, _ notation: TraceNotation = .lines, all: Bool = false) throws -> [String] {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    var replay = TraceReplay()
    var writer = ReplayWriter(writesAll: all)
    for line in reading.lines {
        switch line {
        case .header(let header): replay = TraceReplay(policy: header.policy)
        case .event(let event): for record in replay.apply(event) { writer.write(record) }
        case .expectation: break
        }
    }
    return String(decoding: writer.takeBytes(), as: UTF8.self).split(separator: "\n").map(String.init)
}

/// Returns the lines of one kind that a replay of a trace prints.
package func replayed(_ kind: String, of text: String) throws -> [String] {
    try replayed(text, all: true).filter { $0.hasPrefix(#"{"event":"\#(kind)","#) }
}

/// Returns the ids of the page views of a trace.
package func ids(_ text: String) throws -> [String] {
    try replayed("pageView", of: text).compactMap { line in
        line.split(separator: #""id":""#).dropFirst().first?.split(separator: "\"").first.map(String.init)
    }
}

/// The result of verifying a trace: the failures and the counts.
package struct Verification {
    package var failures: [String] = []
    package var passed = 0
    package var failed = 0

    package init(_ text: String, _ notation: TraceNotation = .lines) throws {
        let reading = Reading(text, notation)
        if let error = reading.errors.first { throw error }
        self.init(reading)
    }

    package init(_ reading: Reading) {
        var verifier = TraceVerifier()
        var all: [VerificationFailure] = []
        for (line, number) in zip(reading.lines, reading.numbers) { all += verifier.check(line, number: number) }
        all += verifier.finish()
        failures = all.map { "\($0.line): \($0.message)" }
        passed = verifier.passed
        failed = verifier.failed
    }
}
