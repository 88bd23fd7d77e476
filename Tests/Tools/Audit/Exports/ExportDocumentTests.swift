@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct ExportDocumentTests {
    private static let batch =
        #"{"event":"$screen","properties":{"distinct_id":"u","$screen_name":"a","$session_id":"s"},"timestamp":"2026-01-14T18:20:04Z","uuid":"1"}"#
    private static let untimed =
        #"{"event":"$screen","distinct_id":"u","offset":1500,"properties":{"$screen_name":"b"}}"#
    private static let click = #"{"event":"$autocapture","properties":{"distinct_id":"u"}}"#

    /// Returns JSON with a line feed and an indentation after each comma and bracket outside strings.
    private func pretty(_ json: String) -> String {
        var text = ""
        var (isInString, isEscaped, level) = (false, false, 0)
        for scalar in json.unicodeScalars {
            if !isInString, scalar == "}" || scalar == "]" {
                level -= 1
                text += "\n" + String(repeating: "  ", count: level)
            }
            text.unicodeScalars.append(scalar)
            if isInString {
                if !isEscaped, scalar == "\"" { isInString = false }
                isEscaped = !isEscaped && scalar == "\\"
                continue
            }
            if scalar == "\"" { isInString = true }
            if scalar == "{" || scalar == "[" { level += 1 }
            if ["{", "[", ","].contains(scalar) { text += "\n" + String(repeating: "  ", count: level) }
        }
        return text
    }

    private func events(_ text: String, _ format: ExportFormat? = nil) -> [ExportEvent.PageView?] {
        ExportReading(text, format).valid().events.map(\.pageView)
    }

    @Test("The events of PostHog's batch payload have the line of the payload, and its time if they have none")
    func batches() {
        let payload =
            #"{"batch":[\#(Self.batch),\#(Self.untimed),\#(Self.click)],"api_key":"k","sent_at":"2026-01-14T18:20:10Z"}"#
        let reading = ExportReading("\n" + payload + "\n" + Self.batch).valid()
        #expect(reading.format == .posthog)
        #expect(reading.lines == [2, 2, 2, 3])
        #expect(reading.names == ["a", "b", "a"])
        #expect(reading.sessions == ["s", nil, nil, "s"])
        #expect(reading.times == [Sample.second, Sample.second + 4_500_000_000, Sample.second])
        #expect(events(#"{"batch":[],"api_key":"k"}"#) == [])
        let list = #"{"next":null,"results":[\#(Self.batch)]}"#
        #expect(ExportReading(list).names == ["a"])
    }

    @Test("An event of a payload without any time is an error, and the others are read")
    func untimedEvents() {
        let reading = ExportReading(#"{"batch":[\#(Self.untimed),\#(Self.batch)],"api_key":"k"}"#)
        #expect(reading.names == ["a"])
        #expect(reading.errors == ["1:11: expected the key 'timestamp' of a page view, found none"])
    }

    @Test("The events of a page of Datadog's search are in its data, and can have the time of their wrapper")
    func searchPages() {
        let event = Sample.datadog.replacing(#""date":1768414804671,"#, by: "")
        let wrapped =
            #"{"id":"A","type":"rum","attributes":{"service":"x","attributes":\#(Sample.datadog),"timestamp":"2026-01-14T18:20:05.000Z"}}"#
        let untimed = wrapped.replacing(#""date":1768414804671,"#, by: "")
        #expect(event != Sample.datadog)
        for page in [#"{"data":[\#(wrapped),\#(untimed)],"meta":{},"links":{}}"#, wrapped + "\n" + untimed] {
            let reading = ExportReading(page).valid()
            #expect(reading.format == .datadog)
            #expect(reading.names == ["Account", "Account"])
            #expect(reading.times == [Sample.second + 671_000_000, Sample.second + 1_000_000_000])
            #expect(reading.sessions == Array(repeating: "e5b0d9c7-3f26-4a18-b94e-6d7c1f0a8b23", count: 2))
        }
    }

    @Test("An array on a line has its events", arguments: Sample.all.filter(\.format.isJSON))
    func arrays(sample: (format: ExportFormat, line: String, milliseconds: Int64, session: String?)) {
        let reading = ExportReading("[\(sample.line), \(sample.line)]\n[]\n\(sample.line)").valid()
        #expect(reading.lines == [1, 1, 3])
        #expect(Set(reading.pageViews).count == 1)
    }

    @Test(
        "A pretty-printed file has the same events, each at the line on which it begins",
        arguments: Sample.all.filter(\.format.isJSON))
    func prettyPrinted(sample: (format: ExportFormat, line: String, milliseconds: Int64, session: String?)) {
        let line = sample.line
        let expected = Array(repeating: ExportReading(line).pageViews.first, count: 3)
        let lineCount = pretty(line).utf8.count { $0 == 0x0A } + 1
        for text in [
            "[\(line),\(line),\(line)]", "\(line)\n\(line)\n\(line)", "[\(line)]\n[\(line),\(line)]\n",
        ] {
            #expect(events(pretty(text)) == expected)
        }
        #expect(ExportReading(pretty(line + "\n" + line)).lines == [1, lineCount + 1])
        #expect(ExportReading(pretty("[\(line),\(line)]")).lines == [2, lineCount + 2])
        #expect(
            ExportReading(pretty("[\n\(line)\n,\n\(line)\n]").split(separator: "\n").joined(separator: "\r\n")).errors
                == [])
    }

    @Test("A pretty-printed payload has the same events, each at the line on which it begins")
    func prettyPayloads() {
        let payload = #"{"batch":[\#(Self.batch),\#(Self.untimed)],"api_key":"k","sent_at":"2026-01-14T18:20:10Z"}"#
        #expect(events(pretty(payload)) == events(payload))
        #expect(ExportReading(pretty(payload)).lines == [3, 13])
    }

    @Test("An error in a document has its line and column, and reading continues with the next line")
    func errors() {
        let object = #"{"type":"screen","messageId":"1","timestamp":"2026-01-14T18:20:04Z","name":"a"}"#
        func errors(_ text: String, _ names: [String]) -> [String] {
            let reading = ExportReading(text)
            #expect(reading.names == names)
            return reading.errors
        }
        #expect(
            errors("[\n\(object),\n\(object)\n", ["a", "a"]) == [
                "3:\(object.utf8.count + 1): expected ']', found the end of the line"
            ])
        #expect(errors("[\n\(object)\n\(object)]\n", ["a", "a"]) == ["3:1: expected ',' or ']', found '{'"])
        #expect(errors("[\n\(object),\n],\n", ["a"]) == ["3:1: expected '{', found ']'"])
        #expect(errors("[\n5,\n\(object)]\n", ["a"]) == ["2:1: expected '{' or ']', found '5'"])
        #expect(errors("{\n  \"type\": x\n}\n\(object)", ["a"]).first == "2:11: expected a value, found 'x'")
        #expect(
            errors("{\n  \"type\": \"track\",\n  \"messageId\": \"1\"\n", []) == [
                "3:19: expected ',' or '}', found the end of the line"
            ])
        let noTime = "[\n{\n\"type\":\"screen\",\n\"messageId\":\"1\",\n\"timestamp\":5},\n\(object)]"
        #expect(errors(noTime, ["a"]) == ["5:13: expected 'timestamp' to be a string, found 5"])
    }

    @Test("A document of many objects needs memory for the longest one alone")
    func streams() throws {
        var reader = ExportReader()
        reader.append("[\n".utf8)
        var count = 0
        let object = pretty(Sample.datadog)
        for index in 0..<200 {
            reader.append("\(index == 0 ? "" : ",")\(object)".utf8)
            while let event = try reader.next() {
                count += 1
                #expect(event.pageView?.name == "Account")
            }
            // The last objects may wait for the line feed after them.
            #expect(count >= index - 4)
        }
        reader.append("\n]".utf8)
        reader.finish()
        while try reader.next() != nil { count += 1 }
        #expect(count == 200)
    }
}
