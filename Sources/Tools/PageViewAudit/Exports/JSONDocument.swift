import AnalyticsJSON
import NavigationTraces

/// A line of an export, or an object of a document that is spread over several lines.
struct ExportUnit: Sendable {
    var bytes: [UInt8] = []
    /// The range of the line or object, without the line end.
    var range = 0..<0
    /// The position in `bytes` at which the line with the number `line` begins.
    var start = 0
    /// The number of the line, from 1. For a document, it is that of the first line in `bytes`.
    var line = 0
    /// The last position for which the line was searched, and that line.
    private var found: (offset: Int, line: Int, start: Int)?

    init() {}

    init(bytes: [UInt8], range: Range<Int>, start: Int, line: Int) {
        (self.bytes, self.range, self.start, self.line) = (bytes, range, start, line)
    }

    var firstByte: UInt8? { bytes[range].first { $0 != 0x20 && $0 != 0x09 } }

    var isBlank: Bool { firstByte == nil }

    /// Returns the number of the line of a position. Successive calls with rising positions are fast.
    mutating func line(at offset: Int) -> Int { place(of: offset).line }

    mutating func located(_ error: LineError) -> TraceError {
        let place = place(of: error.offset)
        return TraceError(line: place.line, column: error.offset - place.start + 1, message: error.message)
    }

    private mutating func place(of offset: Int) -> (line: Int, start: Int) {
        var place = (offset: start, line: line, start: start)
        if let found, found.offset <= offset { place = found }
        for index in place.offset..<max(place.offset, offset) where bytes[index] == 0x0A {
            place.line += 1
            place.start = index + 1
        }
        place.offset = offset
        found = place
        return (place.line, place.start)
    }

    /// Whether the line begins a JSON value that ends on a later line.
    var isUnfinished: Bool {
        guard let first = firstByte, first == 0x7B || first == 0x5B else { return false }
        // With a line feed, a string without its end is malformed, and only a value that can continue reaches the end.
        let text = bytes[range] + [0x0A]
        var parser = JSONParser(Array(text), 0..<text.count)
        parser.skipSpace()
        do {
            try parser.skipValue(level: 1)
            return false
        } catch {
            return error.offset == text.count
        }
    }
}

/// Finds the objects in a document: JSON values over several lines, each an object or an array of objects (AU-102).
///
/// Memory depends on the longest object, not on the document: an array is read element by element.
struct JSONDocument: Sendable {
    /// Whole lines, each with a line feed.
    private var bytes: [UInt8] = []
    /// The number of the first line in `bytes`.
    private var line: Int
    private var at = 0
    /// The number of bytes after `at` that are needed for another attempt. It doubles, so all attempts take linear time.
    private var neededCount = 0
    private var isInArray = false
    private var expectation = Expectation.object

    private enum Expectation {
        case object
        /// An object, or the end of an array without elements.
        case objectOrEnd
        case commaOrEnd
        /// Any of these, after an error.
        case any
    }

    init(line: Int) {
        self.line = line
    }

    mutating func append(_ line: ExportUnit) {
        if at > bytes.count / 2 { removeReadLines() }
        bytes += line.bytes[line.range]
        bytes.append(0x0A)
    }

    private mutating func removeReadLines() {
        guard let feed = bytes[..<at].lastIndex(of: 0x0A) else { return }
        line += bytes[...feed].count { $0 == 0x0A }
        bytes.removeSubrange(...feed)
        at -= feed + 1
    }

    /// Returns the next object. Returns `nil` if more lines are needed, or at the end.
    mutating func next(isAtEnd: Bool) throws(TraceError) -> ExportUnit? {
        while let byte = nextByte {
            switch byte {
            case 0x5B where !isInArray:
                at += 1
                (isInArray, expectation) = (true, .objectOrEnd)
            case 0x5D where isInArray && expectation != .object:
                at += 1
                (isInArray, expectation) = (false, .object)
            case 0x2C where isInArray && (expectation == .commaOrEnd || expectation == .any):
                at += 1
                expectation = .object
            case 0x7B where expectation != .commaOrEnd:
                return try object(isAtEnd: isAtEnd)
            default:
                throw error(JSONParser(bytes, at..<bytes.count).expected(expectedText))
            }
        }
        if isAtEnd, isInArray {
            isInArray = false
            throw error(JSONParser(bytes, at..<bytes.count).expected("']'"))
        }
        return nil
    }

    private var expectedText: String {
        guard isInArray else { return "'{' or '['" }
        switch expectation {
        case .commaOrEnd: return "',' or ']'"
        case .object: return "'{'"
        case .objectOrEnd, .any: return "'{' or ']'"
        }
    }

    private var nextByte: UInt8? {
        mutating get {
            var parser = JSONParser(bytes, at..<bytes.count)
            parser.skipSpace()
            at = parser.at
            return parser.next
        }
    }

    /// Returns the object at the current position; `nil` if it may continue on lines that are not there yet.
    private mutating func object(isAtEnd: Bool) throws(TraceError) -> ExportUnit? {
        guard bytes.count - at >= neededCount || isAtEnd else { return nil }
        var parser = JSONParser(bytes, at..<bytes.count)
        do {
            try parser.skipValue(level: isInArray ? 2 : 1)
        } catch let failure {
            guard failure.offset == bytes.count, !isAtEnd else { throw error(failure) }
            guard bytes.count - at <= TraceReader.longestLine else {
                let text = "expected the end of the object within \(TraceReader.longestLine >> 20) MiB, found more"
                throw error(LineError(offset: at, message: text))
            }
            neededCount = 2 * (bytes.count - at)
            return nil
        }
        let range = at..<parser.at
        (at, neededCount) = (parser.at, 0)
        expectation = isInArray ? .commaOrEnd : .object
        return ExportUnit(bytes: bytes, range: range, start: 0, line: line)
    }

    /// Returns an error with its line and column. Reading continues with the line after it.
    ///
    /// The first line of an object may be cut off, and the lines after it whole. So reading continues earlier, if a line after
    /// the beginning of the object begins with a bracket.
    private mutating func error(_ error: LineError) -> TraceError {
        var error = error
        // The last line feed is the end of the document.
        if error.offset == bytes.count { error.offset -= 1 }
        var unit = ExportUnit(bytes: bytes, range: at..<bytes.count, start: 0, line: line)
        (neededCount, expectation) = (0, .any)
        if error.offset == at, bytes[at] == 0x7B { return unit.located(error) }
        if error.offset == at, bytes[at] == 0x5D { isInArray = false }
        repeat {
            at = bytes[at...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        } while at <= error.offset && bytes[at] != 0x7B && bytes[at] != 0x5B
        return unit.located(error)
    }
}
