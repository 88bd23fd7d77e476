import AnalyticsJSON
@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct ExportErrorTests {
    private static let json = Sample.all.filter(\.format.isJSON).map { ($0.format, $0.line) }

    @Test(
        "An empty file, empty lines and a byte-order mark have no events",
        arguments: ["", "\n\n", "\u{FEFF}", "\r\n \n\t\r\n"])
    func empty(text: String) {
        let reading = ExportReading(text)
        #expect(reading.events == [])
        #expect(reading.errors == [])
    }

    @Test("Line feeds, carriage returns, empty lines and a byte-order mark change no event", arguments: Sample.all)
    func lineEnds(sample: (format: ExportFormat, line: String, milliseconds: Int64, session: String?)) {
        let line = sample.line
        let reading = ExportReading("\u{FEFF}" + line + "\r\n\r\n" + line + "\n" + line).valid()
        #expect(reading.lines == [1, 3, 4])
        #expect(reading.names == ["Account", "Account", "Account"])
    }

    @Test("Every truncated line of JSON is one error, and the lines around it are read", arguments: json)
    func truncated(format: ExportFormat, line: String) {
        let bytes = Array(line.utf8)
        for count in stride(from: 1, to: bytes.count, by: TestDepth.number(148, proof: 37)) {
            let (whole, cut) = (bytes + [0x0A], bytes[..<count] + [0x0A])
            for (text, lines) in [(whole + cut + bytes, [1, 3]), (cut + whole + bytes, [2, 3])] {
                let reading = ExportReading(Array(text))
                #expect(reading.lines == lines, "\(count): \(reading.errors)")
                #expect(reading.errors.count == 1, "\(count): \(reading.errors)")
                #expect(lines == [2, 3] || reading.errors.allSatisfy { $0.hasPrefix("2:") })
            }
        }
    }

    @Test(
        "A malformed line is an error with its line and column",
        arguments: [
            (#"{"type":"screen","name":"x"}"#, "1: expected the key 'timestamp' of a page view, found none"),
            (#"{"type":5}"#, "9: expected 'type' to be a string, found 5"),
            (#"{"type":["screen"]}"#, "9: expected 'type' to be a string, found an array"),
            (#"{}"#, "1: expected the key 'type' of an event of segment, found none"),
            (#"{"type":"track"} x"#, "18: expected the end of the line, found 'x'"),
            (#"{"type":"track"}{"type":"track"}"#, "17: expected the end of the line, found '{'"),
            (#"{"type":"track","x":01}"#, "22: expected no digit after a leading zero, found '1'"),
            (#"{"type":"track","x":1e999}"#, "21: expected a finite number, found 1e999"),
            (#"{"type":"track","x":"\ud800"}"#, "22: expected the second half of a surrogate pair, found none"),
            (#"{"type":"track",}"#, "17: expected a key in quotes, found '}'"),
            ("{\"type\":\"tr\u{0}ack\"}", "12: expected an escape for a control character, found the byte 0x0"),
            ("{\"type\":\"track\"}\u{0}", "17: expected the end of the line, found the byte 0x0"),
            (#"{"type":"track","x":nul}"#, "21: expected null, found something else"),
            (#"type,name"#, "1: expected '{', found 't'"),
            (#"[{"type":"track"},5]"#, "19: expected an event, found 5"),
            (#"[{"type":"track"}"#, "18: expected ',' or ']', found the end of the line"),
        ])
    func malformed(line: String, error: String) {
        let first = #"{"type":"identify","messageId":"1"}"#
        let reading = ExportReading(first + "\n" + line + "\n" + Sample.segment, .segment)
        #expect(reading.errors == ["2:" + error])
        #expect(reading.names == ["Account"])
    }

    @Test(
        "A value of the wrong type or form is an error at its place",
        arguments: [
            (Sample.segment, #""name":"Account""#, #""name":5"#, "25: expected 'name' to be a string, found 5"),
            (
                Sample.segment, #""name":"Account""#, #""name":{"a":1}"#,
                "25: expected 'name' to be a string, found an object"
            ),
            (
                Sample.firebase, #"{"string_value":"Account"}"#, #"{"int_value":5}"#,
                "211: expected 'event_params.firebase_screen' to be a string, found 5"
            ),
            (
                Sample.datadog, #""document_version":5"#, #""document_version":"5""#,
                "433: expected '_dd.document_version' to be a whole number, found \"5\""
            ),
            (
                Sample.datadog, #""document_version":5"#, #""document_version":0.5"#,
                "433: expected '_dd.document_version' to be a whole number, found 0.5"
            ),
            (
                Sample.datadog, #""document_version":5"#, #""document_version":1e30"#,
                "433: expected '_dd.document_version' to be a whole number, found 1e30"
            ),
            (Sample.segment, #""2026-01-14T18:20:04.650Z""#, "5", "323: expected 'timestamp' to be a string, found 5"),
            (
                Sample.datadog, "1768414804671", "true",
                "23: expected 'date' to be a number of ms since 1970, up to the year 2261, found true"
            ),
            (
                Sample.datadog, "1768414804671", "9223372036855",
                "23: expected 'date' to be a number of ms since 1970, up to the year 2261, found 9223372036855"
            ),
            (
                Sample.firebase, #""1768414804662000""#, #""1768414804662000x""#,
                #"44: expected 'event_timestamp' to be a number of µs since 1970, up to the year 2261, found "1768414804662000x""#
            ),
            (Sample.datadog, #""date":1768414804671,"#, "", "1: expected the key 'date' of a page view, found none"),
            (Sample.datadog, "1768414804671", "null", "1: expected the key 'date' of a page view, found none"),
        ])
    func wrongTypes(line: String, old: String, new: String, error: String) {
        let reading = ExportReading(line.replacing(old, by: new))
        #expect(reading.events == [])
        #expect(reading.errors == ["1:" + error])
    }

    @Test(
        "Members that the audit does not need can have any type",
        arguments: [
            Sample.segment.replacing(#""Asia/Tokyo""#, by: "[1,{}]"),
            Sample.segment.replacing(#"{"section":"billing"}"#, by: "null"),
            Sample.firebase.replacing(
                #""event_params":["#,
                by: #""event_params":[null,5,"x",[{}],{"key":7},{"value":1},{"key":"x","value":[]},"#),
            Sample.datadog.replacing(#"{"id":"e5b0d9c7-3f26-4a18-b94e-6d7c1f0a8b23","type":"user"}"#, by: "7"),
            Sample.snowplow.replacing(#"[{"userId""#, by: #"[7,[],{"userId""#),
        ])
    func otherTypes(line: String) {
        #expect(ExportReading(line).valid().names == ["Account"])
    }

    @Test(
        "Invalid UTF-8 is an error at its place",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        for sample in Sample.all {
            var line = Array(sample.line.utf8)
            let marker = Array("Account".utf8)
            let at = line.indices.first { line[$0...].starts(with: marker) } ?? 0
            line.insert(contentsOf: bytes, at: at)
            let reading = ExportReading(line, sample.format)
            let found = "0x" + String(bytes[0], radix: 16, uppercase: true)
            #expect(reading.events == [])
            #expect(reading.errors == ["1:\(at + 1): expected a character in UTF-8, found the byte \(found)"])
        }
    }

    @Test("A row with another number of columns is an error at the place of the difference")
    func columns() {
        let short = Sample.row(count: 130)
        #expect(
            ExportReading(short, .snowplowTSV).errors == [
                "1:\(short.utf8.count + 1): expected 131 columns separated by tabs, found 130"
            ])
        let long = Sample.row([131: "x"], count: 132)
        #expect(
            ExportReading(long, .snowplowTSV).errors == [
                "1:\(long.utf8.count): expected 131 columns separated by tabs, found 132"
            ])
    }

    @Test("A malformed column of a row is an error in that column")
    func columnErrors() {
        let column = Sample.row([58: "\u{1}"]).utf8.prefix { $0 != 1 }.count + 1
        #expect(ExportReading(Sample.row([58: ""])).errors == ["1:\(column): expected '{', found the end of the line"])
        #expect(
            ExportReading(Sample.row([58: "{} x"])).errors == [
                "1:\(column + 3): expected the end of the line, found 'x'"
            ])
        let time = ExportReading(Sample.row([124: "yesterday"])).errors
        #expect(time.count == 1)
        #expect(
            time.allSatisfy {
                $0.hasSuffix(#"expected column 124 to be a time such as 2026-01-14 18:20:04.725, found "yesterday""#)
            })
    }

    @Test("Deep nesting is an error, however deep", arguments: [513, 100_000])
    func nesting(levels: Int) {
        for (open, close) in [("[", "]"), (#"{"x":"#, "}")] {
            let deep = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
            let line = Sample.segment.replacing(#""billing""#, by: deep)
            let reading = ExportReading(line + "\n" + Sample.segment, .segment)
            #expect(reading.errors.count == 1)
            #expect(reading.errors.allSatisfy { $0.contains("512 levels") })
            #expect(reading.lines == [2])
        }
        let nested = String(repeating: "[", count: 511)
        let text = Sample.posthog.replacing(
            #"{"$screen_name""#, by: #"{"x":\#(nested)\#(String(repeating: "]", count: 511)),"$screen_name""#)
        #expect(ExportReading(text).errors.count == 1)
    }

    @Test("A line longer than 64 MiB is an error, and the next line is read")
    func longLines() {
        var reader = ExportReader(format: .segment)
        let piece = [UInt8](repeating: 0x20, count: 4 << 20)
        var errors: [String] = []
        for _ in 0..<17 {
            reader.append(piece)
            do {
                #expect(try reader.next() == nil)
            } catch {
                errors.append("\(error)")
            }
        }
        #expect(errors == ["1:67108864: expected the end of the line within 64 MiB, found more"])
        reader.append(Array("x\n\(Sample.segment)\n".utf8))
        #expect((try? reader.next())?.line == 2)
    }
}
