import NavigationTraces

/// What the windows of a simulated app hold: pages and containers, each in a place of its own.
package struct ScreenTree: Sendable {
    /// A place in the tree.
    package typealias Place = Int

    package enum Kind: Sendable {
        case page, group, stack, tabs, pager, split
    }

    package struct Node: Sendable {
        package let kind: Kind
        /// The page it is or, of a container, what its component is.
        package let page: SimulatedPage
        let scene: String
        var parent: Place?
        package var children: [Place] = []
        /// The child that is seen of tabs and pagers.
        package var selected = 0
        /// The component's name, as long as there is one.
        var component: String?
        /// Whether it was reported to be gone for good, in a transition that is not over.
        var isDestroyed = false
        /// Whether it was in front of the user before.
        var wasShown = false
        /// Whether it is a pane that is out of sight.
        var isHidden = false
        /// Whether it was announced beside a page that is.
        var isPrepared = false
        /// Whether it was passed over in a deep push, and nobody has come back to it since.
        var wasPassed = false
        /// Grows with each node that is made.
        package let number: Int
    }

    private var nodes: [Node?] = []
    private var free: [Place] = []
    private var count = 0

    package subscript(place: Place) -> Node {
        get {
            guard let node = nodes[place] else { preconditionFailure("no node at \(place)") }
            return node
        }
        set { nodes[place] = newValue }
    }

    /// All places that hold something, the newest first.
    var newestFirst: [Place] {
        nodes.indices.filter { nodes[$0] != nil }.sorted { self[$0].number > self[$1].number }
    }

    /// Puts a view into the tree, with all that is in it.
    mutating func add(_ view: SimulatedView, in scene: String, under parent: Place? = nil) -> Place {
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

    /// Puts a second one of what is in a place into the tree, of which nothing was reported yet; what is seen of it is the same.
    mutating func copy(_ place: Place, under parent: Place?) -> Place {
        let node = self[place]
        let copy = add(node.kind, node.page, [], node.scene, parent)
        self[copy].selected = node.selected
        self[copy].isHidden = node.isHidden
        self[copy].children = []
        for child in node.children {
            let child = self.copy(child, under: copy)
            self[copy].children.append(child)
        }
        return copy
    }

    private mutating func addCollapsed(_ views: [SimulatedView], _ scene: String, _ parent: Place?) -> Place {
        let split = add(.split, .untracked("split"), views, scene, parent)
        for pane in self[split].children.dropLast() { self[pane].isHidden = true }
        return split
    }

    private mutating func add(
        _ kind: Kind, _ page: SimulatedPage, _ views: [SimulatedView], _ scene: String, _ parent: Place?
    ) -> Place {
        count += 1
        let node = Node(kind: kind, page: page, scene: scene, parent: parent, number: count)
        let place: Place
        if let known = free.popLast() {
            place = known
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        for view in views {
            let child = add(view, in: scene, under: place)
            self[place].children.append(child)
        }
        return place
    }

    /// Takes a place out of the tree, with all that is in it.
    mutating func remove(_ place: Place) {
        for child in self[place].children { remove(child) }
        nodes[place] = nil
        free.append(place)
    }

    /// The children of a node that are seen when it is.
    func seenChildren(of place: Place) -> [Place] {
        let node = self[place]
        switch node.kind {
        case .page, .group: return node.children
        case .split: return node.children.filter { !self[$0].isHidden }
        case .stack: return node.children.suffix(1)
        case .tabs, .pager: return node.children.indices.contains(node.selected) ? [node.children[node.selected]] : []
        }
    }

    /// A node and all in it that is seen when it is; what contains comes first, or last.
    func seen(in place: Place, partsFirst: Bool = false) -> [Place] {
        let parts = seenChildren(of: place).flatMap { seen(in: $0, partsFirst: partsFirst) }
        return partsFirst ? parts + [place] : [place] + parts
    }

    /// A node and all in it; what contains comes first.
    func all(in place: Place) -> [Place] {
        [place] + self[place].children.flatMap { all(in: $0) }
    }

    /// The innermost node of a kind that is seen and of which this holds, the last beside each other first.
    func innermost(_ kind: Kind, in place: Place, where holds: (Node) -> Bool = { _ in true }) -> Place? {
        for child in seenChildren(of: place).reversed() {
            if let found = innermost(kind, in: child, where: holds) { return found }
        }
        return self[place].kind == kind && holds(self[place]) ? place : nil
    }

    /// The page that is in front: the last one, as deep as it goes.
    func front(of place: Place) -> Place {
        seenChildren(of: place).last.map { front(of: $0) } ?? place
    }
}
