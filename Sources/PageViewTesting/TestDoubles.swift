import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle
public import PageViewTracking

extension PageViewEngine {
    /// Creates an engine for tests that need none (TS-007).
    ///
    /// Reports, page views, interactions and deep links fail the test. Queries and declarations of pages do not.
    ///
    ///     Model(engine: .unimplemented { Issue.record("\($0)") })
    ///     Model(engine: .unimplemented { XCTFail($0) })
    ///
    /// - Parameters:
    ///   - name: The name of the engine in the code under test.
    ///   - fail: Fails the test. The text states what reached the engine and what to do. The engine calls it on any thread.
    public static func unimplemented(
        _ name: String = "engine", _ fail: @escaping @Sendable (_ message: String) -> Void
    ) -> PageViewEngine {
        let engine = PageViewEngine(receivers: [UnimplementedReceiver(name, fail)])
        engine.core.add(
            ReportObserver { report in
                fail(UnimplementedReceiver.message("the report \(UnimplementedReceiver.text(report))", name))
            })
        return engine
    }
}

/// A receiver for tests that need none: every page view, page leave, interaction or link fails the test (TS-007).
public struct UnimplementedReceiver: PageViewReceiver {
    private let name: String
    private let fail: @Sendable (String) -> Void

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - name: The name of the receiver in the code under test.
    ///   - fail: Fails the test. The text states what was received and what to do. The receiver calls it on any thread.
    public init(_ name: String = "receiver", _ fail: @escaping @Sendable (_ message: String) -> Void) {
        self.name = name
        self.fail = fail
    }

    /// Fails the test.
    public func receive(_ record: EngineRecord) {
        switch record {
        case .pageView(let pageView): fail(Self.message("a page view of \(pageView.page)", name))
        case .interaction(let interaction): fail(Self.message("the interaction \(interaction.name)", name))
        case .deepLink(let visit): fail(Self.message("the deep link \(visit.link.url)", name))
        case .pageLeave(let leave): fail(Self.message("a leave of \(leave.page)", name))
        case .currentPage, .diagnostic: break
        }
    }

    static func message(_ what: String, _ name: String) -> String {
        """
        \(what) reached `\(name)`, which this test does not provide.

          If it should, give the code under test a recorded engine:
              try withPageViewRecorder { recorder in … recorder.engine … }
          If it should not, correct the code under test.
        """
    }

    static func text(_ report: EngineInput<ComponentID, SceneID>) -> String {
        switch report {
        case .component(_, let event, _): "\(event)"
        case .scene(_, let event): "\(event) of a scene"
        case .begin: "begin of an update"
        case .commit: "commit of an update"
        default: "\(report)".prefix { $0 != "(" }.description
        }
    }
}

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
