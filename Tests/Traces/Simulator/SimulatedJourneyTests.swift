import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Journeys as lists of actions, and streams of journeys (rules SIM-006 and SIM-007).
@Suite(.watched)
struct SimulatedJourneyTests {
    @Test(
        "The same seed produces the same journey, and another seed produces another one",
        arguments: TestDepth.sample(14, of: UIFramework.all))
    func sameSeedIsTheSameJourney(_ framework: UIFramework) {
        let journey = SimulatedJourney.random(seed: 7, framework: framework, actions: 50)
        #expect(journey == .random(seed: 7, framework: framework, actions: 50))
        #expect(journey != .random(seed: 8, framework: framework, actions: 50))
        #expect(journey.actions.count == 50)
        var app = SimulatedApp(framework, showing: journey.view)
        #expect(throws: Never.self) { for action in journey.actions { try app.perform(action) } }
        #expect(app.lines == journey.lines)
    }

    @Test("A journey skips impossible actions")
    func impossibleActionsArePassedOver() {
        let possible: [UserAction] = [.push("item"), .pop]
        let journey = SimulatedJourney(framework: .uiKit, view: .stack(["home"]), actions: possible)
        var longer = journey
        longer.actions = [.pop, .push("item"), .selectTab("cart"), .pop, .dismiss]
        #expect(longer.lines == journey.lines)
    }

    @Test("A shrunk journey needs all of its actions")
    func shrunkJourneyIsSmallest() throws {
        func holds(_ journey: SimulatedJourney) -> Bool {
            SimulatedRun(journey).pages.split(separator: " ").count { $0 == "item" } >= 2
        }
        let journey = try #require(
            (1...100).lazy.map { SimulatedJourney.random(seed: $0, actions: 80) }.first(where: holds))
        let smallest = journey.shrunk(while: holds)
        #expect(holds(smallest))
        #expect(smallest.actions.count < journey.actions.count)
        for index in smallest.actions.indices {
            var smaller = smallest
            smaller.actions.remove(at: index)
            #expect(!holds(smaller))
        }
    }

    @Test("A stream has the requested length and can be repeated", arguments: [nil, 1, 3, 40])
    func streamHasItsLength(_ sessions: Int?) {
        let stream = SimulatedSessions(seed: 3, events: 1_000, sessions: sessions)
        let lines = Array(stream)
        #expect(lines.count == 1_001)
        #expect(lines == Array(stream))
        #expect(lines != Array(SimulatedSessions(seed: 4, events: 1_000, sessions: sessions)))
    }

    @Test("Each session of a stream ends, and no event follows its end")
    func sessionsOfAStreamEnd() {
        var ended: Set<String> = []
        for case .event(let event) in SimulatedSessions(seed: 5, events: 2_000, sessions: 20) {
            let session = event.session ?? ""
            #expect(!ended.contains(session))
            if event.action == .stop { ended.insert(session) }
        }
        #expect(ended == Set((1...20).map { "s\($0)" }))
    }

    @Test(
        "A stream of the largest size starts with any number of sessions",
        arguments: [-1, 0, 1, 3, Int.max])
    func streamOfAnySize(sessions: Int) {
        var stream = SimulatedSessions(seed: 1, events: .max, sessions: sessions)
        for _ in 0..<100 { #expect(stream.next() != nil) }
    }
}
