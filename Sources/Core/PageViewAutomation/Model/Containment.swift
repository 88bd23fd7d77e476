/// The containment of components, and the containers that contain live pages (QU-002).
///
/// Only components that have or are a container have a node. For each scene, a node counts the children that are or contain a
/// live page. A change propagates upwards while a count changes between 0 and 1. So a change visits neither all nested pages nor
/// all children of a container. The node of a destroyed container remains while it has children. So its children become content
/// of the next container around it without an update.
struct Containment: ~Copyable, Sendable {
    // Not private, because an unoptimized build of a private type in a noncopyable type fails.
    struct Node {
        /// The component of the node; `none` once the component is destroyed.
        var component: Slot
        var parent = Slot.none
        var childCount: Int32 = 0
        /// The scene in which the component itself is a live page; `none` if it is not.
        var liveScene = Slot.none
        /// The scene that `coveringCount` is about; `none` while that count is 0.
        var scene = Slot.none
        /// The number of children that are or contain a live page of `scene`.
        var coveringCount: Int32 = 0
    }

    /// The key of a count for a further scene, if the pages in a container are in several scenes.
    struct Key: Hashable {
        let node: Slot
        let scene: Slot
    }

    private var nodes = SlotTable<Node>()
    private var free: [Slot] = []
    private var furtherCounts: [Key: Int32] = [:]

    /// Whether no component ever had a node.
    var isEmpty: Bool { nodes.count == 0 }

    // MARK: Containers

    /// Creates the node of a component.
    mutating func makeNode(for component: Slot) -> Slot {
        if let slot = free.popLast() {
            nodes[slot] = Node(component: component)
            return slot
        }
        nodes.append(Node(component: component))
        return Slot(nodes.count - 1)
    }

    /// Returns the component that contains the component of a node.
    func parent(of node: Slot) -> Slot {
        guard !node.isNone else { return .none }
        let parent = container(of: node)
        return parent.isNone ? .none : nodes[parent].component
    }

    /// Returns the nearest node around this one, except for nodes of destroyed components.
    private func container(of node: Slot) -> Slot {
        var parent = nodes[node].parent
        while !parent.isNone, nodes[parent].component.isNone { parent = nodes[parent].parent }
        return parent
    }

    /// Returns whether a node is the container's own node, or inside the container.
    func isInside(_ node: Slot, _ container: Slot) -> Bool {
        // A node without children contains nothing. This is the common case, and needs no search.
        guard node == container || nodes[container].childCount > 0 else { return false }
        var current = node
        while !current.isNone {
            if current == container { return true }
            current = nodes[current].parent
        }
        return false
    }

    /// A change of a live page to covered or uncovered.
    struct Change {
        let component: Slot
        let isCovered: Bool
    }

    /// Moves a node into another one, or into none.
    ///
    /// - Returns: The live pages around the node that become covered or uncovered. Counts around the new container are
    ///   incremented before those around the old one are decremented. So a page around both containers does not change.
    mutating func move(_ node: Slot, into parent: Slot) -> [Change] {
        let old = nodes[node].parent
        let scenes = coveringScenes(of: node)
        let covered = scenes.map { addCovering(1, in: parent, $0) }
        let uncovered = scenes.map { addCovering(-1, in: old, $0) }
        nodes[node].parent = parent
        if !parent.isNone { nodes[parent].childCount += 1 }
        if !old.isNone {
            nodes[old].childCount -= 1
            freeIfUnused(old)
        }
        return covered.filter { !$0.isNone }.map { Change(component: $0, isCovered: true) }
            + uncovered.filter { !$0.isNone }.map { Change(component: $0, isCovered: false) }
    }

    /// Records that the component of a node is destroyed. The component must not be live.
    mutating func end(_ node: Slot) {
        nodes[node].component = .none
        freeIfUnused(node)
    }

    private mutating func freeIfUnused(_ node: Slot) {
        var current = node
        while !current.isNone, nodes[current].component.isNone, nodes[current].childCount == 0 {
            let parent = nodes[current].parent
            nodes[current] = Node(component: .none)
            free.append(current)
            if !parent.isNone { nodes[parent].childCount -= 1 }
            current = parent
        }
    }

    // MARK: Live pages

    /// Returns whether the component of a node contains a live page of a scene.
    func isCovered(_ node: Slot, in scene: Slot) -> Bool { !node.isNone && coveringCount(of: node, scene) > 0 }

    /// Records that the component of a node is now a live page of a scene.
    ///
    /// - Returns: The live page around the node that becomes covered; `none` if there is none.
    mutating func beginPage(_ node: Slot, in scene: Slot) -> Slot {
        let wasCovering = coveringCount(of: node, scene) > 0
        nodes[node].liveScene = scene
        return wasCovering ? .none : addCovering(1, in: nodes[node].parent, scene)
    }

    /// Records that the component of a node is no longer a live page.
    ///
    /// - Returns: The live page around the node that becomes uncovered; `none` if there is none.
    mutating func endPage(_ node: Slot) -> Slot {
        let scene = nodes[node].liveScene
        nodes[node].liveScene = .none
        return coveringCount(of: node, scene) > 0 ? .none : addCovering(-1, in: nodes[node].parent, scene)
    }

    /// Returns the scenes for which the container of a node counts that node.
    private func coveringScenes(of node: Slot) -> [Slot] {
        var scenes: [Slot] = []
        if nodes[node].coveringCount > 0 { scenes.append(nodes[node].scene) }
        let first = scenes.count
        for key in furtherCounts.keys where key.node == node {
            // In the order of their slots, because a dictionary has no order.
            scenes.append(key.scene)
            var index = scenes.count - 1
            while index > first, scenes[index - 1] > scenes[index] {
                scenes.swapAt(index - 1, index)
                index -= 1
            }
        }
        let own = nodes[node].liveScene
        if !own.isNone, !scenes.contains(own) { scenes.append(own) }
        return scenes
    }

    private func coveringCount(of node: Slot, _ scene: Slot) -> Int32 {
        if nodes[node].scene == scene { return nodes[node].coveringCount }
        return furtherCounts.isEmpty ? 0 : furtherCounts[Key(node: node, scene: scene), default: 0]
    }

    /// Changes the count of a node, and propagates the change to the nodes around it.
    ///
    /// - Returns: The live page that becomes covered or uncovered; `none` if there is none. The propagation ends at that page,
    ///   because a live page counts in its container anyway.
    private mutating func addCovering(_ difference: Int32, in node: Slot, _ scene: Slot) -> Slot {
        var current = node
        while !current.isNone {
            let before = coveringCount(of: current, scene)
            set(before + difference, current, scene)
            guard before == 0 || before + difference == 0 else { break }
            if nodes[current].liveScene == scene { return nodes[current].component }
            current = nodes[current].parent
        }
        return .none
    }

    private mutating func set(_ count: Int32, _ node: Slot, _ scene: Slot) {
        if nodes[node].scene == scene || (nodes[node].coveringCount == 0 && furtherCount(node, scene) == nil) {
            nodes[node].scene = count == 0 ? .none : scene
            nodes[node].coveringCount = count
        } else {
            furtherCounts[Key(node: node, scene: scene)] = count == 0 ? nil : count
        }
    }

    private func furtherCount(_ node: Slot, _ scene: Slot) -> Int32? {
        furtherCounts.isEmpty ? nil : furtherCounts[Key(node: node, scene: scene)]
    }

    func copy() -> Containment {
        var copy = Containment()
        copy.nodes = nodes.copy()
        (copy.free, copy.furtherCounts) = (free, furtherCounts)
        return copy
    }
}
