import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import TestWatch
import Testing

/// The journeys in `Specs/Traces/`, done by a user: the same pages are counted in the same order.
@Suite(.watched)
struct RecordedJourneyTests {
    /// A journey that is written down, and what a user does on it.
    struct Journey: Sendable, CustomTestStringConvertible {
        let file: String
        let framework: UIFramework
        let view: SimulatedView
        var launch = SimulatedApp.Launch.normal
        let actions: [UserAction]

        init(
            _ file: String, _ framework: UIFramework, _ view: SimulatedView,
            launch: SimulatedApp.Launch = .normal, _ actions: UserAction...
        ) {
            self.file = file
            self.framework = framework
            self.view = view
            self.launch = launch
            self.actions = actions
        }

        var testDescription: String { file }
    }

    static let journeys = uiKit + swiftUI + mobile + web + linux

    @Test("The same pages are counted as in the journey that was written by hand", arguments: journeys)
    func pagesAreThoseOfTheFile(_ journey: Journey) throws {
        let notation: TraceNotation = journey.file.hasSuffix(".jsonl") ? .jsonLines : .lines
        let recorded = Reading(try repositoryText("Specs/Traces/\(journey.file)"), notation).lines
        var policy = EnginePolicy.standard
        if case .header(let header) = recorded.first { policy = header.policy }
        let run = try SimulatedRun(
            journey.framework, journey.view, policy: policy, launch: journey.launch, journey.actions)
        #expect(run.pages == SimulatedRun.pages(of: recorded))
        #expect(run.countsEachOnce)
    }
}

extension SimulatedView {
    /// A component that is called otherwise than its page.
    static func component(_ name: String, of page: String) -> SimulatedView {
        var component = SimulatedPage(name)
        component.page = PageContext(name: PageName(rawValue: page))
        return .page(component)
    }

    /// Something that is no page.
    static func untracked(_ name: String) -> SimulatedView { .page(.untracked(name)) }
}

extension UserAction {
    /// The page has loaded.
    static func load(_ page: String) -> UserAction { .load(page, nil) }
}
