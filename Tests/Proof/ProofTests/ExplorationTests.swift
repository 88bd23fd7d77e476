import Foundation
import PageViewAutomation
import TestSupport
import Testing

/// "Exactly one" for every sequence of inputs (PV-001, PV-007, QU-001). The tests visit all reachable states, or all that some
/// number of steps reaches. The invariants hold in each state and in every step from it.
@Suite(.watched)
struct ExplorationTests {
    /// The policy without any other answer, and the one with only other answers.
    private static let extremes = [allPolicies[0], allPolicies[allPolicies.count - 1]]

    @Test("One component in one scene keeps every invariant under every policy")
    func oneComponent() async {
        let policies = Proof.isAsked ? allPolicies : [.standard]
        await explore(
            "1 component, 1 scene", states: 498 * policies.count, policies, Alphabet(components: 1, scenes: 1, []))
    }

    @Test("Two components with every step keep every invariant up to a depth")
    func twoComponents() async {
        let depth = Proof.isAsked ? 4 : 2
        await explore(
            "2 components, 1 scene, every step", states: Proof.isAsked ? 195_055 : 771,
            Proof.isAsked ? Self.extremes : [.standard], Alphabet(components: 2, scenes: 1, .all), depthLimit: depth)
    }

    @Test("One component keeps every invariant under every policy without updates", .enabled(if: Proof.isAsked))
    func everyStep() async {
        await explore(
            "1 component, 1 scene, without updates", states: 270_952, allPolicies,
            Alphabet(components: 1, scenes: 1, .all.subtracting([.updates, .containers, .levels])))
    }

    @Test("One component keeps every invariant in all sequences with updates", .enabled(if: Proof.isAsked))
    func updates() async {
        await explore(
            "1 component, 1 scene, with updates", states: 72_292, Self.extremes,
            Alphabet(components: 1, scenes: 1, .updates))
    }

    @Test("One component in two scenes keeps every invariant", .enabled(if: Proof.isAsked))
    func twoScenes() async {
        await explore(
            "1 component, 2 scenes", states: 38_550, Self.extremes, Alphabet(components: 1, scenes: 2, .calls))
    }

    @Test("Two components in two scenes keep every invariant up to a depth of four steps", .enabled(if: Proof.isAsked))
    func twoComponentsAndScenes() async {
        await explore(
            "2 components, 2 scenes, in containers", states: 104_838, Self.extremes,
            Alphabet(components: 2, scenes: 2, [.containers, .updates]), depthLimit: 4)
    }

    @Test(
        "Three components in containers keep every invariant up to a depth of four steps", .enabled(if: Proof.isAsked))
    func threeComponents() async {
        await explore(
            "3 components, 1 scene, in containers", states: 109_053, [.standard],
            Alphabet(components: 3, scenes: 1, [.containers, .levels]), depthLimit: 4)
    }

    @Test("One component keeps every invariant in all sequences of every step", .enabled(if: Proof.isAskedWhole))
    func wholeOfOneComponent() async {
        await explore(
            "1 component, 1 scene, every step", states: nil, [.standard],
            Alphabet(components: 1, scenes: 1, .all.subtracting([.containers, .levels])))
    }

    @Test("Two components in containers keep every invariant in all sequences", .enabled(if: Proof.isAskedWhole))
    func wholeOfTwoComponents() async {
        await explore(
            "2 components, 1 scene, in containers", states: nil, [.standard],
            Alphabet(components: 2, scenes: 1, .containers))
    }

    @Test("A state's key considers each stored property")
    func keyIsComplete() {
        for (value, read, omitted) in StateKey.properties {
            let expected = (read + " " + omitted).split(separator: " ").map(String.init)
            let found = Mirror(reflecting: value).children.compactMap(\.label)
            #expect(found.sorted() == expected.sorted(), "\(type(of: value))")
        }
    }

    /// Explores under each policy. The number of states must be `expected`; a smaller one means an incomplete exploration.
    private func explore(
        _ name: String, states expected: Int?, _ policies: [EnginePolicy], _ alphabet: Alphabet, depthLimit: Int = .max
    ) async {
        var (states, transitions, depth) = (0, 0, 0)
        for policy in policies {
            let exploration = await Exploration(policy: policy, alphabet, depthLimit: depthLimit)
            // The first fault is enough; it includes its path.
            #expect(exploration.faults.first == nil)
            #expect(exploration.isClosed ? depthLimit == .max : exploration.depth == depthLimit)
            (states, transitions) = (states + exploration.states, transitions + exploration.transitions)
            depth = max(depth, exploration.depth)
        }
        // Explorations that were not measured since the last change of the rules have no expected number.
        if let expected { #expect(states == expected) }
        let extent = depthLimit == .max ? "closed after \(depth) steps" : "to a depth of \(depth) steps"
        Proof.claim(
            "all sequences: \(name), \(policies.count) policies: \(states) states, \(transitions) transitions, \(extent)"
        )
    }
}
