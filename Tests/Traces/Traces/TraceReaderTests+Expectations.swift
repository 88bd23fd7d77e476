import PageViewAutomation
import TestSupport
import Testing

@testable import NavigationTraces

/// An expectation in JSON, and the values of its keys.
struct ReadExpectation: Sendable, CustomTestStringConvertible {
    let json: String
    let claim: TraceExpectation.Claim

    init(_ name: ExpectationName, _ json: String, _ values: KeyValuePairs<TraceKey, FieldValue>) {
        var fields = FieldList()
        for (key, value) in values { fields.add(key, value) }
        (self.json, claim) = ("{\"expect\":\"\(name.rawValue)\"\(json)}", TraceExpectation.Claim(name, fields))
    }

    var testDescription: String { json }
}

extension TraceReaderTests {
    @Test("The reader reads every key of every expectation", arguments: expectations + queries)
    func expectations(expected: ReadExpectation) throws {
        #expect(try expectation(expected.json) == TraceExpectation(expected.claim))
    }

    private static let expectations = [
        ReadExpectation(
            .pageView,
            """
            ,"page":{"name":"home","context":"shop"},"component":"home#1","scene":"main","payload":{"items":12},\
            "previous":"start","cause":"ready","t":0.5,"appearedAt":0.3,"appearance":2,"seq":3,\
            "deepLink":{"url":"app://x","referrer":"start"}
            """,
            [
                .page: .page(name: "home", context: .value("shop")), .component: .text("home#1"), .scene: .text("main"),
                .payload: .payload(["items": 12]), .previous: .text("start"), .cause: .text("ready"),
                .t: .seconds(500_000_000), .appearedAt: .seconds(300_000_000), .appearance: .whole(2), .seq: .whole(3),
                .deepLink: .link(DeepLinkPattern(url: "app://x", referrer: .value("start"))),
            ]),
        // A missing key expects any value, and a null key none.
        ReadExpectation(.pageView, "", [:]),
        ReadExpectation(
            .pageView, #","previous":null,"deepLink":null"#, [.previous: .nothing, .deepLink: .nothing]),
        ReadExpectation(
            .pageView, #","deepLink":{"referrer":null}"#, [.deepLink: .link(DeepLinkPattern(referrer: .nothing))]),
        ReadExpectation(
            .pageView, #","page":{"context":null}"#, [.page: .page(name: nil, context: .nothing)]),
        ReadExpectation(
            .pageView, #","page":{"name":"home"}"#, [.page: .page(name: "home", context: .anything)]),
        ReadExpectation(.pageView, #","page":"home""#, [.page: .page(name: "home", context: .anything)]),
        ReadExpectation(
            .pageLeave,
            #","page":"home","component":"a","outcome":"counted","foreground":1.7,"background":0,"current":1"#,
            [
                .page: .page(name: "home", context: .anything), .component: .text("a"), .outcome: .text("counted"),
                .foreground: .seconds(1_700_000_000), .background: .seconds(0), .current: .seconds(1_000_000_000),
            ]),
        ReadExpectation(
            .interaction, #","name":"tap","page":null,"component":null"#,
            [.name: .text("tap"), .page: .nothing, .component: .nothing]),
        ReadExpectation(
            .deepLink, #","url":"app://x","referrer":"home""#, [.url: .text("app://x"), .referrer: .text("home")]),
        ReadExpectation(
            .diagnostic, #","kind":"duplicateDidAppear","component":"a""#,
            [.kind: .text("duplicateDidAppear"), .component: .text("a")]),
        ReadExpectation(.nothing, "", [:]),
    ]

    private static let queries = [ExpectationName.currentPage, .lastPage, .lastCountedPage].flatMap { query in
        [
            ReadExpectation(
                query, #","page":"home","component":"a","scene":"s""#,
                [.page: .page(name: "home", context: .anything), .scene: .text("s"), .component: .text("a")]),
            ReadExpectation(query, #","page":null,"component":null"#, [.page: .nothing, .component: .nothing]),
            ReadExpectation(query, "", [:]),
        ]
    }

    @Test("The reader reads the session of an expectation, every cause and every outcome")
    func namesInExpectations() throws {
        #expect(
            try expectation(#"{"expect":"nothing","session":"s"}"#)
                == TraceExpectation(session: "s", TraceExpectation.Claim(.nothing)))
        for cause in PageView.Cause.allCases {
            _ = try expectation(#"{"expect":"pageView","cause":"\#(cause.rawValue)"}"#)
        }
        for outcome in PageLeave.Outcome.allCases {
            _ = try expectation(#"{"expect":"pageLeave","outcome":"\#(outcome.rawValue)"}"#)
        }
    }
}
