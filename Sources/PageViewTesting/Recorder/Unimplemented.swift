public import PageViewAutomation
import PageViewLifecycle

extension PageViewEngine {
    /// An engine for tests that should not need one: whatever is reported to it or recorded with it fails the test (rule TS-007).
    ///
    ///     Model(engine: .unimplemented { Issue.record("\($0)") })
    ///     Model(engine: .unimplemented { XCTFail($0) })
    ///
    /// - Parameters:
    ///   - name: What the code under test calls it.
    ///   - fail: Fails the test, with a text that says what reached the engine and what to do. Any thread.
    public static func unimplemented(
        _ name: String = "engine", _ fail: @escaping @Sendable (_ message: String) -> Void
    ) -> PageViewEngine {
        let engine = PageViewEngine(receivers: [UnimplementedReceiver(name, fail)])
        engine.lifecycle.addObserver { event, _ in
            fail(UnimplementedReceiver.message("the report \(UnimplementedReceiver.text(event))", name))
        }
        return engine
    }
}

/// A receiver for tests that should not need one: whatever it receives fails the test (rule TS-007).
public struct UnimplementedReceiver: PageViewReceiver {
    private let name: String
    private let fail: @Sendable (String) -> Void

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - name: What the code under test calls it.
    ///   - fail: Fails the test, with a text that says what was received and what to do. Any thread.
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
        \(what) has reached `\(name)`, which this test did not provide.

          If it should, give the code under test a recorded engine:
              try withPageViewRecorder { recorder in … recorder.engine … }
          If it should not, this is the mistake.
        """
    }

    static func text(_ event: NavigationEvent) -> String {
        switch event {
        case .create: "create"
        case .component(_, let event): "\(event)"
        case .attach: "attach"
        case .move: "move"
        case .scene(_, let event): "\(event) of a scene"
        }
    }
}
