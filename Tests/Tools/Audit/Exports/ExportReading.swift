import NavigationTraces
import Testing

@testable import PageViewAudit

/// The result of reading an export: the events, and the errors as `LINE:COLUMN: message`.
struct ExportReading: Equatable {
    var events: [ExportEvent] = []
    var errors: [String] = []
    var format: ExportFormat?

    /// Reads bytes in pieces of these sizes, which repeat; in one piece by default.
    init(
        _ bytes: [UInt8], _ format: ExportFormat? = nil, session: String? = nil, inPiecesOf sizes: [Int] = [.max]
    ) {
        var reader = ExportReader(format: format, sessionKey: session.flatMap { SessionPath($0) })
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
        self.format = reader.format
    }

    init(_ text: String, _ format: ExportFormat? = nil, session: String? = nil) {
        self.init(Array(text.utf8), format, session: session)
    }

    private mutating func drain(_ reader: inout ExportReader) {
        while true {
            do {
                guard let event = try reader.next() else { return }
                events.append(event)
            } catch {
                errors.append("\(error)")
            }
        }
    }

    /// Returns the reading, which must have no errors.
    func valid(_ location: SourceLocation = #_sourceLocation) -> ExportReading {
        #expect(errors == [], sourceLocation: location)
        return self
    }

    var pageViews: [ExportEvent.PageView] { events.compactMap(\.pageView) }
    var sessions: [String?] { events.map(\.session) }
    var names: [String] { pageViews.map(\.name) }
    var times: [Int64] { pageViews.map(\.time) }
    var lines: [Int] { events.map(\.line) }
}

/// One page view of each format, all of the page `Account` on 2026-01-14 at 18:20:04, as the vendors write them.
enum Sample {
    static let segment =
        #"{"type":"screen","name":"Account","properties":{"section":"billing"},"anonymousId":"9f1c2a54-0d3b-4f7e-8a61-2b7c5d9e0f13","userId":null,"messageId":"4c0b7d1e-5a92-4e38-b6f0-7d2e91a8c345","originalTimestamp":"2026-01-14T18:20:07.250Z","sentAt":"2026-01-14T18:20:31.000Z","receivedAt":"2026-01-14T18:20:28.400Z","timestamp":"2026-01-14T18:20:04.650Z","context":{"library":{"name":"analytics-swift","version":"1.9.4"},"timezone":"Asia/Tokyo"}}"#

    static let posthog =
        #"{"uuid":"019bbdc6-7a10-7c3d-9e21-5f0a6b8c4d17","event":"$screen","distinct_id":"u-77","person_id":"6b1d5f0e-33a1-5c42-9b8e-0f4f1a2b3c4d","properties":{"$screen_name":"Account","$session_id":"019bbdc6-11f0-7a55-8b02-6d9e4c1f2a38","$lib":"posthog-ios"},"person_properties":{},"elements_chain":"","timestamp":"2026-01-14T18:20:04.688000+00:00","created_at":"2026-01-14T18:20:09.120000+00:00","_inserted_at":"2026-01-14T18:20:12.004000+00:00"}"#

    static let snowplow =
        #"{"app_id":"demo","platform":"mob","etl_tstamp":"2026-01-14T18:20:12.700Z","collector_tstamp":"2026-01-14T18:20:09.310Z","dvce_created_tstamp":"2026-01-14T18:20:04.655Z","dvce_sent_tstamp":"2026-01-14T18:20:09.240Z","derived_tstamp":"2026-01-14T18:20:04.725Z","event":"unstruct","event_id":"7c2e9d40-1b5f-4a68-83c7-e0f4d6a2b915","name_tracker":"app","v_tracker":"ios-6.2.5","v_collector":"ssc-3.4.0","v_etl":"snowplow-enrich-5.3.0","event_vendor":"com.snowplowanalytics.mobile","event_name":"screen_view","event_format":"jsonschema","event_version":"1-0-0","unstruct_event_com_snowplowanalytics_mobile_screen_view_1":{"name":"Account","id":"b7e4c0d2-6f15-4a83-9d27-1c5a8e3f0b96","previousName":"Welcome","previousId":"0a6d3f9b-71c8-4e25-b4d0-8f2e5c7a1930"},"contexts_com_snowplowanalytics_snowplow_client_session_1":[{"userId":"3d2f6c1a-8b47-4c59-9e03-71a5d0b4f826","sessionId":"5e9a1b7c-2d48-4f60-8c13-9b0d7e6f4a25","sessionIndex":4,"eventIndex":12,"previousSessionId":null,"storageMechanism":"LOCAL_STORAGE"}]}"#

    static let firebase =
        #"{"event_date":"20260114","event_timestamp":"1768414804662000","event_name":"screen_view","event_params":[{"key":"ga_session_id","value":{"int_value":"1768414790"}},{"key":"firebase_screen","value":{"string_value":"Account"}},{"key":"firebase_screen_class","value":{"string_value":"AccountView"}},{"key":"firebase_screen_id","value":{"int_value":"6120483377451029384"}},{"key":"firebase_previous_screen","value":{"string_value":"Welcome"}}],"event_bundle_sequence_id":"41","event_server_timestamp_offset":"318220","user_pseudo_id":"C41D7A90B25E4F68A3D1E07F5B6C2849","device":{"time_zone_offset_seconds":"32400"},"platform":"IOS"}"#

    static let datadog =
        #"{"type":"view","date":1768414804671,"application":{"id":"2c8f5a1d-94b3-4e07-8d62-f1a0c7b9e354"},"session":{"id":"e5b0d9c7-3f26-4a18-b94e-6d7c1f0a8b23","type":"user"},"source":"ios","view":{"id":"91d4e7b2-0c6a-4f35-a8e1-5b3f9d2c7064","url":"AccountViewController","name":"Account","is_active":false,"time_spent":5238000000,"action":{"count":1},"error":{"count":0},"resource":{"count":3}},"_dd":{"format_version":2,"document_version":5}}"#

    static let lines = "2026-01-14T18:20:04.650Z Account"

    static let contexts =
        #"{"schema":"iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-0","data":[{"schema":"iglu:com.snowplowanalytics.snowplow/mobile_context/jsonschema/1-0-3","data":{"sessionId":"other"}},{"schema":"iglu:com.snowplowanalytics.snowplow/client_session/jsonschema/1-0-2","data":{"userId":"3d2f6c1a-8b47-4c59-9e03-71a5d0b4f826","sessionId":"5e9a1b7c-2d48-4f60-8c13-9b0d7e6f4a25","sessionIndex":4,"eventIndex":12,"previousSessionId":null,"storageMechanism":"LOCAL_STORAGE"}}]}"#

    static let event =
        #"{"schema":"iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0","data":{"schema":"iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0","data":{"name":"Account","id":"b7e4c0d2-6f15-4a83-9d27-1c5a8e3f0b96","previousName":"Welcome","previousId":"0a6d3f9b-71c8-4e25-b4d0-8f2e5c7a1930"}}}"#

    /// A row of Snowplow's TSV, with changes to some columns.
    static func row(_ changes: [Int: String] = [:], count: Int = 131) -> String {
        var columns = [
            0: "demo", 1: "mob", 2: "2026-01-14 18:20:12.700", 3: "2026-01-14 18:20:09.310",
            4: "2026-01-14 18:20:04.655", 5: "unstruct", 6: "7c2e9d40-1b5f-4a68-83c7-e0f4d6a2b915", 8: "app",
            9: "ios-6.2.5", 10: "ssc-3.4.0", 11: "snowplow-enrich-5.3.0", 52: contexts, 58: event,
            119: "2026-01-14 18:20:09.240", 124: "2026-01-14 18:20:04.725", 125: "com.snowplowanalytics.mobile",
            126: "screen_view", 127: "jsonschema", 128: "1-0-0",
        ]
        for (column, text) in changes { columns[column] = text }
        return (0..<count).map { columns[$0] ?? "" }.joined(separator: "\t")
    }

    /// The formats with their samples, and the time and the session key of each.
    static let all: [(format: ExportFormat, line: String, milliseconds: Int64, session: String?)] = [
        (.segment, segment, 650, "9f1c2a54-0d3b-4f7e-8a61-2b7c5d9e0f13"),
        (.posthog, posthog, 688, "019bbdc6-11f0-7a55-8b02-6d9e4c1f2a38"),
        (.snowplowJSON, snowplow, 725, "5e9a1b7c-2d48-4f60-8c13-9b0d7e6f4a25"),
        (.snowplowTSV, row(), 725, "5e9a1b7c-2d48-4f60-8c13-9b0d7e6f4a25"),
        (.firebase, firebase, 662, "C41D7A90B25E4F68A3D1E07F5B6C2849/1768414790"),
        (.datadog, datadog, 671, "e5b0d9c7-3f26-4a18-b94e-6d7c1f0a8b23"),
        (.lines, lines, 650, nil),
    ]

    /// 2026-01-14T18:20:04Z, in nanoseconds since 1970.
    static let second: Int64 = 1_768_414_804_000_000_000
}

extension String {
    /// Returns the text with another text in place of its first occurrence.
    func replacing(_ old: String, by new: String) -> String {
        precondition(contains(old), "expected '\(old)' in the sample")
        return replacing(old, with: new, maxReplacements: 1)
    }
}
