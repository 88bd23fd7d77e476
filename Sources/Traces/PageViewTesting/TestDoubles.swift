import NavigationTraces
public import PageViewAutomation
import PageViewLifecycle

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
            InputQueue(reports: { report in
                fail(UnimplementedReceiver.message("the report \(UnimplementedReceiver.text(report))", name))
            }))
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
