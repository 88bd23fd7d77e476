import PageViewTrackingTesting
import TestSupport
import Testing

/// Replacements for a tracker in tests of screens (rule TS-012).
@Suite(.watched)
struct TrackingTests {
    @Test("A recorder keeps the tracked events in order")
    func recorderKeepsEvents() {
        let recorder = EventRecorder()
        recorder.track("viewed")
        recorder.track("selected", ["id": 42])
        #expect(recorder.names == ["viewed", "selected"])
        #expect(recorder.events[1].properties == ["id": "42"])
    }

    @Test("An unimplemented tracker names the event it received and suggests a recorder")
    func unimplementedTrackerFails() {
        let messages = Log<String>()
        let tracker = UnimplementedTracker("listTracker") { messages.append($0) }
        tracker.track("viewed")
        tracker.track("selected", ["id": 42])
        #expect(messages.values.count == 2)
        #expect(
            messages.values[0].hasPrefix("the event viewed reached `listTracker`, which this test does not provide.")
        )
        #expect(messages.values[1].hasPrefix("the event selected (id: 42) reached `listTracker`"))
        #expect(messages.values[1].contains("EventRecorder"))
    }
}
