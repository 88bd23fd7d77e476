import TestSupport
public import NavigationSimulator
import NavigationTraces
public import Testing

/// Page views do not depend on the order of reports about different components (rules SIM-002, AP-008).
@Suite(.watched)
struct InvarianceTests {
    /// Every transition of any framework.
    static let transitions = Set(UIFramework.all.flatMap(\.transitions)).sorted { $0.name < $1.name }

    /// The transitions whose scenario a framework can run, with its run.
    private func scenarios(
        _ framework: UIFramework
    ) -> [(transition: Transition, scenario: Scenario, run: SimulatedRun)] {
        Self.transitions.compactMap { transition in
            let scenario = Scenario(transition)
            return (try? scenario.run(framework)).map { (transition, scenario, $0) }
        }
    }

    @Test(
        "Swapped and parent-first reports produce the same page views at the same times",
        arguments: TestDepth.sample(7, of: UIFramework.all))
    func pageViewsAreTheSame(_ framework: UIFramework) throws {
        let changed = [
            framework.swapped, framework.reportingParentsFirst, framework.swapped.reportingParentsFirst,
        ]
        let scenarios = scenarios(framework)
        #expect(!scenarios.isEmpty)
        for (transition, scenario, run) in scenarios {
            let seen = run.seen
            for other in changed {
                #expect(try scenario.run(other).seen == seen, "\(other.name), \(transition.name)")
            }
        }
    }

    @Test(
        "Random journeys have the same page views if reports are swapped or parent-first",
        arguments: TestDepth.sample(14, of: UIFramework.all))
    func randomJourneysAreTheSame(_ framework: UIFramework) throws {
        for seed in 1...UInt64(TestDepth.number(1, proof: 4)) {
            var journey = SimulatedJourney.random(seed: seed, framework: framework, actions: 40)
            let seen = SimulatedRun(journey).seen
            #expect(SimulatedRun(journey).countsEachOnce)
            for other in [framework.swapped, framework.reportingParentsFirst] {
                journey.framework = other
                #expect(SimulatedRun(journey).seen == seen, "\(other.name), seed \(seed)")
            }
        }
    }

    @Test(
        "Window reports, in any order, produce the page views of the pages that the user saw",
        arguments: TestDepth.sample(7, of: UIFramework.all))
    func windowsTellWhatIsSeen(_ framework: UIFramework) throws {
        let windows = framework.reportingWindows
        let changed = [
            windows.swapped, windows.reportingParentsFirst, framework.swapped.reportingWindows,
            windows.swapped.reportingParentsFirst,
        ]
        for (transition, scenario, run) in scenarios(framework) {
            let seen = try scenario.run(windows).seen
            let faultless = try Self.faults[framework].map { try scenario.run($0) } ?? run
            let expected = Self.unseen[framework]?[transition] ?? faultless.seen.map(\.page).sorted()
            #expect(seen.map(\.page).sorted() == expected, "\(windows.name), \(transition.name)")
            for other in changed {
                #expect(try scenario.run(other).seen == seen, "\(other.name), \(transition.name)")
            }
        }
    }

    /// Frameworks that report appearances of unseen pages, with the framework that has no such fault.
    private static let faults: [UIFramework: UIFramework] = [
        .named("swiftui-tabs-of-ios-17"): .swiftUI, .named("swiftui-phantom-appear"): .swiftUI,
        .named("swiftui-stack-of-ios-18-0"): .swiftUI,
        .named("swiftui-deep-push-of-ios-18-4"): .swiftUI, .named("swiftui-navigation-link"): .swiftUI,
        .named("swiftui-double-appear"): .swiftUI,
    ]

    /// The expected pages if no framework lacks the fault. The page in between never has a window.
    private static let unseen: [UIFramework: [Transition: [String]]] = [
        .named("uikit-unbalanced"): [.pushDuringPush: ["home"]]
    ]
}

extension UIFramework: CustomTestStringConvertible {
    /// The name alone, because the orders are too long to print.
    public var testDescription: String { name }
}
