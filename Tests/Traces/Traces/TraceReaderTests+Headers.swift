import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension TraceReaderTests {
    @Test("The reader reads a header with all keys and with only the version")
    func headers() throws {
        #expect(
            try header(
                #"{"trace":1,"title":"A day","policy":"session","exhaustive":["pageView","pageLeave","diagnostic"]}"#)
                == TraceHeader(title: "A day", policy: .session, exhaustive: [.pageView, .pageLeave, .diagnostic]))
        #expect(try header(#"{"trace":1}"#) == TraceHeader())
        #expect(try header(#"{"exhaustive":[],"trace":1.0}"#).exhaustive == [])
        #expect(
            try header(#"{"trace":1,"exhaustive":["interaction","deepLink"]}"#).exhaustive == [.interaction, .deepLink])
    }

    @Test("The calendar time of a header is in ISO 8601 with a zone")
    func calendarTimes() throws {
        #expect(
            try header(#"{"trace":1,"beganAt":"2026-03-02T10:00:00.25+01:00"}"#).beganAt == 1_772_442_000_250_000_000)
        #expect(try header(#"{"trace":1,"beganAt":"1970-01-01T00:00:00.000000001Z"}"#).beganAt == 1)
        for text in ["2026-03-02T10:00:00", "2026-02-30T10:00:00Z", "10", ""] {
            for line in ["{\"trace\":1,\"beganAt\":\"\(text)\"}", "trace beganAt=\"\(text)\""] {
                #expect(
                    Reading(line, nil).errors.first?.message.hasPrefix("expected 'beganAt' to be a time in ISO 8601")
                        == true)
            }
        }
        for beganAt in [0, 1, -1, 1_772_442_000_250_000_000, -1_500_000, Int64.max, Int64.min] {
            for notation in [TraceNotation.jsonLines, .lines] {
                let bytes = printed(.header(TraceHeader(beganAt: beganAt)), notation)
                // Times outside of the years that a reader takes are printed all the same.
                if beganAt.magnitude < 9_000_000_000_000_000_000 {
                    #expect(Reading(bytes, nil).lines == [.header(TraceHeader(beganAt: beganAt))])
                }
            }
        }
    }

    private static let policies: [(String, EnginePolicy)] = [
        (#""standard""#, EnginePolicy.standard), (#""literal""#, .literal), (#""session""#, .session),
        ("{}", .standard),
        (#"{"cancelledDisappearance":"counts"}"#, EnginePolicy(cancelledDisappearance: .counts)),
        (#"{"cancelledDisappearance":"continues"}"#, .standard),
        (#"{"reveal":"counts"}"#, EnginePolicy(reveal: .counts)),
        (#"{"reveal":"silent","foreground":"silent"}"#, .standard),
        (#"{"foreground":"counts"}"#, EnginePolicy(foreground: .counts)),
        (#"{"foreground":0}"#, EnginePolicy(foreground: .counts)),
        (#"{"foreground":1800.5}"#, EnginePolicy(foreground: .counts(after: .milliseconds(1_800_500)))),
        (
            #"{"foreground":"counts","reveal":"counts","cancelledDisappearance":"counts"}"#,
            EnginePolicy(cancelledDisappearance: .counts, reveal: .counts, foreground: .counts)
        ),
    ]

    private static let policiesInWords: [(String, EnginePolicy)] = [
        ("trace policy=literal", .literal), ("trace policy=session", .session),
        ("trace policy=standard version=1", .standard),
        ("trace policy.reveal=counts", EnginePolicy(reveal: .counts)), ("trace policy.reveal=silent", .standard),
        ("trace policy.cancelledDisappearance=continues", .standard),
        ("trace policy.foreground=silent policy=session", EnginePolicy(reveal: .counts)),
    ]

    @Test(
        "A policy is a preset, choices, or in the line notation both",
        arguments: policies.map { (#"{"trace":1,"policy":\#($0.0)}"#, $0.1) } + policiesInWords)
    func policies(header: String, policy: EnginePolicy) {
        #expect(Reading(header, nil).lines == [.header(TraceHeader(policy: policy))])
    }

    @Test("A header is an error unless it is the first line that is not empty")
    func headerComesFirst() {
        #expect(Reading("\n  \n\r\n{\"trace\":1}\n").lines == [.header(TraceHeader())])
        #expect(Reading("# remark\n\ntrace title=x", .lines).lines == [.header(TraceHeader(title: "x"))])
        for words in ["sessionEnd\ntrace", "trace\ntrace"] { #expect(Reading(words, .lines).errors.map(\.line) == [2]) }
        let late = Reading(#"{"event":"sessionEnd"}"# + "\n" + #"{"trace":1}"# + "\n" + #"{"event":"sessionEnd"}"#)
        #expect(late.numbers == [1, 3])
        #expect(late.errors.map(\.line) == [2])
        #expect(late.errors.map(\.column) == [10])
        let twice = Reading(#"{"trace":1}"# + "\n" + #"{"trace":1}"#)
        #expect(twice.lines.count == 1)
        #expect(twice.errors.map(\.line) == [2])
        // A malformed line counts as the first line.
        let afterError = Reading("{\n" + #"{"trace":1}"#)
        #expect(afterError.lines.isEmpty)
        #expect(afterError.errors.map(\.line) == [1, 2])
    }
}
