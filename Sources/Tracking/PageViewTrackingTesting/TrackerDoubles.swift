import PageViewAutomation
import PageViewLifecycle
public import PageViewTracking

/// A tracker that keeps the events of a screen for the tests of that screen (TS-012).
///
/// Any thread may use the recorder.
///
///     let recorder = EventRecorder()
///     CharacterListTracker(tracker: recorder).trackSelected(42)
///     #expect(recorder.names == ["character_selected"])
public final class EventRecorder: EventTracking {
    private let log = Locked<[any TrackingEvent]>([])

    /// Creates an empty recorder.
    public init() {}

    /// The tracked events, in order.
    public var events: [any TrackingEvent] { log.withLock { $0 } }
    /// The names of the tracked events, in order.
    public var names: [String] { events.map(\.name) }

    /// Appends the event.
    public func track(_ event: any TrackingEvent) { log.withLock { $0.append(event) } }
}

/// A tracker for tests that need none: every event fails the test (TS-012).
///
///     CharacterList(tracker: UnimplementedTracker { Issue.record("\($0)") })
public struct UnimplementedTracker: EventTracking {
    private let name: String
    private let fail: @Sendable (String) -> Void

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - name: The name of the tracker in the code under test.
    ///   - fail: Fails the test. The text names the event and states what to do. The tracker calls it on any thread.
    public init(_ name: String = "tracker", _ fail: @escaping @Sendable (_ message: String) -> Void) {
        self.name = name
        self.fail = fail
    }

    /// Fails the test.
    public func track(_ event: any TrackingEvent) {
        let properties = event.payload.entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        fail(
            """
            the event \(event.name)\(properties.isEmpty ? "" : " (\(properties))") reached `\(name)`, which this test \
            does not provide.

              If it should, give the code under test an EventRecorder, and expect its events.
              If it should not, correct the code under test.
            """)
    }
}
