import Foundation
import PageViewAutomation
import TestWatch
import Testing

/// "Exactly one" for every sequence of reports, of whatever length: all states that can be reached are walked, and the
/// invariants hold in each and in every step from it (PV-001, PV-007, QU-001).
@Suite(.watched)
struct ExplorationTests {
    @Test("One component in one scene, under every policy")
    func oneComponent() async {
        let policies = Proof.isAsked ? allPolicies : [.standard]
        await explore(
            "1 component, 1 scene", states: 1_404 * policies.count, policies: policies, components: 1, scenes: 1)
    }

    @Test("One component in two scenes, under every policy", .enabled(if: Proof.isAsked))
    func twoScenes() async {
        await explore("1 component, 2 scenes", states: 278_656, components: 1, scenes: 2)
    }

    @Test("Two components in one scene, under every policy", .enabled(if: Proof.isAskedWhole))
    func twoComponents() async {
        await explore("2 components, 1 scene", states: nil, components: 2, scenes: 1)
    }

    @Test("One component that is renamed, under every policy", .enabled(if: Proof.isAsked))
    func renamedComponent() async {
        await explore("1 component with 2 names, 1 scene", states: 23_536, components: 1, scenes: 1, withNames: true)
    }

    @Test("One component with all that the engine remembers for its answers", .enabled(if: Proof.isAskedWhole))
    func memories() async {
        await explore(
            "1 component, 1 scene, with memories", states: nil, components: 1, scenes: 1, withMemories: true)
    }

    @Test("Three components, to a depth", .enabled(if: Proof.isAsked))
    func threeComponents() async {
        await explore(
            "3 components, 1 scene", states: 18_608, policies: [.standard], components: 3, scenes: 1, depthLimit: 4)
    }

    @Test("Two components in two scenes, without what is about the engine as a whole", .enabled(if: Proof.isAskedWhole))
    func twoComponentsAndScenes() async {
        await explore(
            "2 components, 2 scenes, without stops and deep links", states: nil, policies: [.standard],
            components: 2,
            scenes: 2,
            isWhole: false)
    }

    @Test("Two components in two scenes, all there is", .enabled(if: Proof.isAskedWhole))
    func allOfTwoComponentsAndScenes() async {
        await explore("2 components, 2 scenes", states: nil, policies: [.standard], components: 2, scenes: 2)
    }

    /// Explores under each policy; so many states there have to be, or less was explored than is said.
    private func explore(
        _ name: String, states expected: Int?, policies: [EnginePolicy] = allPolicies, components: Int, scenes: Int,
        isWhole: Bool = true, withNames: Bool = false, withMemories: Bool = false, depthLimit: Int = .max
    ) async {
        var (states, transitions, depth) = (0, 0, 0)
        for policy in policies {
            let exploration = await Exploration(
                policy: policy, components: components, scenes: scenes, isWhole: isWhole, withNames: withNames,
                withMemories: withMemories, depthLimit: depthLimit)
            // The first is enough, and has its way with it.
            #expect(exploration.faults.first == nil)
            #expect(exploration.isClosed ? depthLimit == .max : exploration.depth == depthLimit)
            (states, transitions) = (states + exploration.states, transitions + exploration.transitions)
            depth = max(depth, exploration.depth)
        }
        // Walks that have not been measured since the model changed have no number to compare.
        if let expected { #expect(states == expected) }
        let extent = depthLimit == .max ? "closed after \(depth) steps" : "to a depth of \(depth) steps"
        Proof.claim(
            "all sequences: \(name), \(policies.count) policies: \(states) states, \(transitions) transitions, \(extent)"
        )
    }
}
