@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct ExportFormatTests {
    @Test("The reader recognises the sample of each format and reads its page view", arguments: Sample.all)
    func samples(format: ExportFormat, line: String, milliseconds: Int64, session: String?) {
        let reading = ExportReading(line).valid()
        #expect(reading.format == format)
        #expect(reading.names == ["Account"])
        #expect(reading.times == [Sample.second + milliseconds * 1_000_000])
        #expect(reading.sessions == [session])
        #expect(ExportReading(line, format) == reading)
    }

    @Test(
        "The first line that has the format determines it, and need not be a page view",
        arguments: [
            (Sample.segment, #"{"type":"identify","messageId":"a","timestamp":"2026-01-14T18:20:04.650Z"}"#),
            (
                Sample.posthog,
                #"{"uuid":"b","event":"Order Placed","distinct_id":"u","properties":{"$screen_name":"Cart"}}"#
            ),
            (Sample.snowplow, #"{"app_id":"demo","event_id":"c","event_vendor":null,"event_name":"link_click"}"#),
            (Sample.row(), Sample.row([126: "link_click", 58: ""])),
            (
                Sample.firebase,
                #"{"event_name":"user_engagement","event_params":[{"key":"firebase_screen","value":{"string_value":"Cart"}}]}"#
            ),
            (Sample.datadog, #"{"type":"action","date":1,"view":{"id":"d","name":"Cart"},"_dd":{"format_version":2}}"#),
        ])
    func otherEventsFirst(line: String, other: String) {
        let reading = ExportReading(other + "\n" + line + "\n").valid()
        #expect(reading.format == ExportReading(line).format)
        #expect(reading.events.map { $0.pageView == nil } == [true, false])
        #expect(reading.names == ["Account"])
    }

    @Test("A format does not change after the line that determined it")
    func mixedFormats() {
        let reading = ExportReading(Sample.posthog + "\n" + Sample.segment + "\n" + Sample.lines)
        #expect(reading.names == ["Account"])
        #expect(
            reading.errors == [
                "2:1: expected the key 'event' of an event of posthog, found none",
                "3:1: expected '{', found '2'",
            ])
    }

    @Test("A line that no format fits is an error that names the formats, and the next line can determine the format")
    func unknown() {
        let formats = "segment, posthog, snowplow-json, snowplow-tsv, firebase, datadog or lines"
        let reading = ExportReading(#"{"a":1}"# + "\ntime,name\n" + Sample.segment)
        #expect(
            reading.errors == [
                "1:1: expected an event of \(formats), found an object without the keys of one",
                "2:1: expected an event of \(formats), found 't'",
            ])
        #expect(reading.format == .segment)
        #expect(reading.names == ["Account"])
    }

    @Test(
        "An export of a product that the audit does not read is an error with the product's name",
        arguments: [
            (
                "Amplitude",
                #"{"event_type":"[Amplitude] Screen Viewed","$insert_id":"1","event_time":"2026-01-14 18:20:04"}"#
            ),
            ("Mixpanel", #"{"event":"$mp_web_page_view","properties":{"time":1768414804,"distinct_id":"u-77"}}"#),
            ("Sentry", #"{"event_id":"5f","type":"transaction","contexts":{"trace":{"op":"ui.load"}}}"#),
        ])
    func foreign(product: String, line: String) {
        let reading = ExportReading(line)
        #expect(reading.errors.count == 1)
        #expect(reading.errors.allSatisfy { $0.hasSuffix("found an event of \(product)") })
    }

    @Test("Compressed data is an error that states what to do")
    func compressed() {
        let errors = ExportReading([0x1F, 0x8B, 0x08, 0x00, 0x41, 0x0A]).errors
        #expect(errors.count == 1 && errors[0].hasSuffix("found data that gzip compressed; decompress it first"))
    }
}
