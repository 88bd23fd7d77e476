import NavigationTraces
import TestSupport
import Testing

/// The ids, times and sessions of a replay (TR-002, TR-004).
@Suite(.watched)
struct ReplayTests {
    private static let idTable: [(trace: String, ids: [String])] = [
        // The name of the component and an ordinal from 1.
        (
            """
            create home#1 page=home
            didAppear home#1
            didDisappear home#1
            didAppear home#1
            create home#2 page=home
            didAppear home#2
            """, ["home#1/1", "home#1/2", "home#2/1"]
        ),
        // A new component with the name of a destroyed one has a number.
        (
            """
            create home#1 page=home
            didAppear home#1
            destroy home#1
            create home#1 page=home
            didAppear home#1
            didDisappear home#1
            didAppear home#1
            destroy home#1
            create home#1 page=home
            create other page=other
            didAppear home#1
            didAppear other
            """, ["home#1/1", "home#1~2/1", "home#1~2/2", "home#1~3/1", "other/1"]
        ),
        // A `create` of an existing component makes no second one.
        ("create a page=x\ndidAppear a\ncreate a page=y\ndidDisappear a\ndidAppear a", ["a/1", "a/2"]),
        // A `show` may use the name of a destroyed component, and names containers that no event has mentioned.
        (
            """
            show [a page=a parent=list]
            show [b page=b]
            show [a page=a]
            destroy a
            create a page=a
            didAppear a
            """, ["a/1", "b/1", "a~2/1", "a~3/1"]
        ),
        ("show [a page=a parent=b] [b]\ndidDisappear b\ndidAppear b", ["a/1", "a/2"]),
        // A page view by hand without an appearance has its number.
        (
            "create a page=a\ndidAppear a\nrecord page=b\ndidDisappear a\nrecord a",
            ["a/1", "manual/2", "manual/3"]
        ),
    ]

    @Test("An id is the component's name with an ordinal, or the number of a page view by hand", arguments: idTable)
    func idsOfPageViews(_ trace: String, _ expected: [String]) throws {
        #expect(try ids(trace) == expected)
    }

    @Test("An interaction does not make its component")
    func interactionWithUnknownComponent() throws {
        var replay = TraceReplay()
        let records = replay.apply(try event("1 interaction tap component=row", .lines))
        #expect(records.count == 1)
        let session = try #require(replay.session(nil))
        #expect(session.component == nil)
        _ = replay.apply(try event("1 create row", .lines))
        _ = replay.apply(try event("1 interaction tap component=row", .lines))
        #expect(session.component != nil)
    }

    @Test("A line without a time has the time of the line before")
    func timeLeftOut() throws {
        let lines = try replayed(
            """
            create a page=a
            0.5 interaction first
            didAppear a
            interaction second
            1.25 interaction third
            interaction fourth
            """)
        #expect(times(lines) == ["0.5", "0.5", "0.5", "1.25", "1.25"])
        #expect(times(try replayed("interaction first")) == ["0"])
    }

    @Test("A time that goes back is a diagnostic, and the time before it applies")
    func timeWentBack() throws {
        #expect(
            try replayed(
                """
                2 create a
                1.5 interaction early
                """, all: true) == [
                    #"{"event":"diagnostic","t":2,"kind":"timeWentBack"}"#,
                    #"{"event":"interaction","t":2,"name":"early","properties":{},"scene":"main","page":null,"pageViewID":null,"component":null}"#,
                ])
        #expect(
            try replayed("diagnostic", of: "2 create a\n1.999999999 willAppear a\n2 willDisappear a\n2 destroy a") == [
                #"{"event":"diagnostic","t":2,"kind":"timeWentBack","component":"a"}"#
            ])
        // The next line is compared with the time that applied.
        #expect(try replayed("diagnostic", of: "2 note x\n-1 note y\n1 note z\n2 note ok\n3 note ok").count == 2)
    }

    @Test("A repeated time is no diagnostic, and the largest time does not overflow")
    func edgesOfTime() throws {
        let lines = try replayed(
            """
            0 create a page=a
            0 didAppear a
            9223372036.854775807 didDisappear a
            9223372036.854775807 interaction end
            """, all: true)
        #expect(
            lines.contains {
                $0.hasPrefix(#"{"event":"pageLeave","t":9223372036.854775807,"#)
                    && $0.hasSuffix(#","background":0,"current":9223372036.854775807}"#)
            })
        #expect(!lines.contains { $0.contains("timeWentBack") })
    }

    @Test("The end of the input causes no page leave")
    func endOfInput() throws {
        #expect(
            try replayed("pageLeave", of: "create a page=a\ndidAppear a\ncreate b page=b\ndidAppear b\n5 note end")
                .isEmpty)
    }

    @Test("A note changes no record")
    func notes() throws {
        let plain = "1 create a page=a\n2 didAppear a"
        #expect(
            try replayed("note x\n1 create a page=a\nnote didAppear\n2 didAppear a\nnote y", all: true)
                == replayed(plain, all: true))
    }

    private static let waitingHomeInWords = """
        trace title="Home waits for its content" policy=session
        0     create home#1 page=home context=shop state=pending
        0.3   didAppear home#1
        0.5   ready home#1 payload={"items":12}
        expect pageView home cause=ready t=0.5 payload={"items":12}
        expect currentPage home component=home#1
        2     didDisappear home#1
        expect pageLeave home outcome=counted foreground=1.7
        """

    private static let waitingHomeInJSON = """
        {"trace":1,"title":"Home waits for its content","policy":"session"}
        {"t":0,"event":"create","component":"home#1","page":{"name":"home","context":"shop"},"state":"pending"}
        {"t":0.3,"event":"didAppear","component":"home#1"}
        {"t":0.5,"event":"ready","component":"home#1","payload":{"items":12}}
        {"expect":"pageView","page":"home","cause":"ready","t":0.5,"payload":{"items":12}}
        {"expect":"currentPage","page":"home","component":"home#1"}
        {"t":2,"event":"didDisappear","component":"home#1"}
        {"expect":"pageLeave","page":"home","outcome":"counted","foreground":1.7}
        """

    @Test("A trace in both notations has the same lines, passes verification, and writes the same records each time")
    func reproducible() throws {
        let words = Reading(Self.waitingHomeInWords, nil)
        #expect(words.errors.isEmpty && words.lines.count == 8)
        #expect(words == Reading(Self.waitingHomeInJSON, nil))
        #expect(try Verification(Self.waitingHomeInWords).failures == [])
        #expect(try Verification(Self.waitingHomeInJSON, .jsonLines).failures == [])
        let once = try replayed(Self.waitingHomeInWords, all: true)
        #expect(once.count >= 4)
        #expect(try replayed(Self.waitingHomeInWords, all: true) == once)
        #expect(try replayed(Self.waitingHomeInJSON, .jsonLines, all: true) == once)
    }

    private func times(_ lines: [String]) -> [Substring] {
        lines.compactMap { line in
            line.split(separator: #""t":"#).dropFirst().first?.prefix { $0 != "," }
        }
    }
}
