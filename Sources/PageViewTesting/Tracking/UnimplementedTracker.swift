public import PageViewTracking

/// A tracker for tests that should not need one: whatever is tracked with it fails the test (rule TS-012).
///
///     CharacterList(tracker: UnimplementedTracker { Issue.record("\($0)") })
public struct UnimplementedTracker: EventTracking {
    private let name: String
    private let fail: @Sendable (String) -> Void

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - name: What the code under test calls it.
    ///   - fail: Fails the test, with a text that says what was tracked and what to do. Any thread.
    public init(_ name: String = "tracker", _ fail: @escaping @Sendable (_ message: String) -> Void) {
        self.name = name
        self.fail = fail
    }

    /// Fails the test.
    public func track(_ event: any TrackingEvent) {
        let properties = event.payload.entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        fail(
            """
            the event \(event.name)\(properties.isEmpty ? "" : " (\(properties))") has reached `\(name)`, which this test \
            did not provide.

              If it should, give the code under test an EventRecorder, and expect its events.
              If it should not, this is the mistake.
            """)
    }
}
