import NavigationTraces
import TestSupport
import Testing

extension TraceReaderTests {
    static let waitingHomeInWords = """
        trace title="Home waits for its content" policy=session
        0     create home#1 page=home context=shop state=pending
        0.3   didAppear home#1
        0.5   ready home#1 payload={"items":12}
        expect pageView home cause=ready t=0.5 payload={"items":12}
        expect currentPage home component=home#1
        2     didDisappear home#1
        expect pageLeave home outcome=counted foreground=1.7
        """

    static let waitingHomeInJSON = """
        {"trace":1,"title":"Home waits for its content","policy":"session"}
        {"t":0,"event":"create","component":"home#1","page":{"name":"home","context":"shop"},"state":"pending"}
        {"t":0.3,"event":"didAppear","component":"home#1"}
        {"t":0.5,"event":"ready","component":"home#1","payload":{"items":12}}
        {"expect":"pageView","page":"home","cause":"ready","t":0.5,"payload":{"items":12}}
        {"expect":"currentPage","page":"home","component":"home#1"}
        {"t":2,"event":"didDisappear","component":"home#1"}
        {"expect":"pageLeave","page":"home","outcome":"counted","foreground":1.7}
        """

    @Test("A trace in both notations has the same lines and passes verification")
    func bothNotationsSayTheSame() throws {
        let words = Reading(Self.waitingHomeInWords, nil)
        let json = Reading(Self.waitingHomeInJSON, nil)
        #expect(words.errors.isEmpty)
        #expect(json.errors.isEmpty)
        #expect(words.lines.count == 8)
        #expect(words.lines == json.lines)
        #expect(try Verification(Self.waitingHomeInWords).failures == [])
        #expect(try Verification(Self.waitingHomeInJSON, .jsonLines).failures == [])
    }
}
