import Foundation
import PageViewAutomation
import TestSupport
import Testing

/// "Exactly one" for every sequence of inputs (PV-001, PV-007, QU-001). The tests visit all reachable states, or all that some
/// number of steps reaches. The invariants hold in each state and in every step from it.
@Suite(.watched)
struct ExplorationTests {
    /// A walk over all reachable states, or over those that some number of steps reaches.
    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The number of states; `nil` if it was not measured since the last change of the rules.
        let states: Int?
        let policies: [EnginePolicy]
        let alphabet: Alphabet
        let depthLimit: Int

        init(
            _ components: Int, scenes: Int, _ kinds: Alphabet.Kinds, _ name: String, states: Int?,
            _ policies: [EnginePolicy], depthLimit: Int = .max
        ) {
            testDescription =
                "\(components) component\(components == 1 ? "" : "s"), \(scenes) scene\(scenes == 1 ? "" : "s")\(name)"
            alphabet = Alphabet(components: components, scenes: scenes, kinds)
            (self.states, self.policies, self.depthLimit) = (states, policies, depthLimit)
        }
    }

    private static let walks: [Walk] = {
        let all = allPolicies
        // The policy without any other answer, and the one with only other answers.
        let extremes = [all[0], all[all.count - 1]]
        guard Proof.isAsked else {
            return [
                Walk(1, scenes: 1, [], "", states: 498, [.standard]),
                Walk(2, scenes: 1, .all, ", every step", states: 771, [.standard], depthLimit: 2),
            ]
        }
        let long = [
            Walk(1, scenes: 1, [], "", states: 498 * all.count, all),
            Walk(2, scenes: 1, .all, ", every step", states: 195_055, extremes, depthLimit: 4),
            Walk(
                1, scenes: 1, .all.subtracting([.updates, .containers, .levels]), ", without updates", states: 270_952,
                all),
            Walk(1, scenes: 1, .updates, ", with updates", states: 72_292, extremes),
            Walk(1, scenes: 2, .calls, "", states: 38_550, extremes),
            Walk(2, scenes: 2, [.containers, .updates], ", in containers", states: 104_838, extremes, depthLimit: 4),
            Walk(3, scenes: 1, [.containers, .levels], ", in containers", states: 109_053, [.standard], depthLimit: 4),
        ]
        guard Proof.isAskedWhole else { return long }
        return long + [
            Walk(1, scenes: 1, .all.subtracting([.containers, .levels]), ", every step", states: nil, [.standard]),
            Walk(2, scenes: 1, .containers, ", in containers", states: nil, [.standard]),
        ]
    }()

    @Test("Components keep every invariant in all states", arguments: walks)
    func invariants(walk: Walk) async {
        var (states, transitions, depth) = (0, 0, 0)
        for policy in walk.policies {
            let exploration = await Exploration(policy: policy, walk.alphabet, depthLimit: walk.depthLimit)
            // The first fault is enough; it includes its path.
            #expect(exploration.faults.first == nil)
            #expect(exploration.isClosed ? walk.depthLimit == .max : exploration.depth == walk.depthLimit)
            (states, transitions) = (states + exploration.states, transitions + exploration.transitions)
            depth = max(depth, exploration.depth)
        }
        // A smaller number means an incomplete exploration.
        if let expected = walk.states { #expect(states == expected) }
        let extent = walk.depthLimit == .max ? "closed after \(depth) steps" : "to a depth of \(depth) steps"
        Proof.claim(
            "all sequences: \(walk.testDescription), \(walk.policies.count) policies: \(states) states, "
                + "\(transitions) transitions, \(extent)")
    }

    @Test("A state's key considers each stored property")
    func keyIsComplete() {
        for (value, read, omitted) in StateKey.properties {
            let expected = (read + " " + omitted).split(separator: " ").map(String.init)
            let found = Mirror(reflecting: value).children.compactMap(\.label)
            #expect(found.sorted() == expected.sorted(), "\(type(of: value))")
        }
    }
}
