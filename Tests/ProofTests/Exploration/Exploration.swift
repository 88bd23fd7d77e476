@testable import PageViewAutomation

/// Every state that can be reached by any sequence of steps, or by so many.
struct Exploration {
    private(set) var states = 0
    private(set) var transitions = 0
    /// How many steps the longest of the shortest ways to a state has.
    private(set) var depth = 0
    /// Whether every state that can be reached was.
    private(set) var isClosed = false
    /// What was wrong, with the way there.
    private(set) var faults: [String] = []

    private let alphabet: Alphabet
    private let withMemories: Bool
    private let permutations: [[Int]]

    /// Explores until nothing new is found or the ways have `depthLimit` steps.
    init(policy: EnginePolicy, alphabet: Alphabet, withMemories: Bool = true, depthLimit: Int = .max) {
        self.alphabet = alphabet
        self.withMemories = withMemories
        permutations = Self.permutations(of: Array(0..<alphabet.components))
        run(policy, depthLimit)
    }

    private mutating func run(_ policy: EnginePolicy, _ depthLimit: Int) {
        let start = ExploredWorld(policy: policy, components: alphabet.components)
        var seen: Set<StateKey.Bytes> = [key(of: start)]
        var frontier = [start]
        while !frontier.isEmpty, faults.isEmpty, depth < depthLimit {
            var next: [ExploredWorld] = []
            for world in frontier {
                for step in alphabet.steps {
                    var reached = world
                    let records = reached.take(step)
                    transitions += 1
                    let wrong = StepInvariants.faults(from: world.model, by: records, to: reached.model)
                    if !wrong.isEmpty { faults.append("\(step): \(wrong)") }
                    guard seen.insert(key(of: reached)).inserted else { continue }
                    let faulty = StateInvariants.faults(of: reached.model)
                    if !faulty.isEmpty { faults.append("\(step): \(faulty)") }
                    next.append(reached)
                }
            }
            if !next.isEmpty { depth += 1 }
            frontier = next
        }
        states = seen.count
        isClosed = frontier.isEmpty
    }

    /// The least of the keys under every renaming of the components.
    private func key(of world: ExploredWorld) -> StateKey.Bytes {
        permutations.map { StateKey(world, scenes: alphabet.scenes, order: $0, withMemories: withMemories).bytes }
            .min { $0.lexicographicallyPrecedes($1) } ?? []
    }

    private static func permutations(of elements: [Int]) -> [[Int]] {
        guard elements.count > 1 else { return [elements] }
        return elements.flatMap { first in
            permutations(of: elements.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
