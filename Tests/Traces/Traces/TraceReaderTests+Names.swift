import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

extension TraceReaderTests {
    @Test(
        "Unknown names, and invalid values in a header, are errors at their columns",
        arguments: [
            #"{"event":¶"didappear","component":"a"}"#, #"{"event":¶"","component":"a"}"#,
            #"{"event":¶"didAppear ","component":"a"}"#, #"{"event":¶"foreground"}"#, #"{"event":¶"pageView"}"#,
            #"{"expect":¶"pageview"}"#, #"{"expect":¶"didAppear"}"#, #"{"expect":¶""}"#,
            #"{"event":"create","component":"a","state":¶"loading"}"#, #"{"expect":"pageView","cause":¶"shown"}"#,
            #"{"expect":"pageLeave","outcome":¶"left"}"#, #"{"trace":1,"policy":¶"strict"}"#,
            #"{"trace":¶2}"#, #"{"trace":¶0}"#, #"{"trace":¶1.5}"#, #"{"trace":¶null}"#,
            #"{"trace":1,"policy":{"reveal":¶"continues"}}"#, #"{"trace":1,"policy":{"foreground":¶"Counts"}}"#,
            #"{"trace":1,"policy":{"cancelledDisappearance":¶"silent"}}"#,
            #"{"trace":1,"policy":{"foreground":¶true}}"#,
            #"{"trace":1,"exhaustive":["pageView",¶"currentPage"]}"#, #"{"trace":1,"exhaustive":[¶"nothing"]}"#,
        ])
    func unknownNamesAreErrors(text: String) throws {
        let error = try markedError(text)
        #expect(error.message.hasPrefix("expected ") && error.message.contains("found "))
    }

    /// Below each line with a repeated key is the line with its last value.
    private static let repeatedKeys = #"""
        {"event":"didAppear","component":"a","component":"b"}
            {"event":"didAppear","component":"b"}
        {"event":"didAppear","event":"destroy","component":5,"component":"b","t":"x","t":1}
            {"t":1,"event":"destroy","component":"b"}
        {"event":"ready","component":"a","payload":[],"payload":{"x":1,"y":2,"x":"last"}}
            {"event":"ready","component":"a","payload":{"x":"last","y":2}}
        # A key with an escape is the same key.
        {"event":"didAppear","component":"a","\u0063omponent":"b"}
            {"event":"didAppear","component":"b"}
        # Inside a page, a policy or a link.
        {"event":"create","component":"a","page":{"name":"x","name":"home"}}
            {"event":"create","component":"a","page":"home"}
        {"event":"create","component":"a","page":{"name":5,"name":"home"}}
            {"event":"create","component":"a","page":"home"}
        {"event":"create","component":"a","page":{"name":"x","context":[],"context":"shop"}}
            {"event":"create","component":"a","page":{"name":"x","context":"shop"}}
        {"trace":1,"policy":{"reveal":"counts","reveal":"silent"}}
            {"trace":1}
        {"trace":1,"policy":{"reveal":1,"reveal":"counts"}}
            {"trace":1,"policy":{"reveal":"counts"}}
        {"trace":1,"policy":{"reveal":"no","reveal":"counts"}}
            {"trace":1,"policy":{"reveal":"counts"}}
        {"expect":"pageView","deepLink":{"url":5,"url":"x"}}
            {"expect":"pageView","deepLink":"x"}
        {"expect":"pageView","deepLink":{"url":"y","referrer":1,"referrer":null,"url":"x"}}
            {"expect":"pageView","deepLink":{"url":"x","referrer":null}}
        """#

    @Test("The last of a repeated key applies, even after an invalid value", arguments: examples(repeatedKeys))
    func lastKeyWins(twice: String, once: [String]) throws {
        #expect(try [line(twice)] == once.map { try line($0) })
    }

    @Test("A large payload with repeated keys keeps the last values in the order of the first keys")
    func manyKeysGivenTwice() throws {
        let count = 200
        let first = (0..<count).map { #""k\#($0)":0"# }
        let second = (0..<count).reversed().map { #""k\#($0)":\#($0)"# }
        let json = (first + second).joined(separator: ",")
        guard
            case .ready(_, _, _, let payload?) = try event(#"{"event":"ready","component":"a","payload":{\#(json)}}"#)
                .action
        else {
            Issue.record("no payload")
            return
        }
        #expect(payload.entries.map(\.key) == (0..<count).map { "k\($0)" })
        #expect(payload.entries.map(\.value) == (0..<Int64(count)).map { .int($0) })
    }

    @Test("Keys may have any order and any white space between them")
    func orderIsFree() throws {
        #expect(
            try event(" \t{ \"component\" :\t\"a\" ,\r \"t\" : 1 , \"event\":\"destroy\" } \t")
                == event(#"{"t":1,"event":"destroy","component":"a"}"#))
    }

    @Test("The reader decodes escapes in keys and in values")
    func escapes() throws {
        #expect(
            try event(
                #"{"\u0065vent":"\u006eote","text":"caf\u00e9 \ud83d\ude00 \"\\\/\b\f\n\r\t\u0000 \uD83D\uDE00"}"#
            )
            .action
                == .note("café 😀 \"\\/\u{8}\u{C}\n\r\t\u{0} 😀"))
        let payload: AnalyticsValue = ["é😀": "é😀"]
        guard case .object(let expected) = payload else { return }
        #expect(
            try event(#"{"event":"ready","component":"\u00e9","payload":{"\u00e9\ud83d\ude00":"\u00E9\uD83D\uDE00"}}"#)
                .action
                == .ready(component: "é", scene: nil, page: nil, payload: expected))
    }
}
