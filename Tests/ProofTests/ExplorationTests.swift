import Foundation
import PageViewAutomation
import TestSupport
import Testing

/// "Exactly one" for every sequence of reports of any length (PV-001, PV-007, QU-001). The tests visit all reachable
/// states. The invariants hold in each state and in every step from it.
@Suite(.watched)
struct ExplorationTests {
    @Test("One component in one scene keeps every invariant under every policy")
    func oneComponent() async {
        let policies = Proof.isAsked ? allPolicies : [.standard]
        await explore(
            "1 component, 1 scene", states: 1_404 * policies.count, policies: policies, components: 1, scenes: 1)
    }

    @Test("One component in two scenes keeps every invariant under every policy", .enabled(if: Proof.isAsked))
    func twoScenes() async {
        await explore("1 component, 2 scenes", states: 278_656, components: 1, scenes: 2)
    }

    @Test("Two components in one scene keep every invariant under every policy", .enabled(if: Proof.isAskedWhole))
    func twoComponents() async {
        await explore("2 components, 1 scene", states: nil, components: 2, scenes: 1)
    }

    @Test("One renamed component keeps every invariant under every policy", .enabled(if: Proof.isAsked))
    func renamedComponent() async {
        await explore("1 component with 2 names, 1 scene", states: 23_536, components: 1, scenes: 1, withNames: true)
    }

    @Test(
        "One component keeps every invariant if the state includes the facts kept for queries",
        .enabled(if: Proof.isAskedWhole))
    func memories() async {
        await explore(
            "1 component, 1 scene, with memories", states: nil, components: 1, scenes: 1, withMemories: true)
    }

    @Test("Three components keep every invariant up to a depth of four steps", .enabled(if: Proof.isAsked))
    func threeComponents() async {
        await explore(
            "3 components, 1 scene", states: 18_608, policies: [.standard], components: 3, scenes: 1, depthLimit: 4)
    }

    @Test(
        "Two components in two scenes keep every invariant without stops and deep links",
        .enabled(if: Proof.isAskedWhole))
    func twoComponentsAndScenes() async {
        await explore(
            "2 components, 2 scenes, without stops and deep links", states: nil, policies: [.standard],
            components: 2,
            scenes: 2,
            isWhole: false)
    }

    @Test("Two components in two scenes keep every invariant with all steps", .enabled(if: Proof.isAskedWhole))
    func allOfTwoComponentsAndScenes() async {
        await explore("2 components, 2 scenes", states: nil, policies: [.standard], components: 2, scenes: 2)
    }

    /// Explores under each policy. The number of states must be `expected`; a smaller one means an incomplete
    /// exploration.
    private func explore(
        _ name: String, states expected: Int?, policies: [EnginePolicy] = allPolicies, components: Int, scenes: Int,
        isWhole: Bool = true, withNames: Bool = false, withMemories: Bool = false, depthLimit: Int = .max
    ) async {
        var (states, transitions, depth) = (0, 0, 0)
        for policy in policies {
            let exploration = await Exploration(
                policy: policy, components: components, scenes: scenes, isWhole: isWhole, withNames: withNames,
                withMemories: withMemories, depthLimit: depthLimit)
            // The first fault is enough; it includes its path.
            #expect(exploration.faults.first == nil)
            #expect(exploration.isClosed ? depthLimit == .max : exploration.depth == depthLimit)
            (states, transitions) = (states + exploration.states, transitions + exploration.transitions)
            depth = max(depth, exploration.depth)
        }
        // Explorations that were not measured since the last change of the model have no expected number.
        if let expected { #expect(states == expected) }
        let extent = depthLimit == .max ? "closed after \(depth) steps" : "to a depth of \(depth) steps"
        Proof.claim(
            "all sequences: \(name), \(policies.count) policies: \(states) states, \(transitions) transitions, \(extent)"
        )
    }
}
