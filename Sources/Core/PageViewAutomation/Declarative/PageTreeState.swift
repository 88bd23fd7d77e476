import PageViewLifecycle

/// One report of a tree to its engine (DV-003).
enum PageTreeReport: Sendable {
    case event(NavigationEvent)
    case declare(PageViewNotifier, for: ComponentID)
    case state(PageState, of: PageViewNotifier)
}

/// The nodes of a page tree, and their pending changes.
///
/// Used only under the tree's lock. It collects changes until the end of a pass. Then it returns the difference between the
/// reported state and the new one, as reports in the order of rule DV-003.
struct PageTreeState {
    typealias Key = UInt64

    var nodes: [Key: PageTreeNode] = [:]
    private var keyCount: Key = 0
    /// The nodes that have changed since the last reports, in order. In this list and the next two, a node may occur repeatedly.
    private var changed: [PageTreeNode] = []
    /// The nodes that have become visible since the last reports. A later change may have hidden them again.
    private var appearing: [PageTreeNode] = []
    /// The nodes whose container has been declared since the last reports, or was rejected in them.
    private var moved: [PageTreeNode] = []

    // MARK: Changes. Each returns whether it changed anything.

    mutating func insert(_ page: DeclaredPage, in parent: Key?, _ visibility: PageVisibility) -> Key {
        keyCount += 1
        let node = PageTreeNode(keyCount, page, in: parent, visibility)
        nodes[keyCount] = node
        moved.append(node)
        markChanged(node, isAppearing: visibility.isAppeared)
        return keyCount
    }

    mutating func update(_ key: Key, _ page: DeclaredPage, in parent: Key?) -> Bool {
        guard let node = nodes[key], page != node.page || parent != node.declaredParent else { return false }
        let before = node.identity
        if parent != node.declaredParent {
            (node.declaredParent, node.hasReportedRejection) = (parent, false)
            moved.append(node)
        }
        node.declare(page)
        return markChanged(node, isAppearing: node.visibility.isAppeared && node.identity != before)
    }

    mutating func changeVisibility(_ key: Key, _ change: (inout PageVisibility) -> Void) -> Bool {
        guard let node = nodes[key] else { return false }
        let before = node.visibility
        change(&node.visibility)
        return node.visibility != before && markChanged(node, isAppearing: node.visibility.isAppeared)
    }

    mutating func remove(_ key: Key) -> Bool {
        guard let node = nodes[key] else { return false }
        node.isRemoved = true
        return markChanged(node, isAppearing: false)
    }

    @discardableResult
    private mutating func markChanged(_ node: PageTreeNode, isAppearing: Bool) -> Bool {
        changed.append(node)
        if isAppearing { appearing.append(node) }
        return true
    }

    /// Records that a scene has closed. The engine detaches the components in it.
    func close(_ scene: SceneID, _ own: SceneID) {
        for node in nodes.values { node.close(scene, own) }
    }

    // MARK: Reports

    /// Returns the reports of the pending changes, and clears these changes.
    mutating func takeReports(_ lifecycle: LifecycleNotifier, _ own: SceneID) -> [PageTreeReport] {
        guard !changed.isEmpty else { return [] }
        var reports: [PageTreeReport] = []
        var (affected, shown) = (changed + moved, appearing)
        let rejected = applyParents(of: moved)
        (changed, appearing) = ([], [])
        for node in affected where node.markEnding() {
            // The content of the node gets another container.
            affected += node.content.sorted().compactMap { nodes[$0] }
        }
        affected = containersFirst(affected)
        shown = containersFirst(shown)
        releaseNotifiers(of: affected, &reports)
        for node in affected {
            let keepsContent = node.content.contains { nodes[$0]?.isRemoved == false }
            node.createOrUpdate(keepsContent: keepsContent, lifecycle, own, &reports)
        }
        for node in rejected { reportRejection(of: node, &reports) }
        for node in shown { node.show(&reports) }
        // Containers first, so that no page is revealed that disappears next.
        for node in affected { node.hide(own, &reports) }
        for node in affected.reversed() {
            node.destroy(&reports)
            if node.isRemoved { forget(node) }
        }
        // A removed container never becomes possible, so a declaration of it is not tried again.
        moved = rejected.filter { node in !node.isRemoved && node.declaredParent.map { nodes[$0] != nil } == true }
        return reports
    }

    /// Replaces each notifier that another component takes over in this pass (rule RD-007).
    private func releaseNotifiers(of affected: [PageTreeNode], _ reports: inout [PageTreeReport]) {
        let taken = Set(affected.compactMap { node in node.newNotifier.map { ObjectIdentifier($0) } })
        guard !taken.isEmpty else { return }
        for node in affected { node.release(taken, &reports) }
    }
}

/// The containment of pages (rules DV-003, DV-005).
///
/// Views may declare cycles. The functions here never loop in a cycle, and never recurse.
extension PageTreeState {
    /// Applies declared containers, in order. Returns the nodes that would be inside themselves; they keep their containers.
    func applyParents(of declared: [PageTreeNode]) -> [PageTreeNode] {
        var rejected: [PageTreeNode] = []
        var visited: Set<Key> = []
        // The last declaration of each node counts.
        for node in declared.reversed().filter({ visited.insert($0.key).inserted }).reversed() {
            guard applyParent(of: node) else {
                rejected.append(node)
                continue
            }
            // This move may make an earlier, rejected one possible.
            while let index = rejected.firstIndex(where: { applyParent(of: $0) }) { rejected.remove(at: index) }
        }
        return rejected
    }

    /// Moves a node into its declared container. Returns `false` if the node would be inside itself.
    private func applyParent(of node: PageTreeNode) -> Bool {
        // A removed node contains nothing.
        let parent = node.declaredParent.flatMap { nodes[$0] }
        if let parent, isInside(parent, node) { return false }
        node.parent?.content.remove(node.key)
        parent?.content.insert(node.key)
        (node.parent, node.hasReportedRejection) = (parent, false)
        return true
    }

    /// Returns whether a node is the container itself, or inside the container.
    private func isInside(_ node: PageTreeNode, _ container: PageTreeNode) -> Bool {
        if node === container { return true }
        // A new node contains nothing and needs no search.
        guard !container.content.isEmpty else { return false }
        var next = node.parent
        while let current = next, current !== container { next = current.parent }
        return next != nil
    }

    /// Returns each node once, after all its containers, and otherwise in the given order.
    func containersFirst(_ nodes: [PageTreeNode]) -> [PageTreeNode] {
        var ordered: [PageTreeNode] = []
        var visited: Set<Key> = []
        for node in nodes {
            var chain: [PageTreeNode] = []
            var next: PageTreeNode? = node
            while let current = next, visited.insert(current.key).inserted {
                chain.append(current)
                next = current.parent
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Reports a rejected container, so that the engine emits `parentCycle`; once for each declaration.
    func reportRejection(of node: PageTreeNode, _ reports: inout [PageTreeReport]) {
        guard !node.hasReportedRejection, let component = node.reported?.component,
            let container = node.declaredParent.flatMap({ nodes[$0]?.reported?.component })
        else { return }
        node.hasReportedRejection = true
        reports.append(.event(.move(component, into: container)))
    }

    /// Forgets a removed node. The node's remaining content moves into the node's container (DV-005).
    mutating func forget(_ removed: PageTreeNode) {
        nodes[removed.key] = nil
        for child in removed.content { nodes[child]?.parent = removed.parent }
        removed.parent?.content.remove(removed.key)
        removed.parent?.content.formUnion(removed.content)
    }
}
