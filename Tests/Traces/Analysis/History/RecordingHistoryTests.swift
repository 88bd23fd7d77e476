import TraceAnalysis
import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Histories distinguish the state before a recording from the recorded events (RC-004, ST-004).
@Suite(.watched)
struct RecordingHistoryTests {
    /// Applies the lines to an engine. Returns the trace of a recorder that keeps the last `count` events.
    private func recorded(_ text: String, last count: Int) throws -> [TraceLine] {
        let clock = ManualClock()
        let engine = PageViewEngine(clock: clock)
        let naming = RecordedNaming(component: { id, _ in "c\(id.tag)" }, scene: { _ in nil })
        let recorder = TraceRecorder(of: engine, last: count, options: RecordingOptions(naming: naming))
        let session = ReplaySession(name: nil, engine: engine) {
            clock.now = $0
            return clock.now
        }
        for line in try lines(text) { if case .event(let event) = line { session.apply(event) } }
        return recorder.lines
    }

    private func explainedSentences(_ lines: [TraceLine]) -> [String] {
        explained(history(lines)).map { "\($0.verdict) \($0.text)" }
    }

    /// Traces, of which a recording keeps the number of events before the colon. Below each are parts of the sentences about it.
    private static let table = """
        # Appearances from before the recording, and how they continued.
        4: 0 create old page=old; 1 didAppear old; 2 didDisappear old; 2 create home page=home; 2 didAppear home; 3 create item page=item state=pending; 3 didAppear item; 4 create bar attached=false; 4 didAppear bar; 5 interaction tap; 6 ready item; 9 didDisappear item; 9 didDisappear home
            ^before home was live when the recording began at 4, since 2 (RC-004), had been counted by then (RC-004), disappeared at 9 (AP-006), after at most 7 s in front of the user (RC-004)$
            ^counted item was live when the recording began at 4, since 3 (RC-004), waited 3 s to be ready and was counted at 6 as page view
            was reported as shown when the recording began at 4 without a window (AP-002)
        # Links and page views by hand from before the recording.
        1: 0 create a page=a; 1 didAppear a; 2 didDisappear a; 2 record page=slip; 3 deepLink app://x; 4 interaction tap
            ^link had been opened when the recording began at 3 (RC-004)
            ^before slip had been counted by hand
        # A scene that was in the background when the recording began.
        3: 0 create a page=a; 1 didAppear a; 2 sceneBackground; 3 interaction tap; 8 sceneForeground; 9 didDisappear a
            was in the background when the recording began, until 8, which does not end the appearance (AP-007)
        """

    @Test("Sentences about what was before the recording state that", arguments: examples(table))
    func whatWasThere(trace: String, parts: [String]) throws {
        let count = try #require(Int(trace.prefix { $0 != ":" }))
        let sentences = explainedSentences(try recorded(String(trace.drop { $0 != " " }), last: count))
        for part in parts {
            #expect(sentences.contains { "^\($0)$".contains(part) }, "\(sentences.joined(separator: "\n"))")
        }
        #expect(sentences.count { $0.hasPrefix("note recorded from here on: ") && $0.hasSuffix(" (RC-004)") } == 1)
        #expect(!sentences.contains { $0.contains("first of its scene") })
    }

    @Test("Each sentence about events before the recording cites the rule of recordings")
    func whatWasOver() throws {
        let sentences = explainedSentences(
            try recorded(
                "0 create a page=a\n1 didAppear a\n2 didDisappear a\n2 record page=slip\n3 deepLink app://x\n4 interaction tap",
                last: 1))
        #expect(
            sentences.prefix { !$0.hasPrefix("note") }.allSatisfy { $0.contains("(RC-004)") },
            "\(sentences.joined(separator: "\n"))")
    }

    @Test("A deep link before the note is marked as over or as opened earlier, without a time")
    func links() throws {
        let text = """
            0 create a page=a
            0 deepLink app://gone
            0 deepLink app://carried
            0 didAppear a
            1 deepLink app://waits
            1 deepLink app://other scene=two
            2 note "\(RecordingStart.words)"
            3 create b page=b
            3 didAppear b
            4 sceneBackground two
            """
        let history = history(try lines(text))
        let links = history.items.compactMap { item -> Explanation? in
            if case .link = item { Explanation(item) } else { nil }
        }
        let over = "had ended when the recording began (RC-004)"
        #expect(
            links.map(\.text) == [
                over, over, "had been opened when the recording began at 2 (RC-004), was carried by b/1 (PV-006)",
                "had been opened when the recording began at 2 (RC-004), was dropped at 4, when its scene went to the background (PV-006)",
            ])
        var writer = ExplanationWriter()
        for link in links { writer.writeObject(link) }
        let json = String(decoding: writer.takeBytes(), as: UTF8.self).split(separator: "\n")
        for key in ["\"t\"", "\"referrer\""] { #expect(!json.contains { $0.contains(key) }, "\(key)") }
        #expect(json.map { $0.contains("\"carriedBy\"") } == [false, false, true, false])
        #expect(json.map { $0.contains("\"droppedAt\"") } == [false, false, false, true])
        #expect(json.allSatisfy { $0.contains("\"recordedFrom\":2") })
    }

    @Test("Only the first such note of a session marks the start of a recording")
    func onlyTheFirst() throws {
        func starts(_ text: String) throws -> [Int?] {
            try history(lines(text.replacing("NOTE", with: RecordingStart.words))).appearances
                .map { $0.recordingStart?.line }
        }
        let shown = "0 create a page=a\n0 didAppear a\n"
        #expect(
            try starts(shown + "1 note \"NOTE\"\n2 didDisappear a\n2 didAppear a\n3 note \"NOTE too\"") == [3, nil])
        #expect(try starts("0 create a page=a session=x\n0 didAppear a session=x\n1 note \"NOTE\" session=y") == [nil])
        #expect(try starts(shown + "1 sessionEnd\n2 create a page=a\n2 didAppear a\n3 note \"NOTE\"") == [nil, 6])
    }

    @Test(
        "Explanations and pictures have the numbers of the engine, and none from before the recording (RC-004, TL-001)")
    func numbersOfTheEngine() throws {
        let lines = try recorded(
            """
            0 create home page=home
            1 didAppear home
            2 record page=a
            3 record page=b
            4 record page=c
            5 create item page=item
            6 didAppear item
            7 record page=d
            """, last: 2)
        let history = history(lines)
        let sentences = explained(history).map(\.text)
        #expect(sentences.contains { $0.contains("counted at once as page view 5 ") }, "\(sentences)")
        #expect(sentences.contains { $0.contains("as page view 6, without an appearance") }, "\(sentences)")
        #expect(sentences.filter { $0.contains("page view ") && $0.contains(" as page view") }.count == 2)
        let timeline = Timeline(history)
        #expect(timeline.counts.map(\.number) == [5, 6])
        #expect(timeline.summary.hasPrefix("2 page views · "))
        #expect(history.items.contains { $0.label == "manual/6" })
    }

    @Test("Statistics count an appearance once across three recordings of it")
    func reportsOfOneStay() throws {
        let text = "0 create home page=home\n1 didAppear home\n2 interaction a\n3 interaction b\n4 interaction c"
        let traces = try [100, 2, 1].map { try recorded(text, last: $0) }
        #expect(statistics(traces).allSteps.map(\.count) == [1])
        let home = try #require(statistics(traces).allPages.first)
        #expect(home.appearances == 1)
        #expect(home.counted == 1)
        let pending = text + "\n5 create item page=item state=pending\n6 didAppear item\n7 interaction d"
        let waiting = try [100, 1, 1].map { try recorded(pending, last: $0) }
        #expect(statistics(waiting).allPages.first { $0.page == "item" }?.waiting == 1)
    }

    @Test("An earlier appearance adds its outcome to the statistics, but not its time on the page")
    func laterOutcomes() throws {
        let text = """
            0 create item page=item state=pending
            0 create gone page=gone state=pending
            1 didAppear item
            2 didAppear gone
            3 interaction tap
            4 ready item
            5 didDisappear gone
            6 didDisappear item
            """
        let all = statistics(try recorded(text, last: 4))
        let item = try #require(all.allPages.first { $0.page == "item" })
        #expect(item.counted == 1)
        #expect(item.timeToReady.longest == 3_000_000_000)
        #expect(item.timeOnPage.count == 0)
        let gone = try #require(all.allPages.first { $0.page == "gone" })
        #expect(gone.neverReady == 1)
        #expect(gone.timeOnPage.count == 0)
        #expect(all.allSteps.map(\.count) == [1])
    }

    @Test("Statistics of recorded random journeys count only page views after the note")
    func onlyWhatComesAfter() {
        var recordings = 0
        for (number, framework) in TestDepth.sample(7, of: Array(UIFramework.all.enumerated())) {
            let journey = SimulatedJourney.random(seed: UInt64(number), framework: framework, actions: 40)
            let run = RecordedRun(policy: .standard, sizes: [3, 30])
            for case .event(let event) in journey.lines where event.session == nil { run.apply(event) }
            for (_, _, recorder) in run.recorders {
                let lines = recorder.lines
                var replay = TraceReplay()
                var after: Int?
                for case .event(let event) in lines {
                    let views = replay.apply(event).count { if case .pageView = $0.record { true } else { false } }
                    if let known = after { after = known + views }
                    if case .note(let text, _) = event.action, text.hasPrefix(RecordingStart.words) { after = 0 }
                }
                guard let after else { continue }
                recordings += 1
                let pages = statistics(lines).allPages
                #expect(pages.reduce(0) { $0 + $1.counted + $1.manual } == after, "\(framework.name)")
                #expect(history(lines).recordings.count == 1, "\(framework.name)")
            }
        }
        #expect(recordings > 10)
    }
}
