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
        let refuse: @Sendable (String) -> Void = { what in
            fail(
                """
                \(what) reached `\(name)`, which this test does not provide.

                  If it should, give the code under test a recorded engine:
                      try withPageViewRecorder { recorder in … recorder.engine … }
                  If it should not, correct the code under test.
                """)
        }
        let engine = PageViewEngine()
        engine.addReceiver { record in
            switch record {
            case .pageView(let pageView): refuse("a page view of \(pageView.page)")
            case .interaction(let interaction): refuse("the interaction \(interaction.name)")
            case .deepLink(let visit): refuse("the deep link \(visit.link.url)")
            case .pageLeave(let leave): refuse("a leave of \(leave.page)")
            case .currentPage, .diagnostic: break
            }
        }
        engine.core.add(InputQueue(reports: { refuse("the report \(text(of: $0))") }))
        return engine
    }
}

private func text(of report: EngineInput<ComponentID, SceneID>) -> String {
    switch report {
    case .component(_, let event, _): "\(event)"
    case .scene(_, let event): "\(event) of a scene"
    case .begin: "begin of an update"
    case .commit: "commit of an update"
    default: "\(report)".prefix { $0 != "(" }.description
    }
}
