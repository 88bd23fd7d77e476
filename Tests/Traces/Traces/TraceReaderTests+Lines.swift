import NavigationTraces
import TestSupport
import Testing

/// The division of bytes into lines.
extension TraceReaderTests {
    static let end = #"{"event":"sessionEnd"}"#

    @Test("The reader skips a byte-order mark only at the start")
    func byteOrderMark() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(Reading(mark + Array(Self.end.utf8)) == Reading(Self.end))
        #expect(Reading(mark + Array(Self.end.utf8), nil) == Reading(Self.end))
        #expect(Reading(mark + Array("1 sessionEnd".utf8), nil) == Reading("1 sessionEnd", .lines))
        #expect(Reading(mark) == Reading(""))
        let twice = Reading(mark + mark + Array(Self.end.utf8))
        #expect(twice.lines.isEmpty && twice.errors.count == 1)
        let later = Reading(Array("\n".utf8) + mark + Array(Self.end.utf8))
        #expect(later.errors.map(\.line) == [2])
        let half = Reading([0xEF, 0xBB])
        #expect(half.errors.map(\.line) == [1])
    }

    @Test("The columns of the first line do not count the byte-order mark")
    func columnAfterByteOrderMark() {
        let marked = Marked(#"{"event":¶5}"#)
        #expect(Reading([0xEF, 0xBB, 0xBF] + marked.bytes).errors.map(\.column) == [marked.column])
    }

    @Test(
        "A line ends with a line feed, with or without a carriage return, or with the input",
        arguments: ["\n", "\r\n"])
    func lineEnds(end: String) {
        let three = [Self.end, #"{"event":"note","text":"x"}"#, Self.end].joined(separator: end)
        let whole = Reading(three + end)
        #expect(whole.numbers == [1, 2, 3])
        #expect(whole.errors.isEmpty)
        #expect(Reading(three) == whole)
        #expect(Reading(three + "\r") == whole)
    }

    @Test("The reader skips empty lines and counts them")
    func emptyLines() {
        let reading = Reading("\n\r\n  \t\n\(Self.end)\n\n\n\(Self.end)\n\n")
        #expect(reading.numbers == [4, 7])
        #expect(reading.errors.isEmpty)
        #expect(Reading("") == Reading("\n\r\n \n"))
        #expect(Reading("").lines.isEmpty)
    }

    @Test("Reading continues after an error with the correct line numbers")
    func readingGoesOn() {
        let reading = Reading("\(Self.end)\n{\n\n{\"event\":7}\r\n\(Self.end)\nnull\n\(Self.end)")
        #expect(reading.numbers == [1, 5, 7])
        #expect(reading.errors.map(\.line) == [2, 4, 6])
        #expect(reading.errors.map(\.column) == [2, 10, 1])
        #expect(reading.errors[0].description.hasPrefix("2:2: expected "))
    }

    @Test(
        "Without a notation, the reader detects it from the first character",
        arguments: [
            ("{\"event\":\"sessionEnd\"}", TraceNotation.jsonLines), ("\n\n  {\"event\":\"sessionEnd\"}", .jsonLines),
            ("sessionEnd", .lines), ("\t0.5 sessionEnd", .lines), ("# remark\nsessionEnd", .lines),
            ("\ntrace\nsessionEnd", .lines), ("-0.5 sessionEnd", .lines),
        ])
    func notationIsTold(text: String, notation: TraceNotation) {
        var reader = TraceReader()
        reader.append(text.utf8)
        reader.finish()
        #expect((try? reader.next()) != nil)
        #expect(reader.notation == notation)
        #expect(Reading(text, nil) == Reading(text, notation))
    }

    @Test("The reader returns a line only when it is complete")
    func wholeLinesOnly() throws {
        var reader = TraceReader(notation: .jsonLines)
        reader.append(Self.end.utf8)
        #expect(try reader.next() == nil)
        reader.append([0x0A])
        #expect(try reader.next() != nil)
        #expect(try reader.next() == nil)
        #expect(reader.lineNumber == 1)
        reader.append(Self.end.utf8)
        #expect(try reader.next() == nil)
        reader.finish()
        #expect(try reader.next() != nil)
        #expect(reader.lineNumber == 2)
        #expect(try reader.next() == nil)
    }

    static let mixed = """
        {"trace":1,"title":"é 😀","exhaustive":["pageLeave"]}\r
        {"t":0.25,"event":"create","component":"é#1","page":{"name":"😀","context":"c"}}

        {"t":0.5,"event":"nonsense"}\r
        \r
        {"expect":"pageView","page":"😀"}
        {"broken":\n  \n{"event":"note","text":"\\ud83d\\ude00"}
        """

    @Test(
        "Input in pieces of any size reads the same as the whole input",
        arguments: [[1], [2], [3], [7], [64], [1, 5, 2, 13], [1000, 1]])
    func piecesOfAnySizeReadTheSame(sizes: [Int]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let words = "trace title=é\n# x\r\n0.5 didAppear é#1\n\nexpect pageView \"é é\"\n1 oops\nnote \"\\u00e9\""
        let inputs: [([UInt8], TraceNotation?)] = [
            (Array(Self.mixed.utf8), nil), (mark + Array(Self.mixed.utf8), nil), (Array(words.utf8), nil),
            (mark + Array(words.utf8), .lines), (mark, nil), ([0xEF, 0xBB], nil), ([0x0A, 0x0D], nil),
            // A mark that is not at the start is an error in pieces of any size.
            ([0x0A] + mark + Array(Self.end.utf8), .jsonLines),
        ]
        for (bytes, notation) in inputs {
            #expect(Reading(bytes, notation, inPiecesOf: sizes) == Reading(bytes, notation))
        }
        #expect(Reading(Self.mixed, nil).lines.count == 4)
        #expect(Reading(Self.mixed, nil).errors.map(\.line) == [4, 7])
    }
}
