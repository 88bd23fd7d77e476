import NavigationTraces

/// The pages and containers in the windows of a simulated app (SIM-001).
///
/// Each node has a slot, and stores the slots of its parent and of its children.
package struct ScreenTree: Sendable {
    /// The number of a node, in the order of creation.
    package typealias Slot = Int

    package enum Kind: Sendable {
        case page, group, stack, tabs, pager, split
    }

    package struct Node: Sendable {
        package let kind: Kind
        /// The page itself, or the untracked page that stands for a container.
        package let page: SimulatedPage
        let scene: String
        var parent: Slot?
        package var children: [Slot] = []
        package var selected = 0
        /// The name of the node's component in the trace; `nil` while the node has no component.
        package var component: String?
        var isDestroyed = false
        var wasShown = false
        /// Whether the node is a pane of a split, and hidden.
        var isHidden = false
        /// Whether a deep push skipped the node and the user has not returned to it since.
        var wasPassed = false
    }

    private var nodes: [Slot: Node] = [:]
    private var count = 0

    package subscript(slot: Slot) -> Node {
        get {
            guard let node = nodes[slot] else { preconditionFailure("no node at \(slot)") }
            return node
        }
        set { nodes[slot] = newValue }
    }

    var newestFirst: [Slot] { nodes.keys.sorted(by: >) }

    /// Adds a view with everything in it. Returns the slot of the view's node.
    mutating func add(_ view: SimulatedView, in scene: String, under parent: Slot? = nil) -> Slot {
        switch view {
        case .page(let page): add(.page, page, [], scene, parent)
        case .group(let page, let views): add(.group, page, views, scene, parent)
        case .stack(let views): add(.stack, .untracked("stack"), views, scene, parent)
        case .tabs(let views): add(.tabs, .untracked("tabs"), views, scene, parent)
        case .pager(let views): add(.pager, .untracked("pager"), views, scene, parent)
        case .split(let views): add(.split, .untracked("split"), views, scene, parent)
        case .collapsedSplit(let views): addCollapsed(views, scene, parent)
        }
    }

    /// Copies a node with everything in it. The copies have no components yet. Returns the slot of the copy.
    mutating func copy(_ slot: Slot, under parent: Slot?) -> Slot {
        let node = self[slot]
        let copy = add(node.kind, node.page, [], node.scene, parent)
        self[copy].selected = node.selected
        self[copy].isHidden = node.isHidden
        for child in node.children {
            let child = self.copy(child, under: copy)
            self[copy].children.append(child)
        }
        return copy
    }

    private mutating func addCollapsed(_ views: [SimulatedView], _ scene: String, _ parent: Slot?) -> Slot {
        let split = add(.split, .untracked("split"), views, scene, parent)
        for pane in self[split].children.dropLast() { self[pane].isHidden = true }
        return split
    }

    private mutating func add(
        _ kind: Kind, _ page: SimulatedPage, _ views: [SimulatedView], _ scene: String, _ parent: Slot?
    ) -> Slot {
        count += 1
        let slot = count
        nodes[slot] = Node(kind: kind, page: page, scene: scene, parent: parent)
        for view in views {
            let child = add(view, in: scene, under: slot)
            self[slot].children.append(child)
        }
        return slot
    }

    mutating func remove(_ slot: Slot) {
        for child in self[slot].children { remove(child) }
        nodes[slot] = nil
    }

    /// Returns the children that are visible when their parent is visible (SIM-001).
    func seenChildren(of slot: Slot) -> [Slot] {
        let node = self[slot]
        switch node.kind {
        case .page, .group: return node.children
        case .split: return node.children.filter { !self[$0].isHidden }
        case .stack: return node.children.suffix(1)
        case .tabs, .pager: return node.children.indices.contains(node.selected) ? [node.children[node.selected]] : []
        }
    }

    /// Returns a node and everything in it that is visible when the node is visible.
    ///
    /// Containers come before their parts, or after them with `partsFirst`.
    func seen(in slot: Slot, partsFirst: Bool = false) -> [Slot] {
        let parts = seenChildren(of: slot).flatMap { seen(in: $0, partsFirst: partsFirst) }
        return partsFirst ? parts + [slot] : [slot] + parts
    }

    func all(in slot: Slot) -> [Slot] {
        [slot] + self[slot].children.flatMap { all(in: $0) }
    }

    /// Returns the innermost visible node of a kind that meets a condition.
    ///
    /// Returns the last one of several such nodes beside each other; `nil` without such a node.
    func innermost(_ kind: Kind, in slot: Slot, where holds: (Node) -> Bool = { _ in true }) -> Slot? {
        for child in seenChildren(of: slot).reversed() {
            if let found = innermost(kind, in: child, where: holds) { return found }
        }
        return self[slot].kind == kind && holds(self[slot]) ? slot : nil
    }

    /// Returns the innermost node in front of the user, which is the last visible child at each level.
    func front(of slot: Slot) -> Slot {
        seenChildren(of: slot).last.map { front(of: $0) } ?? slot
    }
}
