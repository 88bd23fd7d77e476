import PageViewLifecycle

@testable import PageViewAutomation

/// The state of an engine, and the component that each number currently means.
struct ExploredWorld: Sendable {
    private(set) var rules: Rules
    private(set) var now = Timestamp.zero
    private var generations: [UInt32]

    init(policy: EnginePolicy, components: Int) {
        rules = Rules(policy: policy, mainScene: Alphabet.scene(0))
        // Each slot has had a component before, so a report about a destroyed component is always possible.
        generations = Array(repeating: 1, count: components)
        rules.adopt(generations: generations)
    }

    func id(_ number: Int) -> ComponentID {
        let index = number < 0 ? -1 - number : number
        let generation = generations[index] - (number < 0 ? 1 : 0)
        return ComponentID(index: UInt32(index), generation: generation, issuer: 1, tag: 0)
    }

    /// Returns whether the exploration applies an input here. It bounds what a caller could repeat in an update for ever.
    func allows(_ input: Rules.Input) -> Bool {
        switch input {
        case .begin: rules.updateDepth < 2
        case .component(_, .focus, _), .scene(_, .active), .show: rules.acts.count < 2
        default: true
        }
    }

    /// Applies inputs at one time, and returns the emitted records. Other copies of this state do not change.
    ///
    /// Every step takes a nanosecond, so that durations of different steps differ; a wait takes a second.
    mutating func apply(_ inputs: Rules.Input...) -> [EngineRecord] {
        now.nanoseconds += inputs == [Alphabet.wait] ? Alphabet.second : 1
        for input in inputs {
            rules.apply(input, at: now)
            // From now on the number means another component in the same slot.
            for id in rules.takeFreed() { generations[Int(id.index)] = id.generation + 1 }
        }
        defer { rules.outbox = [] }
        return rules.outbox
    }
}

/// The states that are reachable by any sequence of steps, or by sequences of a limited length.
struct Exploration: Sendable {
    private(set) var states = 0
    private(set) var transitions = 0
    /// The largest number of steps that the shortest path to a state needs.
    private(set) var depth = 0
    /// Whether every reachable state was visited.
    private(set) var isClosed = false
    /// The faults found, each with the inputs that lead to it.
    private(set) var faults: [String] = []

    /// A reached state and the inputs that lead to it.
    private typealias Reached = (world: ExploredWorld, inputs: [Rules.Input])

    /// The new states and the faults of all steps from a part of the frontier.
    private typealias Expansion = (found: [(key: StateKey, reached: Reached)], transitions: Int, faults: [String])

    /// Explores until no new state is found, or until the paths have `depthLimit` steps.
    init(policy: EnginePolicy, _ alphabet: Alphabet, depthLimit: Int = .max) async {
        let start = ExploredWorld(policy: policy, components: alphabet.components)
        var seen: Set<StateKey> = [StateKey(start)]
        var frontier: [Reached] = [(start, [])]
        while !frontier.isEmpty, faults.isEmpty, depth < depthLimit {
            let (origins, known) = (frontier, seen)
            let expansions = await withTaskGroup(of: Expansion.self) { group in
                for first in stride(from: 0, to: origins.count, by: 2_000) {
                    let part = origins[first..<min(first + 2_000, origins.count)]
                    group.addTask { Self.expansion(of: part, by: alphabet.steps, known) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            transitions += expansions.reduce(0) { $0 + $1.transitions }
            faults += expansions.flatMap(\.faults)
            frontier = expansions.flatMap(\.found).filter { seen.insert($0.key).inserted }.map(\.reached)
            if !frontier.isEmpty { depth += 1 }
            Proof.progress("\(depth) steps: \(seen.count) states, \(frontier.count) of them new")
        }
        (states, isClosed) = (seen.count, frontier.isEmpty)
    }

    private static func expansion(
        of frontier: ArraySlice<Reached>, by steps: [Alphabet.Step], _ known: Set<StateKey>
    ) -> Expansion {
        var expansion: Expansion = ([], 0, [])
        var own: Set<StateKey> = []
        for origin in frontier {
            for input in steps.map({ $0(origin.world.id) }) where origin.world.allows(input) {
                var world = origin.world
                let records = world.apply(input)
                expansion.transitions += 1
                var faults = StepInvariants.faults(from: origin.world, by: input, records, to: world)
                let key = StateKey(world)
                let isNew = !known.contains(key) && own.insert(key).inserted
                if isNew {
                    faults += StateInvariants.faults(of: world.rules)
                    expansion.found.append((key, (world, origin.inputs + [input])))
                }
                guard faults.isEmpty else {
                    expansion.faults.append("\(faults) after \(origin.inputs + [input])")
                    return expansion
                }
            }
        }
        return expansion
    }
}
