import PageViewLifecycle

/// Which page contains which, as the difference of a whole pass (rules DV-003, DV-005).
///
/// Views may say what they like, so what they say may go round in a circle. Nothing here follows it without end, and nothing
/// takes more of the stack for what is deeper.
extension PageTreeState {
    /// Puts what has changed where it has said to be, all at once. What would be its own ancestor by that stays where it was;
    /// in a circle, it is what was said last. Tells who was refused, in the order in which they have said so.
    mutating func place(_ changed: [Key]) -> [Key] {
        // What goes does not move any more.
        let moving = changed.filter { key in
            nodes[key].map { $0.place.isToBeTaken && !($0.isGone && $0.component != nil) } ?? false
        }
        guard !moving.isEmpty else { return [] }
        var former: [Key: Key?] = [:]
        for key in moving {
            former[key] = .some(nodes[key]?.place.parent)
            take(key)
        }
        var refused = breakCircles(moving, former)
        // Where one has stayed, another one may go after all.
        while let possible = refused.firstIndex(where: { !isInside(nodes[$0]?.place.said, $0) }) {
            take(refused.remove(at: possible))
        }
        for key in moving { count(key, from: former[key] ?? nil) }
        return refused
    }

    private mutating func take(_ key: Key) {
        let isThere = nodes[key]?.place.said.map { nodes[$0] != nil } ?? false
        nodes[key]?.place.take(isThere: isThere)
    }

    private mutating func count(_ key: Key, from former: Key?) {
        guard let parent = nodes[key].map({ $0.place.parent }), parent != former else { return }
        if let former { nodes[former]?.contentCount -= 1 }
        if let parent { nodes[parent]?.contentCount += 1 }
    }

    /// Lets those stay where they were that close a circle; tells which. What they were in before goes round in no circle, so
    /// each circle has one that has not been made to stay.
    private mutating func breakCircles(_ moving: [Key], _ former: [Key: Key?]) -> [Key] {
        var refused: Set<Key> = []
        // Those from which the way out has been found.
        var done: Set<Key> = []
        for start in moving {
            var path: [Key] = []
            var steps: [Key: Int] = [:]
            var at: Key? = start
            while let key = at, !done.contains(key) {
                guard let step = steps[key] else {
                    steps[key] = path.count
                    path.append(key)
                    at = nodes[key]?.place.parent
                    continue
                }
                let last = path[step...].filter { former[$0] != nil && !refused.contains($0) }
                    .max { number(of: $0) < number(of: $1) }
                guard let last, let place = steps[last] else { break }
                refused.insert(last)
                nodes[last]?.place.refuse(for: former[last] ?? nil)
                // From there the way goes on another way.
                for key in path[(place + 1)...] { steps[key] = nil }
                path.removeSubrange((place + 1)...)
                at = nodes[last]?.place.parent
            }
            done.formUnion(path)
        }
        return refused.sorted { number(of: $0) < number(of: $1) }
    }

    private func number(of key: Key) -> UInt64 { nodes[key]?.place.number ?? 0 }

    /// Whether a node is another one, or inside it.
    private func isInside(_ key: Key?, _ container: Key) -> Bool {
        var at = key
        while let current = at {
            if current == container { return true }
            at = nodes[current]?.place.parent
        }
        return false
    }

    /// Nodes, and what contains them, each after what contains it; otherwise in their order.
    func containersFirst(_ keys: [Key]) -> [Key] {
        var ordered: [Key] = []
        var isTaken: Set<Key> = []
        for key in keys {
            var chain: [Key] = []
            var at: Key? = key
            while let current = at, let node = nodes[current], isTaken.insert(current).inserted {
                chain.append(current)
                at = node.place.parent
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// The component of a node, or of the next one around it that has one.
    func container(_ key: Key?) -> ComponentID? {
        var at = key
        while let current = at, let node = nodes[current] {
            if let component = node.component { return component }
            at = node.place.parent
        }
        return nil
    }

    /// Has the engine refuse what is refused here, and say so, unless it has.
    mutating func reportRefused(_ key: Key) {
        guard let node = nodes[key], !node.isGone, let component = node.component,
            let container = container(node.place.said), nodes[key]?.place.tellRefusal() == true
        else { return }
        outbox.waiting.append(.event(.move(component, into: container)))
    }

    /// Forgets a node that is gone. What is left in it is in its own container.
    mutating func remove(_ key: Key) {
        guard let gone = nodes.removeValue(forKey: key) else { return }
        if let parent = gone.place.parent { nodes[parent]?.contentCount += gone.contentCount - 1 }
        // Content goes with its container, as a rule, and before it.
        guard gone.contentCount > 0 else { return }
        for child in nodes.keys where nodes[child]?.place.parent == key { nodes[child]?.inherit(from: gone) }
    }
}
