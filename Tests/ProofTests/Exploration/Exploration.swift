@testable import PageViewAutomation

/// The states that are reachable by any sequence of steps, or by sequences of a limited length.
struct Exploration: Sendable {
    private(set) var states = 0
    private(set) var transitions = 0
    /// The largest number of steps that the shortest path to a state needs.
    private(set) var depth = 0
    /// Whether every reachable state was visited.
    private(set) var isClosed = false
    /// The faults found, each with the steps that lead to it.
    private(set) var faults: [String] = []

    private let alphabet: Alphabet
    private let withMemories: Bool
    private let permutations: [[Int]]

    /// A reached state and the steps that lead to it.
    private struct Reached: Sendable {
        let world: ExploredWorld
        let path: Path
    }

    /// The steps that lead to a state, last step first. States share their common beginnings.
    private final class Path: Sendable {
        private let last: ExplorationStep?
        private let before: Path?

        init(_ last: ExplorationStep? = nil, after before: Path? = nil) {
            (self.last, self.before) = (last, before)
        }

        var steps: [ExplorationStep] { (before?.steps ?? []) + (last.map { [$0] } ?? []) }
    }

    /// The result of applying all steps to a part of the frontier.
    private struct Expansion: Sendable {
        var found: [(key: StateKey.Bytes, reached: Reached)] = []
        var transitions = 0
        var faults: [String] = []
    }

    /// Explores until no new state is found, or until the paths have `depthLimit` steps.
    ///
    /// `withMemories` adds the facts that the engine keeps only for its answers: the last current pages, the last
    /// counted pages, and the notifiers. No decision of the model depends on them.
    init(
        policy: EnginePolicy, components: Int, scenes: Int, isWhole: Bool = true, withNames: Bool = false,
        withMemories: Bool = false, depthLimit: Int = .max
    ) async {
        alphabet = Alphabet(components: components, scenes: scenes, isWhole: isWhole, withNames: withNames)
        self.withMemories = withMemories
        permutations = Self.permutations(of: Array(0..<components))
        let start = ExploredWorld(policy: policy, components: components)
        var seen: Set<StateKey.Bytes> = [key(of: start)]
        var frontier = [Reached(world: start, path: Path())]
        while !frontier.isEmpty, faults.isEmpty, depth < depthLimit {
            frontier = await expand(frontier, &seen)
            if !frontier.isEmpty { depth += 1 }
            Proof.progress("\(depth) steps: \(seen.count) states, \(frontier.count) of them new")
        }
        states = seen.count
        isClosed = frontier.isEmpty
    }

    /// Returns the new states that are one step away from the frontier.
    private mutating func expand(_ frontier: [Reached], _ seen: inout Set<StateKey.Bytes>) async -> [Reached] {
        let part = 2_000
        let known = seen
        let expansions = await withTaskGroup(of: Expansion.self) { [self] group in
            for start in stride(from: 0, to: frontier.count, by: part) {
                let slice = frontier[start..<min(start + part, frontier.count)]
                group.addTask { self.expansion(of: slice, known) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var next: [Reached] = []
        for expansion in expansions {
            transitions += expansion.transitions
            faults += expansion.faults
            for (key, reached) in expansion.found where seen.insert(key).inserted { next.append(reached) }
        }
        return next
    }

    private func expansion(of frontier: ArraySlice<Reached>, _ known: Set<StateKey.Bytes>) -> Expansion {
        var expansion = Expansion()
        var own: Set<StateKey.Bytes> = []
        for origin in frontier {
            let invariants = StepInvariants(from: origin.world.model)
            for step in alphabet.steps {
                var world = origin.world
                let records = world.take(step)
                expansion.transitions += 1
                var faults = invariants.faults(by: records, to: world.model)
                let key = key(of: world)
                let isNew = !known.contains(key) && own.insert(key).inserted
                if isNew { faults += StateInvariants.faults(of: world.model) }
                if !faults.isEmpty {
                    expansion.faults.append("\(faults) after \(origin.path.steps + [step])")
                    return expansion
                }
                if isNew {
                    expansion.found.append((key, Reached(world: world, path: Path(step, after: origin.path))))
                }
            }
        }
        return expansion
    }

    /// Returns the smallest of the keys under all renamings of the components.
    private func key(of world: ExploredWorld) -> StateKey.Bytes {
        var least: StateKey.Bytes?
        for order in permutations {
            let key = StateKey(
                world, scenes: alphabet.scenes, order: order, withMemories: withMemories, withFronts: alphabet.isWhole
            ).bytes
            if let known = least, !key.precedes(known) { continue }
            least = key
        }
        return least ?? StateKey.Bytes()
    }

    private static func permutations(of elements: [Int]) -> [[Int]] {
        guard elements.count > 1 else { return [elements] }
        return elements.flatMap { first in
            permutations(of: elements.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
