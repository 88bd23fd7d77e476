import PageViewTracking
import TestSupport
import Testing

// The three tiers of a feature team: the tracker of a screen, its events, and a provider.

struct CharacterListTracker {
    let tracker: any TrackerContract

    func trackScreenViewed() { tracker.track(CharacterListEvent.screenViewed) }

    func trackCharacterSelected(identifier: Int) {
        tracker.track(CharacterListEvent.characterSelected(identifier: identifier))
    }
}

enum CharacterListEvent: TrackingEventContract {
    case screenViewed
    case characterSelected(identifier: Int)

    var name: String {
        switch self {
        case .screenViewed: "character_list_viewed"
        case .characterSelected: "character_selected"
        }
    }

    var properties: [String: String] {
        switch self {
        case .screenViewed: [:]
        case .characterSelected(let identifier): ["id": "\(identifier)"]
        }
    }
}

/// A provider of the three-tier pattern. It receives only names and properties.
final class LoggingProvider: TrackingProviderContract {
    let lines = Log<String>()

    func configure() { lines.append("configured") }

    func track(_ event: any TrackingEventContract) {
        let properties = event.properties.map { " \($0.key): \($0.value)" }
        lines.append("[\(event.name)]" + properties.joined())
    }
}

/// A tracker that records events for the tests of a feature.
final class TrackerMock: TrackerContract {
    private let log = Log<any TrackingEventContract>()
    var trackedEvents: [any TrackingEventContract] { log.values }

    func track(_ event: any TrackingEventContract) { log.append(event) }
}

@Suite(.watched)
struct ThreeTierTests {
    @Test("A screen's tracker passes its event to the tracker behind it")
    func screenTrackerDispatches() {
        let mock = TrackerMock()
        let sut = CharacterListTracker(tracker: mock)
        sut.trackScreenViewed()
        #expect(mock.trackedEvents.map(\.name) == ["character_list_viewed"])
        #expect(mock.trackedEvents.map(\.properties) == [[:]])
    }

    @Test("A contract provider is configured once and then receives the events")
    func contractProvidersWork() {
        let provider = LoggingProvider()
        let providers: [any TrackingProviderContract] = [
            provider, NoOpTrackingProvider(), ConsoleTrackingProvider { _ in },
        ]
        let tracker = Tracker(providers: providers)
        let screen = CharacterListTracker(tracker: tracker)
        screen.trackScreenViewed()
        screen.trackCharacterSelected(identifier: 42)
        tracker.configure()
        tracker.flush()
        #expect(provider.lines.values == ["configured", "[character_list_viewed]", "[character_selected] id: 42"])
    }

    @Test("A contract provider receives user changes and the reset through its own methods")
    func contractProvidersHearOfUsers() {
        final class Product: TrackingProviderContract {
            let log = Log<String>()

            func track(_ event: any TrackingEventContract) { log.append(event.name) }
            func setUserID(_ id: String?) { log.append("user \(id ?? "none")") }
            func setUserProperty(_ key: String, value: String) { log.append("\(key) \(value)") }
            func reset() { log.append("reset") }
        }
        let product = Product()
        let tracker = Tracker(providers: [product])
        tracker.track("a")
        tracker.identify("ann", properties: ["age": 3])
        tracker.track("b")
        tracker.reset()
        tracker.flush()
        #expect(product.log.values == ["user none", "a", "user ann", "age 3", "b", "reset", "user none"])
    }

    @Test("Text properties become the payload, sorted by name")
    func propertiesBecomeThePayload() {
        struct Event: TrackingEvent {
            let name = "event"
            let properties = ["b": "2", "a": "1", "c": "3"]
        }
        #expect(Event().payload.entries.map(\.key) == ["a", "b", "c"])
        #expect(Event().payload == ["a": "1", "b": "2", "c": "3"])
    }
}
