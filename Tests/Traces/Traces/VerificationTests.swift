import NavigationTraces
import TestSupport
import Testing

/// The expectations of a trace and the messages of their failures (TR-003).
@Suite(.watched)
struct VerificationTests {
    /// A counted page with a context, a deep link and a previous page.
    static let journey = """
        0 create start page=start
        0 didAppear start
        expect pageView start
        1 didDisappear start
        1.5 deepLink app://home source=mail
        2 create home#1 page=home context=shop state=pending
        2.25 didAppear home#1
        3 ready home#1 payload={"items":12,"tags":["a",{"x":1.0}],"deep":{"er":true}}

        """

    @Test(
        "An expected page view holds with each correct key",
        arguments: [
            "", "home", "home context=shop", "context=shop", "component=home#1", "scene=main", "previous=start",
            "cause=ready", "t=3", "appearedAt=2.25", "appearance=1", "seq=2", "deepLink=app://home",
            #"deepLink={"url":"app://home","referrer":"start"}"#, #"deepLink={"referrer":"start"}"#, "deepLink={}",
            "home context=shop component=home#1 scene=main previous=start cause=ready t=3 appearedAt=2.25 appearance=1 seq=2 deepLink=app://home",
        ])
    func pageViewHolds(keys: String) throws {
        let result = try Verification(Self.journey + "expect pageView \(keys)")
        #expect(result.failures == [])
        #expect((result.passed, result.failed) == (2, 0))
    }

    @Test(
        "An expected page view fails with each wrong key",
        arguments: [
            "start", "home context=other", "context=null", "context=other", "component=start", "scene=left",
            "previous=home", "previous=null", "cause=appeared", "t=3.000000001", "appearedAt=2", "appearance=2",
            "seq=1", "deepLink=app://other", "deepLink=null", #"deepLink={"url":"app://home","referrer":"home"}"#,
            #"deepLink={"referrer":null}"#,
        ])
    func pageViewFails(keys: String) throws {
        let result = try Verification(Self.journey + "expect pageView \(keys)")
        #expect((result.passed, result.failed) == (1, 1))
        // The failed expectation still claims the page view, so that one mistake is one failure.
        #expect(result.failures.count == 1)
        #expect(result.failures[0].hasPrefix("9: expected pageView \(keys), got pageView home context=shop "))
    }

    @Test(
        "A payload holds if the page view has all of its values",
        arguments: [
            ("{}", true), (#"{"items":12}"#, true), (#"{"items":12.0}"#, true), (#"{"items":1.2e1}"#, true),
            (#"{"items":13}"#, false), (#"{"items":"12"}"#, false), (#"{"items":null}"#, false),
            (#"{"missing":null}"#, false), (#"{"tags":["a",{"x":1}]}"#, true), (#"{"tags":["a"]}"#, false),
            (#"{"tags":[{"x":1},"a"]}"#, false), (#"{"tags":["a",{}]}"#, false),
            (#"{"deep":{"er":true},"items":12}"#, true), (#"{"deep":{"er":false}}"#, false), (#"{"deep":{}}"#, false),
            (#"{"deep":{"er":true,"x":1}}"#, false),
        ])
    func payload(json: String, holds: Bool) throws {
        #expect(try Verification(Self.journey + "expect pageView payload=\(json)").failed == (holds ? 0 : 1))
    }

    @Test(
        "Queries hold at their line, for one scene or for all",
        arguments: ["currentPage", "lastPage", "lastCountedPage"])
    func queries(query: String) throws {
        let isCurrent = query == "currentPage"
        let result = try Verification(
            """
            expect \(query) null component=null
            create a page=a context=c
            didAppear a
            expect pageView
            expect \(query) a context=c component=a
            expect \(query) context=c scene=main
            expect \(query) component=a
            expect \(query)
            expect \(query) null scene=left
            didDisappear a
            expect \(query) \(isCurrent ? "null" : "a")
            expect \(query) component=\(isCurrent ? "null" : "a") scene=main
            """)
        #expect(result.failures == [])
        #expect(result.passed == 9)
    }

    @Test("Expectations of other records claim them in order and skip earlier ones")
    func passingOver() throws {
        let trace = """
            create a page=a
            didAppear a
            expect pageView
            interaction one
            interaction two
            deepLink x
            deepLink y
            didAppear a
            1 destroy a
            1 destroy a
            expect interaction two page=a component=a
            expect deepLink y referrer=a
            expect diagnostic eventAfterDestroy component=a
            expect pageLeave a outcome=counted foreground=1 background=0 component=a

            """
        #expect(try Verification(trace).failures == [])
        // Skipped records cannot be claimed later.
        let late = try Verification(
            trace + "expect interaction one\nexpect deepLink x\nexpect diagnostic duplicateDidAppear\nexpect pageLeave")
        #expect(late.failed == 4)
        #expect(late.failures.allSatisfy { $0.hasSuffix(", got none") })
    }

    @Test("Expectations apply to the session they name")
    func sessions() throws {
        let trace = """
            create a page=a session=x
            create a page=b session=y
            didAppear a session=x
            didAppear a session=y
            expect currentPage a session=x
            expect currentPage b session=y
            expect currentPage null
            expect nothing
            expect pageView b session=y
            expect pageView a session=x
            expect nothing session=x
            expect nothing session=y
            """
        #expect(try Verification(trace).failures == [])
        let wrong = try Verification(
            "create a page=a session=x\ndidAppear a session=x\nexpect pageView a\nexpect pageView a session=x")
        #expect(wrong.failures == ["3: expected pageView a, got none"])
    }

    /// Below each trace is the number of its expectations, which all hold.
    private static let holding = """
        # A pending page is the current and the last page, but not the last counted page.
        create a page=a state=pending; didAppear a; expect currentPage a; expect lastPage a; expect lastCountedPage null
            3
        # A trace without an expectation is no test.
        create a page=a; didAppear a; didDisappear a; didAppear a
            0
        # No page view is unclaimed. Records of other kinds do not matter.
        expect nothing; create a page=a; didAppear a; expect pageView; interaction x; 1 didDisappear a; deepLink x; expect nothing
            3
        # The policy of the header decides.
        trace policy=session; create a page=a; didAppear a; expect pageView; sceneBackground; sceneForeground; expect pageView a cause=foregrounded appearance=2
            2
        create a page=a; didAppear a; expect pageView; sceneBackground; sceneForeground; expect nothing
            2
        # A page view can be claimed until the next one is emitted.
        create a page=a; didAppear a; interaction x; 2 didDisappear a; deepLink y; create b page=b; expect pageView a
            1
        # If no kind is exhaustive, every record may stay unclaimed.
        trace exhaustive=,; create a page=a; didAppear a; expect currentPage a; 1 didDisappear a; 2 didAppear a
            1
        trace exhaustive=,; create a page=a; didAppear a; 1 didDisappear a; 2 didAppear a; expect pageView appearance=2
            1
        """

    @Test("All expectations of these traces hold", arguments: examples(holding))
    func holds(trace: String, passed: [String]) throws {
        let result = try Verification(trace)
        #expect(result.failures == [])
        #expect(["\(result.passed)"] == passed && result.failed == 0)
    }
}
