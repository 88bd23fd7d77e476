import PageViewLifecycle

/// Which page contains which, as the difference of a whole pass (rules DV-003, DV-005).
///
/// Views may declare anything, circles included. Nothing here follows a circle, and no call nests deeper for deeper pages.
extension PageTreeState {
    /// Lets declarations hold, in their order. Returns the pages that would be inside themselves: they stay where they were.
    func settlePlaces(of declared: [PageTreeNode]) -> [PageTreeNode] {
        var refused: [PageTreeNode] = []
        var isSettled: Set<Key> = []
        // The last declaration of each page counts.
        for node in declared.reversed().filter({ isSettled.insert($0.key).inserted }).reversed() {
            guard settlePlace(of: node) else {
                refused.append(node)
                continue
            }
            // This move may have made room for an earlier one.
            while let index = refused.firstIndex(where: { settlePlace(of: $0) }) { refused.remove(at: index) }
        }
        return refused
    }

    /// Moves a page into the container that its view has declared. Returns `false` if it would be inside itself.
    private func settlePlace(of node: PageTreeNode) -> Bool {
        // A page that is gone contains nothing.
        let parent = node.declaredParent.flatMap { nodes[$0] }
        if let parent, isInside(parent, node) { return false }
        node.parent?.content.remove(node.key)
        parent?.content.insert(node.key)
        (node.parent, node.isParentRefused) = (parent, false)
        return true
    }

    /// Whether a page is another one, or inside it.
    private func isInside(_ node: PageTreeNode, _ container: PageTreeNode) -> Bool {
        if node === container { return true }
        // A new page contains nothing, and needs no search.
        guard !container.content.isEmpty else { return false }
        var next = node.parent
        while let current = next, current !== container { next = current.parent }
        return next != nil
    }

    /// Each page once, and each after all that contain it; otherwise in the order given.
    func containersFirst(_ nodes: [PageTreeNode]) -> [PageTreeNode] {
        var ordered: [PageTreeNode] = []
        var isTaken: Set<Key> = []
        for node in nodes {
            var chain: [PageTreeNode] = []
            var next: PageTreeNode? = node
            while let current = next, isTaken.insert(current.key).inserted {
                chain.append(current)
                next = current.parent
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Lets the engine refuse, with its diagnostic, a container that is refused here; once for each declaration.
    func reportRefusal(of node: PageTreeNode, _ reports: inout [PageTreeReport]) {
        guard !node.isParentRefused, let component = node.reported?.component,
            let container = node.declaredParent.flatMap({ nodes[$0]?.reported?.component })
        else { return }
        node.isParentRefused = true
        reports.append(.event(.move(component, into: container)))
    }

    /// Forgets a page that is gone. Its own container contains what is left in it.
    mutating func forget(_ gone: PageTreeNode) {
        nodes[gone.key] = nil
        for child in gone.content { nodes[child]?.parent = gone.parent }
        gone.parent?.content.remove(gone.key)
        gone.parent?.content.formUnion(gone.content)
    }
}
