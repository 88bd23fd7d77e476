import Testing

extension CommandTests {
    @Test("Replay writes each kind of record with all its members")
    func replayPrintsOneSampleOfEach() async throws {
        let trace = """
            0 create home#1 page=home context=shop
            0.5 didAppear home#1
            1 didAppear home#1
            2 interaction tap properties={"on":"row"}
            2 deepLink app://item/42 source=mail
            2.5 create item#1 page=item context=shop payload={"price":5}
            2.5 didAppear item#1
            4 didDisappear item#1
            4 didDisappear home#1
            """
        let run = try await Run.pageview(["replay", "--all"], input: trace)
        let samples = [
            #"{"event":"pageView","seq":2,"t":2.5,"id":"item#1/1","page":{"name":"item","context":"shop"},"payload":{"price":5},"scene":"main","component":"item#1","appearance":1,"appearedAt":2.5,"cause":"appeared","previous":{"id":"home#1/1","name":"home","context":"shop"},"deepLink":{"url":"app://item/42","source":"mail","referrer":{"id":"home#1/1","name":"home","context":"shop"}}}"#,
            #"{"event":"interaction","t":2,"name":"tap","properties":{"on":"row"},"scene":"main","page":{"name":"home","context":"shop"},"pageViewID":"home#1/1","component":"home#1"}"#,
            #"{"event":"deepLink","t":2,"url":"app://item/42","source":"mail","scene":"main","referrer":{"id":"home#1/1","name":"home","context":"shop"}}"#,
            #"{"event":"pageLeave","t":4,"id":"item#1/1","page":{"name":"item","context":"shop"},"scene":"main","component":"item#1","outcome":"counted","foreground":1.5,"background":0,"current":1.5}"#,
            #"{"event":"currentPage","t":4,"scene":"main","page":null,"component":null}"#,
            #"{"event":"diagnostic","t":1,"kind":"duplicateDidAppear","component":"home#1"}"#,
        ]
        for sample in samples { #expect(run.lines.contains(sample)) }
        #expect(run.status == 0)
    }
}
