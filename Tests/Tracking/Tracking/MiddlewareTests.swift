import PageViewEngagement
@testable import PageViewTracking
import TestSupport
import Testing

@Suite(.watched)
struct MiddlewareTests {
    private let memory = InMemoryTrackingProvider()
    private let diagnostics = Log<TrackingDiagnostic>()

    private func tracker(_ middleware: ClosureMiddleware...) -> Tracker {
        Tracker(
            providers: [memory],
            options: TrackerOptions(middleware: middleware, onDiagnostic: { [diagnostics] in diagnostics.append($0) }))
    }

    @Test("Middleware changes and drops events in order, before any provider receives them")
    func changesAndDrops() {
        let tracker = tracker(
            .changing { $0.payload["steps"] = "1" },
            ClosureMiddleware { $0.name == "drop" ? nil : $0 },
            .changing { event in
                event.name += "!"
                event.payload["steps"] = .string((event.payload["steps"]?.text ?? "") + "2")
            })
        for name in ["keep", "drop", "keep"] { tracker.track(name) }
        #expect(memory.events.map(\.name) == ["keep!", "keep!"])
        #expect(memory.events.map(\.payload) == [["steps": "12"], ["steps": "12"]])
        #expect(memory.events.map(\.sequence) == [1, 3])
        #expect(tracker.counts.droppedByMiddleware == 1)
    }

    @Test("Middleware that throws drops its event and is reported; other events pass")
    func throwingDropsTheEvent() {
        let tracker = tracker(
            ClosureMiddleware { if $0.name == "bad" { throw Refusal(description: "no") } else { $0 } })
        for name in ["a", "bad", "b"] { tracker.track(name) }
        #expect(memory.events.map(\.name) == ["a", "b"])
        #expect(tracker.counts.droppedByFailure == 1)
        #expect(diagnostics.values.map(\.kind) == [.middlewareFailed])
        #expect(diagnostics.values[0].message == "ClosureMiddleware threw no; the event was dropped")
    }

    @Test("The result of middleware is sanitized like any other event")
    func resultIsCleaned() {
        let tracker = tracker(
            .changing { event in
                event.payload["number"] = .double(.nan)
                if event.name == "blank" { event.name = " " }
            })
        tracker.track("event")
        tracker.track("blank")
        #expect(memory.events.map(\.payload) == [["number": .null]])
        #expect(diagnostics.values.map(\.kind) == [.changedValue, .blankName])
    }

    @Test("Middleware receives page views, leaves, interactions and deep links too")
    func seesEverything() {
        let kinds = Log<TrackedEvent.Kind>()
        let engine = PageViewEngine()
        let tracker = Tracker(
            observing: engine, providers: [memory],
            options: TrackerOptions(middleware: [ClosureMiddleware.changing { kinds.append($0.kind) }]))
        let page = engine.makeComponent(page: TestPage("home"))
        engine.report(.didAppear, of: page)
        engine.recordInteraction("tap")
        engine.handle(DeepLink(url: "app://x"))
        tracker.track("event")
        engine.report(.didDisappear, of: page)
        #expect(kinds.values == [.pageView, .interaction, .deepLink, .custom, .pageLeave])
    }

    @Test("The privacy policy applies after middleware, and event IDs contain only the coarse time")
    func privacyComesLast() throws {
        let calendar = TestCalendar()
        let log = Log<UserIdentity>()
        let engine = PageViewEngine(clock: ManualClock())
        let tracker = Tracker(
            observing: engine, providers: [memory, TestProvider(delivery: .inline, onIdentify: { log.append($0) })],
            options: TrackerOptions(
                middleware: [ClosureMiddleware.changing { $0.payload["contact"] = "ann@example.com" }],
                privacy: .cautious, clock: calendar.clock))
        tracker.setUserProperty("mail", value: "ann@example.com")
        let page = engine.makeComponent(page: TestPage("ann@example.com"))
        engine.report(.didAppear, of: page)
        tracker.track("tap", ["text": "write to ann@example.com"])
        engine.report(.didDisappear, of: page)
        #expect(memory.events.count == 3)
        for event in memory.events {
            #expect(!"\(event)".contains("ann@"))
            #expect(event.time.description == "2026-03-01T12:00:00.000Z")
            #expect(event.id.milliseconds == event.time.milliseconds)
        }
        #expect(memory.events.map(\.id) == memory.events.map(\.id).sorted())
        #expect(!log.values.isEmpty && !log.values.contains { "\($0.properties)".contains("ann@") })
    }

    @Test("An invalid engagement event is counted and reported as a diagnostic")
    func refusalsAreTold() {
        let tracker = tracker()
        let engagement = EngagementTracker(tracker: tracker)
        engagement.trackAddToCart(productID: " ", productName: "Pizza", quantity: 1, price: 10.99)
        engagement.trackAddToCart(productID: "p1", productName: "Pizza", quantity: 1, price: 10.99)
        #expect(memory.events.map(\.name) == ["AddToCart"])
        #expect(diagnostics.values.map(\.kind) == [.invalidEvent])
        #expect(diagnostics.values[0].event == "AddToCart")
        #expect((tracker.counts.tracked, tracker.counts.rejected, tracker.counts.underWay) == (2, 1, 0))
    }

    @Test("An error caused inside the diagnostic handler is not reported to it again")
    func diagnosticsDoNotRunInCircles() {
        let holder = Log<Tracker>()
        let tracker = Tracker(
            providers: [memory],
            options: TrackerOptions(onDiagnostic: { [diagnostics] diagnostic in
                diagnostics.append(diagnostic)
                holder.values.last?.track("")
            }))
        holder.append(tracker)
        tracker.track("")
        #expect(diagnostics.values.count == 1)
        #expect(tracker.counts.rejected == 2)
    }
}
