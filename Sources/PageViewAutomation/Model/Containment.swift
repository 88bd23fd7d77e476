/// Which component contains which, and which of them contain live pages (QU-002).
///
/// Only components that have or are a container have a node. A node counts its children that are, or contain, a live page,
/// for each scene. A change goes up as long as a number changes between 0 and 1. So neither nested pages nor large containers are
/// walked. The node of a destroyed container stays as long as it has children. They are inside its own container from then on, and
/// need no update.
struct Containment: ~Copyable, Sendable {
    // Not private: the compiler does not build a private type in a noncopyable one without optimisation.
    struct Node {
        /// The component; `none` once it is destroyed.
        var component: Slot
        var parent = Slot.none
        var childCount: Int32 = 0
        /// The component's own live page counts for its container, in this scene.
        var liveScene = Slot.none
        /// The first scene in which children are or contain live pages, and their number.
        var scene = Slot.none
        var coveringCount: Int32 = 0
    }

    /// A further scene of a node: pages of one container are in several scenes.
    struct Key: Hashable {
        let node: Slot
        let scene: Slot
    }

    private var nodes = SlotTable<Node>()
    private var free: [Slot] = []
    private var furtherCounts: [Key: Int32] = [:]

    /// Whether no component has a container.
    var isEmpty: Bool { nodes.count == 0 }

    // MARK: Containers

    /// Makes the node of a component.
    mutating func makeNode(for component: Slot) -> Slot {
        if let slot = free.popLast() {
            nodes[slot] = Node(component: component)
            return slot
        }
        nodes.append(Node(component: component))
        return Slot(nodes.count - 1)
    }

    /// The component that contains the component of a node.
    func parent(of node: Slot) -> Slot {
        guard !node.isNone else { return .none }
        let parent = container(of: node)
        return parent.isNone ? .none : nodes[parent].component
    }

    /// The node around another one; not that of a destroyed component.
    private func container(of node: Slot) -> Slot {
        var parent = nodes[node].parent
        while !parent.isNone, nodes[parent].component.isNone { parent = nodes[parent].parent }
        return parent
    }

    /// Whether a node is another one, or inside it.
    func isInside(_ node: Slot, _ container: Slot) -> Bool {
        // A node without children contains nothing; this is the common case and needs no walk.
        guard node == container || nodes[container].childCount > 0 else { return false }
        var at = node
        while !at.isNone {
            if at == container { return true }
            at = nodes[at].parent
        }
        return false
    }

    /// A live page that becomes covered or uncovered.
    struct Change {
        let component: Slot
        let isCovered: Bool
    }

    /// Puts a node into another one, or into none.
    ///
    /// - Returns: The pages around it that become covered or uncovered. Numbers are incremented before others are decremented, so
    ///   a page around both places is not among them.
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

    /// Takes note that the component of a node is destroyed; it is not live.
    mutating func end(_ node: Slot) {
        nodes[node].component = .none
        freeIfUnused(node)
    }

    private mutating func freeIfUnused(_ node: Slot) {
        var at = node
        while !at.isNone, nodes[at].component.isNone, nodes[at].childCount == 0 {
            let parent = nodes[at].parent
            nodes[at] = Node(component: .none)
            free.append(at)
            if !parent.isNone { nodes[parent].childCount -= 1 }
            at = parent
        }
    }

    // MARK: Live pages

    /// Whether the component of a node contains a live page of this scene.
    func isCovered(_ node: Slot, in scene: Slot) -> Bool { !node.isNone && coveringCount(of: node, scene) > 0 }

    /// Takes note that the component of a node is a live page of a scene from now on.
    ///
    /// - Returns: The live page around it that is covered from now on; `none` if there is none.
    mutating func beginPage(_ node: Slot, in scene: Slot) -> Slot {
        let wasCovering = coveringCount(of: node, scene) > 0
        nodes[node].liveScene = scene
        return wasCovering ? .none : addCovering(1, in: nodes[node].parent, scene)
    }

    /// Takes note that the component of a node is a live page no more.
    ///
    /// - Returns: The live page around it that is not covered any more; `none` if there is none.
    mutating func endPage(_ node: Slot) -> Slot {
        let scene = nodes[node].liveScene
        nodes[node].liveScene = .none
        return coveringCount(of: node, scene) > 0 ? .none : addCovering(-1, in: nodes[node].parent, scene)
    }

    /// The scenes for which a node counts in its container.
    private func coveringScenes(of node: Slot) -> [Slot] {
        var scenes: [Slot] = []
        if nodes[node].coveringCount > 0 { scenes.append(nodes[node].scene) }
        if !furtherCounts.isEmpty {
            scenes += furtherCounts.keys.filter { $0.node == node }.map { $0.scene }.sorted()
        }
        let own = nodes[node].liveScene
        if !own.isNone, !scenes.contains(own) { scenes.append(own) }
        return scenes
    }

    private func coveringCount(of node: Slot, _ scene: Slot) -> Int32 {
        if nodes[node].scene == scene { return nodes[node].coveringCount }
        return furtherCounts.isEmpty ? 0 : furtherCounts[Key(node: node, scene: scene), default: 0]
    }

    /// Changes the number of a node's covering children, and of the nodes around it as far as that makes a difference.
    ///
    /// - Returns: The live page that is covered from now on, or no more. The way up ends there, because a live page counts in its
    ///   container by itself.
    private mutating func addCovering(_ difference: Int32, in node: Slot, _ scene: Slot) -> Slot {
        var at = node
        while !at.isNone {
            let before = coveringCount(of: at, scene)
            set(before + difference, at, scene)
            guard before == 0 || before + difference == 0 else { break }
            if nodes[at].liveScene == scene { return nodes[at].component }
            at = nodes[at].parent
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
