import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

extension TraceReaderTests {
    /// Expectations in both notations. A missing key expects any value, and a null key none.
    private static let expectations: [(json: String, words: String)] =
        [
            (
                """
                "pageView","page":{"name":"home","context":"shop"},"component":"home#1","scene":"main",\
                "payload":{"items":12},"previous":"start","cause":"ready","t":0.5,"appearedAt":0.3,"appearance":2,\
                "seq":3,"deepLink":{"url":"app://x","referrer":"start"}
                """,
                """
                pageView home context=shop component=home#1 scene=main payload={"items":12} previous=start \
                cause=ready t=0.5 appearedAt=0.3 appearance=2 seq=3 deepLink={"url":"app://x","referrer":"start"}
                """
            ),
            (#""pageView""#, "pageView"),
            (#""pageView","previous":null,"deepLink":null"#, "pageView previous=null deepLink=null"),
            (#""pageView","deepLink":{"referrer":null}"#, #"pageView deepLink={"referrer":null}"#),
            (#""pageView","page":{"context":null}"#, "pageView context=null"),
            (#""pageView","page":{"name":"home"}"#, "pageView home"), (#""pageView","page":"home""#, "pageView home"),
            (
                #""pageLeave","page":"home","component":"a","outcome":"counted","foreground":1.7,"background":0,"current":1"#,
                "pageLeave home component=a outcome=counted foreground=1.7 background=0 current=1"
            ),
            (
                #""interaction","name":"tap","page":null,"component":null"#,
                "interaction tap page=null component=null"
            ),
            (#""deepLink","url":"app://x","referrer":"home""#, "deepLink app://x referrer=home"),
            (#""diagnostic","kind":"duplicateDidAppear","component":"a""#, "diagnostic duplicateDidAppear component=a"),
            (#""nothing""#, "nothing"),
        ]
        + ["currentPage", "lastPage", "lastCountedPage"].flatMap { query in
            [
                (#""\#(query)","page":"home","component":"a","scene":"s""#, "\(query) home component=a scene=s"),
                (#""\#(query)","page":null,"component":null"#, "\(query) null component=null"),
                (#""\#(query)""#, "\(query)"),
            ]
        }

    @Test("The reader reads each expectation of JSON Lines as that of the line notation", arguments: expectations)
    func expectations(json: String, words: String) throws {
        #expect(try expectation(#"{"expect":\#(json)}"#) == expectation("expect \(words)", .lines))
    }

    @Test("The reader reads the session of an expectation, every cause and every outcome")
    func namesInExpectations() throws {
        #expect(
            try expectation(#"{"expect":"nothing","session":"s"}"#)
                == TraceExpectation(session: "s", TraceExpectation.Condition(.nothing)))
        for cause in PageView.Cause.allCases {
            _ = try expectation(#"{"expect":"pageView","cause":"\#(cause.rawValue)"}"#)
        }
        for outcome in PageLeave.Outcome.allCases {
            _ = try expectation(#"{"expect":"pageLeave","outcome":"\#(outcome.rawValue)"}"#)
        }
    }
}
