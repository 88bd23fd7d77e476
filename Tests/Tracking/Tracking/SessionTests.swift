import PageViewLifecycle
import PageViewTracking
import TestSupport
import Testing

/// Session ids and the app's context (TK-012, TK-013).
@Suite(.watched)
struct SessionTests {
    private let memory = InMemoryTrackingProvider()
    private let clock = ManualClock()

    private func sessions(
        gap: Duration = .seconds(1_800), makeID: (@Sendable () -> EventID)? = nil
    ) -> SessionMiddleware {
        SessionMiddleware(gap: gap, makeID: makeID) { [clock] in clock.now }
    }

    private func tracker(
        _ sessions: SessionMiddleware, consent: Consent = .granted, store: (any TrackerStore)? = nil,
        privacy: PrivacyPolicy = PrivacyPolicy(), calendar: WallClock = .system
    ) -> Tracker {
        Tracker(
            providers: [memory],
            options: TrackerOptions(
                consent: consent, store: store, middleware: [sessions], privacy: privacy, clock: calendar))
    }

    private func pass(_ seconds: Int64) { clock.advance(byNanoseconds: seconds * 1_000_000_000) }

    /// The sessions of the received events, numbered in the order in which they begin; 0 for none.
    private var numbers: [Int] {
        var known: [EventID] = []
        return memory.events.map { event in
            guard let id = event.sessionID else { return 0 }
            if !known.contains(id) { known.append(id) }
            return (known.firstIndex(of: id) ?? -1) + 1
        }
    }

    @Test("A session lasts while the app is in the foreground, and ends after 30 minutes in the background")
    func gapInTheBackground() {
        let sessions = sessions()
        let tracker = tracker(sessions)
        tracker.track("a")
        pass(80_000)
        tracker.track("after a long time in the foreground")
        sessions.enterBackground()
        pass(1_799)
        sessions.enterForeground()
        tracker.track("after a short gap")
        sessions.enterBackground()
        sessions.enterBackground()
        pass(1_800)
        sessions.enterForeground()
        tracker.track("after the gap")
        pass(5_000)
        sessions.enterForeground()
        tracker.track("later")
        #expect(numbers == [1, 1, 1, 2, 2])
    }

    @Test(
        "A session that is 24 hours old ends with the next event, also by the times that a policy makes coarse",
        arguments: [TimeGranularity.exact, .hour])
    func longest(granularity: TimeGranularity) {
        let calendar = TestCalendar("2026-03-01T12:59:00.000Z")
        let tracker = tracker(
            sessions(), consent: .undecided, privacy: PrivacyPolicy(timeGranularity: granularity),
            calendar: calendar.clock)
        func track(after seconds: Int64) {
            calendar.advance(by: seconds)
            tracker.track("event")
        }
        track(after: 0)
        track(after: 82_800)
        track(after: 3_599)
        track(after: 1)
        tracker.setConsent(.granted)
        track(after: 82_000)
        track(after: 4_400)
        // 2026-03-02T12:58:59Z is in the hour that begins 24 hours after the first one.
        #expect(numbers == (granularity == .exact ? [1, 1, 1, 2, 2, 3] : [1, 1, 2, 2, 2, 3]))
        for event in memory.events {
            let start = event.sessionID?.milliseconds ?? 0
            #expect((0..<86_400_000).contains(event.time.milliseconds - start))
        }
    }

    @Test("Events in the background begin a new session after each gap")
    func eventsInTheBackground() {
        let sessions = sessions(gap: .seconds(60))
        let tracker = tracker(sessions)
        tracker.track("a")
        sessions.enterBackground()
        for _ in 1...4 {
            pass(30)
            tracker.track("in the background")
        }
        sessions.enterForeground()
        tracker.track("b")
        #expect(numbers == [1, 1, 2, 2, 3, 3])
    }

    @Test("The default id is a UUID of version 7, and a given source replaces it")
    func sourceOfIDs() {
        tracker(sessions()).track("a")
        let event = memory.events[0]
        #expect(event.sessionID?.description.dropFirst(14).first == "7")
        #expect(event.sessionID != event.id && event.sessionID?.milliseconds == event.id.milliseconds)
        tracker(sessions { EventID(high: 1, low: 2) }).track("b")
        #expect(memory.events[1].sessionID == EventID(high: 1, low: 2))
    }

    @Test("Without consent the tracker creates no id, and held events get their ids at the grant")
    func consent() {
        let made = Log<EventID>()
        let sessions = sessions {
            let id = EventID(high: 1, low: UInt64(made.values.count))
            made.append(id)
            return id
        }
        let tracker = tracker(sessions, consent: .undecided)
        tracker.track("a")
        sessions.enterBackground()
        pass(1_800)
        sessions.enterForeground()
        tracker.track("b")
        tracker.track("c")
        #expect(made.values.count == 0)
        tracker.setConsent(.granted)
        #expect(numbers == [1, 2, 2])
        tracker.setConsent(.denied)
        tracker.track("dropped")
        #expect(made.values.count == 2)
        tracker.setConsent(.granted)
        tracker.track("d")
        tracker.setConsent(.undecided)
        tracker.track("e")
        #expect(made.values.count == 3)
        tracker.setConsent(.granted)
        // The denial has purged the earlier events.
        #expect(memory.events.map(\.name) == ["d", "e"])
        #expect(numbers == [1, 2] && made.values.count == 4)
    }

    @Test("An unreadable store ends the session, because it may contain a denial")
    func unreadableStore() {
        let store = TestStore()
        let tracker = tracker(sessions(), store: store)
        tracker.setConsent(.granted)
        tracker.track("a")
        store.isUnreadable = true
        tracker.track("held")
        store.isUnreadable = false
        tracker.track("b")
        #expect(memory.events.map(\.name) == ["a", "held", "b"])
        #expect(numbers == [1, 2, 2])
    }

    @Test("A denial by another tracker ends the session, even if a grant has replaced it")
    func missedDenial() {
        let store = TestStore()
        let tracker = tracker(sessions(), store: store)
        tracker.setConsent(.granted)
        tracker.track("a")
        let other = Tracker(providers: [], options: TrackerOptions(store: store))
        other.revoke(.deliver)
        other.setConsent(.granted)
        tracker.track("b")
        #expect(memory.events.map(\.name) == ["a", "b"])
        #expect(numbers == [1, 2])
    }

    @Test("A reset begins a new session, so that no session links two users")
    func reset() {
        let tracker = tracker(sessions(), consent: .undecided)
        tracker.track("a")
        tracker.identify("ann")
        tracker.track("b")
        tracker.reset()
        tracker.track("c")
        tracker.setConsent(.granted)
        tracker.track("d")
        #expect(numbers == [1, 1, 2, 2])
    }

    @Test("Many threads that track at once share one session")
    func threads() {
        let sessions = sessions()
        let tracker = tracker(sessions)
        onThreads(4) { _ in
            for _ in 0..<200 {
                tracker.track("n")
                sessions.enterBackground()
                sessions.enterForeground()
            }
        }
        #expect(numbers == Array(repeating: 1, count: 800))
    }

    @Test("The context is in every event, without empty texts, within the limits and the privacy policy")
    func context() {
        let context = AppContext(
            system: "iOS", systemVersion: "18.2\0", appName: "", appVersion: "bob@example.org",
            locale: String(repeating: "x", count: 90))
        let options = TrackerOptions(
            middleware: [ContextMiddleware(context)], privacy: PrivacyPolicy(patterns: .all),
            limits: EventLimits(textBytes: 80))
        Tracker(providers: [memory], options: options).track("a")
        #expect(
            memory.events[0].appContext?.properties == [
                "system": "iOS", "systemVersion": "18.2\u{FFFD}", "appVersion": "[email]",
                "locale": String(repeating: "x", count: 80),
            ])
    }
}
