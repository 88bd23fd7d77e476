import NavigationSimulator
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// Simulates the journeys in `Specs/Traces/` and compares the page views.
@Suite(.watched)
struct RecordedJourneyTests {
    /// A trace in `Specs/Traces/`, and the user actions that reproduce it.
    struct Journey: Sendable, CustomTestStringConvertible {
        let file: String
        let framework: UIFramework
        let view: SimulatedView
        var launch = SimulatedApp.Launch.normal
        let actions: [UserAction]

        /// Creates a journey. By default, its framework is the one with the longest identifier that begins the name of the file.
        init(
            _ file: String, in framework: UIFramework? = nil, _ view: SimulatedView,
            launch: SimulatedApp.Launch = .normal, _ actions: UserAction...
        ) {
            let named = UIFramework.all.filter { file.hasPrefix($0.identifier) }
                .max { $0.identifier.count < $1.identifier.count }
            self.file = file
            self.framework = framework ?? named ?? UIFramework(name: "")
            self.view = view
            self.launch = launch
            self.actions = actions
        }

        var testDescription: String { file }
    }

    static let journeys = uiKit + swiftUI + mobile + web + linux

    @Test(
        "The simulated journey counts the same pages as its handwritten trace, in the same order", arguments: journeys)
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
    /// Returns a component whose name differs from the name of its page.
    static func component(_ name: String, of page: String) -> SimulatedView {
        var component = SimulatedPage(name)
        component.page = PageContext(name: PageName(rawValue: page))
        return .page(component)
    }

    /// Returns a component that is not a page.
    static func untracked(_ name: String) -> SimulatedView { .page(.untracked(name)) }
}

extension UIFramework {
    /// Returns the framework with the order of another one for a transition.
    func taking(_ transition: Transition, from identifier: String) -> UIFramework {
        var copy = self
        copy[transition] = UIFramework.named(identifier)[transition]
        return copy
    }
}

extension UserAction {
    /// Returns the action that loads a page without a payload.
    static func load(_ page: String) -> UserAction { .load(page, nil) }
}
