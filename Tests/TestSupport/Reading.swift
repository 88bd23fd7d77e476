package import NavigationTraces

/// All that a reader says of a text: the lines with their numbers, and the errors.
package struct Reading {
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

    /// Reads bytes that arrive in pieces of these sizes, over and over.
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

extension Reading: Equatable {
    package static func == (left: Reading, right: Reading) -> Bool {
        left.lines == right.lines && left.numbers == right.numbers && left.errors == right.errors
    }
}

/// A text in which `¶` marks the byte where an error must be.
package struct Marked {
    package let bytes: [UInt8]
    /// The marked byte, from 1.
    package let column: Int

    package init(_ text: String) {
        let scalars = text.unicodeScalars
        let before = scalars.prefix { $0 != "¶" }
        bytes = Array(String(scalars.filter { $0 != "¶" }).utf8)
        column = String(before).utf8.count + 1
    }
}

/// The only event in a text; an error if there is none or more.
package func event(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceEvent {
    guard case .event(let event) = try line(text, notation) else { throw NotOneLine(text: text) }
    return event
}

/// The only expectation in a text.
package func expectation(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceExpectation {
    guard case .expectation(let expectation) = try line(text, notation) else { throw NotOneLine(text: text) }
    return expectation
}

/// The only header in a text.
package func header(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceHeader {
    guard case .header(let header) = try line(text, notation) else { throw NotOneLine(text: text) }
    return header
}

/// The lines of a text that has no error.
package func lines(_ text: String, _ notation: TraceNotation = .lines) throws -> [TraceLine] {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    return reading.lines
}

/// The only line in a text.
package func line(_ text: String, _ notation: TraceNotation = .jsonLines) throws -> TraceLine {
    let reading = Reading(text, notation)
    if let error = reading.errors.first { throw error }
    guard reading.lines.count == 1 else { throw NotOneLine(text: text) }
    return reading.lines[0]
}

package struct NotOneLine: Error {
    package let text: String
}

/// A line in a notation, with its end.
package func printed(_ line: TraceLine, _ notation: TraceNotation) -> [UInt8] {
    var printer = TracePrinter(notation: notation)
    printer.print(line)
    return printer.takeBytes()
}

package func text(_ line: TraceLine, _ notation: TraceNotation) -> String {
    String(decoding: printed(line, notation).dropLast(), as: UTF8.self)
}
