@testable import PageViewAudit
import TestSupport
import Testing

@Suite(.watched)
struct ExportFieldsTests {
    @Test(
        "Page views of web apps count, with the first name that is there",
        arguments: [
            (ExportFormat.segment, #"{"type":"page","name":"Home","timestamp":"2026-01-14T18:20:04Z"}"#, "Home"),
            (
                .posthog,
                #"{"event":"$pageview","timestamp":"2026-01-14T18:20:04Z","properties":{"$current_url":"https://x/a","$pathname":"/a"}}"#,
                "/a"
            ),
            (
                .posthog,
                #"{"event":"$pageview","timestamp":"2026-01-14T18:20:04Z","properties":{"$current_url":"https://x/a"}}"#,
                "https://x/a"
            ),
            (
                .snowplowJSON,
                #"{"event_id":"1","event_name":"page_view","derived_tstamp":"2026-01-14T18:20:04Z","page_url":"https://x","page_title":"Home"}"#,
                "Home"
            ),
            (
                .firebase,
                #"{"event_name":"page_view","event_timestamp":1768414804000000,"event_params":[{"key":"page_title","value":{"string_value":"Home"}},{"key":"page_location","value":{"string_value":"https://x"}}]}"#,
                "https://x"
            ),
            (
                .snowplowTSV, Sample.row([126: "page_view", 125: "com.snowplowanalytics.snowplow", 29: "https://x"]),
                "https://x"
            ),
            (.snowplowTSV, Sample.row([126: "page_view", 29: "https://x", 30: "Home"]), "Home"),
        ])
    func webPages(format: ExportFormat, line: String, name: String) {
        #expect(ExportReading(line, format).valid().names == [name])
    }

    @Test(
        "The next name replaces an empty or missing one, and the last one can be empty",
        arguments: [
            (Sample.firebase.replacing(#""string_value":"Account"}"#, by: #""string_value":""}"#), "AccountView"),
            (Sample.firebase.replacing(#""string_value":"Account"}"#, by: #""string_value":null}"#), "AccountView"),
            (Sample.datadog.replacing(#""name":"Account","#, by: ""), "AccountViewController"),
            (Sample.datadog.replacing(#""name":"Account""#, by: #""name":"""#), "AccountViewController"),
            (Sample.segment.replacing(#""name":"Account","#, by: ""), ""),
            (Sample.segment.replacing(#""name":"Account""#, by: #""name":null"#), ""),
            (Sample.posthog.replacing(#""$screen_name":"Account","#, by: ""), ""),
        ])
    func names(line: String, name: String) {
        #expect(ExportReading(line).valid().names == [name])
    }

    @Test("Firebase rows can have all values of a parameter, with null for those it has not")
    func parametersWithNulls() {
        let value = #"{"string_value":"Account"}"#
        let long = #"{"int_value":null,"float_value":null,"string_value":"Account","double_value":null}"#
        #expect(ExportReading(Sample.firebase.replacing(value, by: long)).names == ["Account"])
        let swapped = #"{"value":{"string_value":"Account"},"key":"firebase_screen"}"#
        let line = Sample.firebase.replacing(#"{"key":"firebase_screen","value":\#(value)}"#, by: swapped)
        #expect(ExportReading(line) == ExportReading(Sample.firebase))
    }

    @Test("Escapes in names and keys mean their characters")
    func escapes() {
        let line = Sample.firebase.replacing("Account\"", by: #"A\u003cb\u003e \ud83d\ude00""#)
            .replacing("event_params", by: #"event\u005fparams"#)
        #expect(ExportReading(line).names == ["A<b> 😀"])
    }

    @Test("PostHog's properties can be text that contains JSON")
    func propertiesInText() {
        let inner =
            #"{"$screen_name":"Account","$session_id":"019bbdc6-11f0-7a55-8b02-6d9e4c1f2a38","$lib":"posthog-ios"}"#
        let text = #""{\"$screen_name\":\"Account\",\"$session_id\":\"019bbdc6-11f0-7a55-8b02-6d9e4c1f2a38\"}""#
        #expect(ExportReading(Sample.posthog.replacing(inner, by: text)) == ExportReading(Sample.posthog))
        let invalid = Sample.posthog.replacing(inner, by: #""{\"$screen_name\"}""#)
        #expect(
            ExportReading(invalid).errors == [
                "1:151: expected JSON in the text: expected ':', found '}'"
            ])
        // The name is elsewhere, so only the session reads this text.
        let context = #""contexts_com_snowplowanalytics_snowplow_client_session_1":"[{""#
        let session = Sample.snowplow.replacing(
            /"contexts_com_snowplowanalytics_snowplow_client_session_1":(\[.*?\]|\{.*?\})/, with: context)
        #expect(ExportReading(session).errors.count == 1 && ExportReading(session).errors[0].contains("in the text"))
    }

    @Test("Of a member that occurs twice, the last one holds, whatever the first one contains")
    func repeatedKeys() {
        let twice = Sample.datadog.replacing(#""view":{"#, by: #""view":{"name":"Old","id":"x"},"view":{"#)
        #expect(ExportReading(twice) == ExportReading(Sample.datadog))
        let emptied = Sample.datadog.replacing(#""_dd":"#, by: #""view":{},"_dd":"#)
        #expect(ExportReading(emptied).names == [""])
        #expect(ExportReading(emptied).pageViews.map(\.identity) == [.none])
    }

    @Test("Page views of other vendors are none of Snowplow's")
    func vendors() {
        let other = "com.example"
        let line = Sample.snowplow.replacing("com.snowplowanalytics.mobile", by: other)
        #expect(ExportReading(line).events.map(\.pageView) == [nil])
        #expect(ExportReading(Sample.row([125: other])).events.map(\.pageView) == [nil])
        let old = Sample.snowplow.replacing("com.snowplowanalytics.mobile", by: "com.snowplowanalytics.snowplow")
            .replacing("com_snowplowanalytics_mobile_screen", by: "com_snowplowanalytics_snowplow_screen")
        #expect(ExportReading(old).names == ["Account"])
    }

    @Test("Two events have one identity only if their ids, and Snowplow's fingerprints, are equal")
    func identities() {
        func identity(_ line: String) -> EventIdentity? { ExportReading(line).pageViews.first?.identity }
        for sample in Sample.all where sample.format != .firebase && sample.format != .lines {
            #expect(identity(sample.line) != EventIdentity.none)
            #expect(identity(sample.line) == identity(sample.line))
        }
        #expect(identity(Sample.firebase) == EventIdentity.none)
        #expect(identity(Sample.lines) == EventIdentity.none)
        #expect(identity(Sample.segment) != identity(Sample.segment.replacing("4c0b", by: "4c0c")))
        let fingerprints = ["", "a", "b"].map { identity(Sample.row([129: $0])) }
        #expect(Set(fingerprints).count == 3)
        #expect(identity(Sample.row([6: ""])) == EventIdentity.none)
        let inserted = Sample.posthog.replacing(#""uuid":"019bbdc6-7a10-7c3d-9e21-5f0a6b8c4d17","#, by: "")
        #expect(identity(inserted) == EventIdentity.none)
        let inProperties = inserted.replacing(
            #""$lib""#, by: #""$insert_id":"019bbdc6-7a10-7c3d-9e21-5f0a6b8c4d17","$lib""#)
        #expect(identity(inProperties) == identity(Sample.posthog))
        let listed = Sample.posthog.replacing(#""uuid""#, by: #""id""#)
        #expect(identity(listed) == identity(Sample.posthog))
    }

    @Test("A Datadog view has a version, and none is the lowest")
    func versions() {
        #expect(ExportReading(Sample.datadog).pageViews.map(\.version) == [5])
        let none = Sample.datadog.replacing(#","document_version":5"#, by: "")
        #expect(ExportReading(none).pageViews.map(\.version) == [0])
        #expect(ExportReading(Sample.segment).pageViews.map(\.version) == [nil])
        let update = Sample.datadog.replacing(#""type":"view","#, by: #""type":"view_update","#)
        #expect(ExportReading(update).events.map(\.pageView) == [nil])
    }
}
