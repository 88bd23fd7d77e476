@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct SessionPathTests {
    @Test(
        "A path names members, a slash joins two texts, and a backslash escapes a dot or a slash",
        arguments: [
            (Sample.segment, "messageId", "4c0b7d1e-5a92-4e38-b6f0-7d2e91a8c345"),
            (Sample.segment, "context.library.name", "analytics-swift"),
            (Sample.segment, "context.timezone/type", "Asia/Tokyo/screen"),
            (Sample.segment.replacing("section", by: "a.b/c\\\\d"), #"properties.a\.b\/c\\d"#, "billing"),
            (Sample.segment.replacing("section", by: "a\\\\d"), #"properties.a\d"#, "billing"),
            (Sample.posthog, "distinct_id/properties.$session_id", "u-77/019bbdc6-11f0-7a55-8b02-6d9e4c1f2a38"),
            (Sample.snowplow, "contexts_com_snowplowanalytics_snowplow_client_session_1.sessionIndex", "4"),
            (Sample.firebase, "ga_session_id", "1768414790"),
            (Sample.firebase, "event_params.firebase_screen_id", "6120483377451029384"),
            (Sample.firebase, "user_pseudo_id", "C41D7A90B25E4F68A3D1E07F5B6C2849"),
            (Sample.firebase, "device.time_zone_offset_seconds/platform", "32400/IOS"),
            (Sample.datadog, "view.is_active", "false"),
            (Sample.row(), "0/126", "demo/screen_view"),
        ] as [(String, String, String)])
    func paths(line: String, path: String, key: String) {
        #expect(ExportReading(line, session: path).valid().sessions == [key])
    }

    @Test(
        "A line without the member, or with an object, an array, null or no text there, has no key",
        arguments: [
            (Sample.segment, "nothing"), (Sample.segment, "userId"), (Sample.segment, "properties"),
            (Sample.segment, "anonymousId.x"), (Sample.firebase, "event_params"), (Sample.posthog, "elements_chain"),
            (Sample.segment, "anonymousId/userId"), (Sample.row(), "7"), (Sample.row(), "0/7"),
        ])
    func noKey(line: String, path: String) {
        #expect(ExportReading(line, session: path).valid().sessions == [nil])
    }

    @Test("Each format's default has its second choice")
    func defaults() {
        let row = Sample.row([52: "", 123: "d-1"])
        #expect(ExportReading(row).sessions == ["d-1"])
        #expect(ExportReading(Sample.row([52: "{", 123: "d-1"])).sessions == ["d-1"])
        #expect(ExportReading(Sample.row([123: "d-1"])).sessions == ["5e9a1b7c-2d48-4f60-8c13-9b0d7e6f4a25"])
        let json = Sample.snowplow.replacing("client_session_1", by: "x_1").replacing(
            #""app_id""#, by: #""domain_sessionid":"d-1","app_id""#)
        #expect(ExportReading(json).sessions == ["d-1"])
        let firebase = Sample.firebase.replacing("ga_session_id", by: "other")
        #expect(ExportReading(firebase).sessions == [nil])
    }

    @Test("Lines that are no page view have their session key too")
    func ignoredLines() {
        let line = Sample.segment.replacing(#""type":"screen""#, by: #""type":"track""#)
        let reading = ExportReading(line)
        #expect(reading.events.map(\.pageView) == [nil])
        #expect(reading.sessions == ["9f1c2a54-0d3b-4f7e-8a61-2b7c5d9e0f13"])
    }

    @Test("A key that the format cannot have is one error")
    func wrongKeys() {
        let rows = ExportReading(Sample.row() + "\n" + Sample.row(), session: "session")
        #expect(rows.errors == ["1:1: expected --session-key with columns from 0 to 130, found other names"])
        #expect(rows.names == ["Account"])
        #expect(ExportReading(Sample.row(), session: "131").errors.count == 1)
        #expect(ExportReading(Sample.row(), session: "0.1").errors.count == 1)
        let lines = ExportReading(Sample.lines, session: "session")
        #expect(lines.errors == ["1:1: expected no --session-key for plain lines, found one"])
    }

    @Test("A path with an empty name is none", arguments: ["", ".", "a.", "/", "a/", "a..b", "a//b"])
    func emptyNames(path: String) {
        #expect(SessionPath(path) == nil)
    }
}
