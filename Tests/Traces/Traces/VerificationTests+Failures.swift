import NavigationTraces
import TestSupport
import Testing

extension VerificationTests {
    /// Below each trace is its only failure.
    private static let failures = #"""
        create a page=a context=c; didAppear a; expect pageView b t=1.50
            3: expected pageView b t=1.5, got pageView a context=c component=a t=0
        create a page=a context=c; didAppear a; expect pageView a cause=ready previous=b payload={"n":1} seq=2
            3: expected pageView a payload={"n":1} previous=b cause=ready seq=2, got pageView a context=c component=a payload={} previous=null cause=appeared t=0 seq=1
        expect pageView
            1: expected pageView, got none
        create a page=a context=c; didAppear a; expect nothing; expect pageView
            3: expected nothing, got pageView a context=c component=a t=0
        create a page=a context=c; didAppear a; expect pageView; expect currentPage null
            4: expected currentPage null, got a (c) of a
        create a page=a context=c; didAppear a; expect pageView; expect currentPage scene=left component=x
            4: expected currentPage scene=left component=x, got none
        create a page=a context=c; didAppear a; expect pageView; expect lastPage b context=null
            4: expected lastPage b context=null, got a (c) of a
        create a page=a context=c; didAppear a; expect pageView; expect lastCountedPage component=null
            4: expected lastCountedPage component=null, got a (c) of a
        record page=p; expect pageView; expect lastCountedPage q
            3: expected lastCountedPage q, got p
        create a page=a context=c; didAppear a; expect pageView; 2 didDisappear a; expect pageLeave b outcome=neverReady foreground=2
            5: expected pageLeave b outcome=neverReady foreground=2, got none, the oldest is pageLeave a context=c component=a outcome=counted foreground=2 background=0 current=2
        1 interaction one; expect interaction two page=null
            2: expected interaction two page=null, got none, the oldest is interaction one page=null component=null
        1 deepLink x; expect deepLink x referrer=a
            2: expected deepLink x referrer=a, got none, the oldest is deepLink x referrer=null
        1 didDisappear a; expect diagnostic duplicateDidAppear component=a
            2: expected diagnostic duplicateDidAppear component=a, got none, the oldest is diagnostic didDisappearWithoutAppear component=a
        expect diagnostic session=s
            1: expected diagnostic session=s, got none
        expect interaction
            1: expected interaction, got none
        expect deepLink
            1: expected deepLink, got none
        expect pageLeave
            1: expected pageLeave, got none
        # A failure skips no record of a kind that is not exhaustive.
        interaction one; expect interaction two; expect interaction one
            2: expected interaction two, got none, the oldest is interaction one page=null component=null
        # A failure is one line, even if names have line breaks.
        create "a\nb" page="c\n" context="d\re"; didAppear "a\nb"; expect pageView; expect currentPage "\n"
            4: expected currentPage "\n", got "c\n" ("d\re") of "a\nb"
        # A page view is unclaimed when the next one comes, at the end, and before the first expectation.
        create a page=a context=c; didAppear a; expect currentPage a; 2 didDisappear a; 3 interaction x; 4 didAppear a; expect pageView
            2: expected no unclaimed pageView, got pageView a context=c component=a t=0
        create a page=a context=c; didAppear a; expect currentPage a; 2 didDisappear a
            2: expected no unclaimed pageView, got pageView a context=c component=a t=0
        create a page=a context=c; didAppear a; 1 didDisappear a; 2 didAppear a; expect pageView appearance=2; expect nothing
            2: expected no unclaimed pageView, got pageView a context=c component=a t=0
        # An expectation of an exhaustive kind claims the oldest record.
        trace exhaustive=interaction; 1 interaction one; expect interaction two
            3: expected interaction two, got interaction one page=null component=null
        """#

    @Test("A failure contains the expectation and the actual value", arguments: examples(failures))
    func failureSaysWhatWasExpectedAndGot(trace: String, failures: [String]) throws {
        let result = try Verification(trace)
        #expect(result.failures == failures)
        #expect(result.failed == 1)
    }

    @Test(
        "A failure stays below 20000 bytes for long names and large payloads", arguments: ["a", "\u{301}", #"\""#])
    func failuresAreShort(letter: String) throws {
        let long = "\"\(String(repeating: letter, count: TestDepth.number(30_000, proof: 100_000)))\""
        let values = (0..<TestDepth.number(3_000, proof: 10_000)).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        let result = try Verification(
            """
            create \(long) page=\(long) context=\(long) scene=\(long) payload={\(values)}
            didAppear \(long)
            expect pageView b payload={"a":\(long),\(values)}
            expect nothing
            expect currentPage \(long) context=b
            expect currentPage b component=\(long)
            didDisappear \(long)
            expect pageLeave b
            expect interaction \(long)
            expect lastPage b
            didAppear \(long)
            """)
        #expect(result.failures.count == 7)
        for failure in result.failures { #expect(failure.utf8.count < 20_000) }
        // The beginning of both parts is still readable.
        #expect(result.failures[0].contains("expected pageView b payload="))
        #expect(result.failures[0].contains("…, got pageView"))
    }

    @Test("Expectations claim the page views of one line one by one, the oldest first")
    func severalAtOnce() throws {
        let two = "sceneBackground\ncreate a page=a\ndidAppear a\ncreate b page=b\ndidAppear b\nsceneForeground\n"
        #expect(try Verification(two + "expect pageView a\nexpect pageView b\nexpect nothing").failures == [])
        #expect(try Verification(two + "expect pageView b\nexpect pageView a").failed == 2)
        #expect(
            try Verification(two + "expect pageView a").failures.map { $0.prefix(37) } == [
                "6: expected no unclaimed pageView, go"
            ])
    }

    @Test("A page view of one session may stay unclaimed while another session emits one")
    func otherSessions() throws {
        let trace =
            "create a page=a session=x\ndidAppear a session=x\ncreate b page=b session=y\ndidAppear b session=y\nexpect pageView a session=x\n"
        #expect(try Verification(trace + "expect pageView b session=y").failures == [])
        #expect(try Verification(trace).failures.map { $0.prefix(35) } == ["4: expected no unclaimed pageView, "])
    }

    @Test(
        "The header makes the listed kinds exhaustive, and page views only if it lists them",
        arguments: [
            ("interaction", "interaction x"), ("deepLink", "deepLink x"), ("diagnostic", "didDisappear a"),
            ("pageLeave", "didAppear b\ndidDisappear b"),
        ])
    func exhaustive(kind: String, cause: String) throws {
        let start = "create b page=b\n"
        let header = "trace exhaustive=\(kind)\n"
        #expect(try Verification(header + start + "\(cause)\nexpect \(kind)\n\(cause)\nexpect \(kind)").failures == [])
        // The first record is unclaimed when the second comes, and the second at the end.
        let unclaimed = try Verification(header + start + "expect lastCountedPage null\n\(cause)\n\(cause)")
        #expect(unclaimed.failures.count == 2)
        #expect(
            unclaimed.failures.allSatisfy { $0.contains(": expected no unclaimed \(kind), got \(kind) ") }
        )
        // With only page views listed, records of other kinds may stay unclaimed.
        let free = "trace exhaustive=pageView\n" + start + "expect lastCountedPage null\n\(cause)"
        #expect(try Verification(free).failures.count == (kind == "pageLeave" ? 1 : 0))
    }
}
