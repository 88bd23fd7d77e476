import NavigationTraces
import TestSupport
import Testing

/// The ids, times and sessions of a replay (TR-002, TR-004).
@Suite(.watched)
struct ReplayTests {
    /// Below each trace are the ids of its page views.
    private static let idTable = """
        # The name of the component and an ordinal from 1.
        create home#1 page=home; didAppear home#1; didDisappear home#1; didAppear home#1; create home#2 page=home; didAppear home#2
            home#1/1 home#1/2 home#2/1
        # A new component with the name of a destroyed one has a number.
        create home#1 page=home; didAppear home#1; destroy home#1; create home#1 page=home; didAppear home#1; didDisappear home#1; didAppear home#1; destroy home#1; create home#1 page=home; create other page=other; didAppear home#1; didAppear other
            home#1/1 home#1~2/1 home#1~2/2 home#1~3/1 other/1
        # A `create` of an existing component makes no second one.
        create a page=x; didAppear a; create a page=y; didDisappear a; didAppear a
            a/1 a/2
        # A `show` may use the name of a destroyed component, and names containers that no event has mentioned.
        show [a page=a parent=list]; show [b page=b]; show [a page=a]; destroy a; create a page=a; didAppear a
            a/1 b/1 a~2/1 a~3/1
        show [a page=a parent=b] [b]; didDisappear b; didAppear b
            a/1 a/2
        # A page view by hand without an appearance has its number.
        create a page=a; didAppear a; record page=b; didDisappear a; record a
            a/1 manual/2 manual/3
        """

    @Test(
        "An id is the component's name with an ordinal, or the number of a page view by hand",
        arguments: examples(idTable))
    func idsOfPageViews(_ trace: String, _ expected: [String]) throws {
        #expect(try [ids(trace).joined(separator: " ")] == expected)
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
}
