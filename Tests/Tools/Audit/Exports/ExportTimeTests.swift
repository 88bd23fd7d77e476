import AnalyticsJSON
@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct ExportTimeTests {
    @Test(
        "A calendar time can have any zone and any number of decimals",
        arguments: [
            ("2026-01-14T18:20:04Z", 0), ("2026-01-14T18:20:04.650Z", 650_000_000),
            ("2026-01-14t18:20:04,65z", 650_000_000),
            ("2026-01-14 18:20:04.688000+00:00", 688_000_000), ("2026-01-14T19:50:04+01:30", 0),
            ("2026-01-15T03:20:04+0900", 0), ("2026-01-14T10:20:04-08", 0),
            ("2026-01-14T18:20:04.123456789Z", 123_456_789),
            ("2026-01-14T18:20:04.1234567894Z", 123_456_789), ("2026-01-14T18:20:04.1234567895Z", 123_456_790),
            ("2026-01-14T18:20:03.9999999999Z", 0), ("2026-01-14T18:19:60.5Z", -3_500_000_000),
        ] as [(String, Int64)])
    func calendarTimes(text: String, nanoseconds: Int64) {
        let time = CalendarTime(text)
        #expect(time?.nanoseconds == Sample.second + nanoseconds)
        #expect(time?.hasZone == true)
    }

    @Test(
        "The calendar is right from 1678 to 2261, with its leap years",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -500_000_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000_000),
            ("1900-03-01T00:00:00Z", -2_203_891_200_000_000_000), ("2100-03-01T00:00:00Z", 4_107_542_400_000_000_000),
            ("1678-01-01T00:00:00Z", -9_214_560_000_000_000_000), ("2261-12-31T23:59:59Z", 9_214_646_399_000_000_000),
        ] as [(String, Int64)])
    func calendar(text: String, nanoseconds: Int64) {
        #expect(CalendarTime(text)?.nanoseconds == nanoseconds)
    }

    @Test(
        "A text that is no time is none",
        arguments: [
            "", "2026", "2026-01-14", "2026-01-14T18:20Z", "2026-13-14T18:20:04Z", "2026-00-14T18:20:04Z",
            "2026-02-29T18:20:04Z", "1900-02-29T00:00:00Z", "2026-04-31T18:20:04Z", "2026-01-00T18:20:04Z",
            "2026-01-14T24:00:00Z", "2026-01-14T18:60:04Z", "2026-01-14T18:20:61Z", "2026-01-14T18:20:04.Z",
            "2026-01-14T18:20:04+", "2026-01-14T18:20:04+1", "2026-01-14T18:20:04+24:00", "2026-01-14T18:20:04+01:60",
            "2026-01-14T18:20:04Z ", " 2026-01-14T18:20:04Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
            "+2026-01-14T18:20:04Z", "2026/01/14 18:20:04", "２０２６-01-14T18:20:04Z",
        ])
    func noTimes(text: String) {
        #expect(CalendarTime(text) == nil)
    }

    @Test("Times of Snowplow can lack a zone, and are in UTC then")
    func withoutZone() {
        for text in ["2026-01-14 18:20:04", "2026-01-14 18:20:04.725", "2026-01-14 18:20:04.725000"] {
            let milliseconds: Int64 = text.contains(".") ? 725 : 0
            #expect(ExportReading(Sample.row([124: text])).times == [Sample.second + milliseconds * 1_000_000])
        }
        let json = Sample.snowplow.replacing("18:20:04.725Z", by: "18:20:04.725")
        #expect(ExportReading(json).times == [Sample.second + 725_000_000])
        let segment = Sample.segment.replacing("04.650Z", by: "04.650")
        #expect(
            ExportReading(segment).errors == [
                #"1:323: expected 'timestamp' to be an ISO 8601 time with a zone, such as 2026-01-14T18:20:04.650Z, found "2026-01-14T18:20:04.650""#
            ])
    }

    @Test(
        "Numbers can be texts, and can have a fraction or an exponent",
        arguments: [
            (Sample.firebase, #""1768414804662000""#, "1768414804662000"),
            (Sample.firebase, #""1768414804662000""#, "1.768414804662e15"),
            (Sample.datadog, "1768414804671", #""1768414804671""#),
            (Sample.datadog, "1768414804671", "1768414804671.0"),
        ])
    func numbers(line: String, old: String, new: String) {
        #expect(ExportReading(line.replacing(old, by: new)).valid().times == ExportReading(line).times)
    }

    @Test(
        "Plain lines have seconds, milliseconds or microseconds, by their size",
        arguments: [
            ("1768414804", 0), ("1768414804.65", 650_000_000), ("1768414804650", 650_000_000),
            ("1768414804650.5", 650_500_000), ("1768414804650123", 650_123_000),
        ] as [(String, Int64)])
    func sizes(text: String, nanoseconds: Int64) {
        for separator in [" ", "\t", ",", ", ", "  \t", " , "] {
            #expect(ExportReading(text + separator + "My page, 2").times == [Sample.second + nanoseconds])
            #expect(ExportReading(text + separator + "My page, 2").names == ["My page, 2"])
        }
    }

    @Test(
        "A wrong time on a plain line is an error at its place",
        arguments: [
            ("2026-01-14T18:20:04 Account", "20: expected a zone after the time, Z or such as +01:00, found a space"),
            (
                "2026-01-32T18:20:04Z Account",
                "1: expected an ISO 8601 time with a zone, or s, ms or µs since 1970, found '2'"
            ),
            ("123456789012345678 x", "1: expected an ISO 8601 time with a zone, or s, ms or µs since 1970, found '1'"),
            ("99999999999 x", "1: expected an ISO 8601 time with a zone, or s, ms or µs since 1970, found '9'"),
            ("x", "1: expected an ISO 8601 time with a zone, or s, ms or µs since 1970, found 'x'"),
            ("1768414804", "11: expected a space, a comma or a tab after the time, found the end of the line"),
            ("2026-01-14T18:20:04Zx", "21: expected a space, a comma or a tab after the time, found 'x'"),
            ("1768414804, ", "13: expected a name after the time, found the end of the line"),
        ])
    func wrongLines(line: String, error: String) {
        let reading = ExportReading(line, .lines)
        #expect(reading.events == [])
        #expect(reading.errors == ["1:" + error])
    }
}
