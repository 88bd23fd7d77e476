import PageViewLifecycle

/// One input of a tree to its engine.
enum PageTreeReport: Sendable {
    case event(NavigationEvent)
    case declare(PageViewNotifier, for: ComponentID)
    case state(PageState, of: PageViewNotifier)
}

/// The pages of a tree: what their views have declared, and what has been reported of them.
///
/// Reached inside the tree's lock alone. It collects changes until the tree settles. Then it reports the difference between what was
/// reported before and what holds now, in the order of rule DV-003.
struct PageTreeState {
    typealias Key = UInt64

    var nodes: [Key: PageTreeNode] = [:]
    private var keyCount: Key = 0
    /// The nodes that have changed since the last timing, in order. Here and below a node may be there more than once.
    private var changed: [PageTreeNode] = []
    /// The nodes that have come in front of the user since then, unless a later change has taken that back.
    private var coming: [PageTreeNode] = []
    /// The nodes whose container has been declared since then, or was refused in the last timing.
    private var moved: [PageTreeNode] = []

    // MARK: Changes. Each returns whether it has changed anything.

    mutating func insert(_ page: DeclaredPage, in parent: Key?, _ visibility: PageVisibility) -> Key {
        keyCount += 1
        let node = PageTreeNode(keyCount, page, in: parent, visibility)
        nodes[keyCount] = node
        moved.append(node)
        note(node, isComing: visibility.isAppeared)
        return keyCount
    }

    mutating func update(_ key: Key, _ page: DeclaredPage, in parent: Key?) -> Bool {
        guard let node = nodes[key], page != node.page || parent != node.declaredParent else { return false }
        let before = node.identity
        if parent != node.declaredParent {
            (node.declaredParent, node.isParentRefused) = (parent, false)
            moved.append(node)
        }
        node.declare(page)
        return note(node, isComing: node.visibility.isAppeared && node.identity != before)
    }

    mutating func changeVisibility(_ key: Key, _ change: (inout PageVisibility) -> Void) -> Bool {
        guard let node = nodes[key] else { return false }
        let before = node.visibility
        change(&node.visibility)
        return node.visibility != before && note(node, isComing: node.visibility.isAppeared)
    }

    mutating func remove(_ key: Key) -> Bool {
        guard let node = nodes[key] else { return false }
        node.isGone = true
        return note(node, isComing: false)
    }

    @discardableResult
    private mutating func note(_ node: PageTreeNode, isComing: Bool) -> Bool {
        changed.append(node)
        if isComing { coming.append(node) }
        return true
    }

    /// Takes note that a scene has closed: the engine has detached the components in it.
    func close(_ scene: SceneID, _ own: SceneID) {
        for node in nodes.values { node.close(scene, own) }
    }

    // MARK: ReportTiming

    /// The reports of what has changed since the last timing.
    mutating func settle(_ lifecycle: LifecycleNotifier, _ own: SceneID) -> [PageTreeReport] {
        guard !changed.isEmpty else { return [] }
        var reports: [PageTreeReport] = []
        var (affected, shown) = (changed + moved, coming)
        let refused = settlePlaces(of: moved)
        (changed, coming) = ([], [])
        for node in affected where node.leave() {
            // The pages inside get another container.
            affected += node.content.sorted().compactMap { nodes[$0] }
        }
        affected = containersFirst(affected)
        shown = containersFirst(shown)
        releaseNotifiers(of: affected, &reports)
        for node in affected {
            let keepsContent = node.content.contains { nodes[$0]?.isGone == false }
            node.introduce(keepsContent: keepsContent, lifecycle, own, &reports)
        }
        for node in refused { reportRefusal(of: node, &reports) }
        for node in shown { node.show(&reports) }
        // Containers first: nothing is revealed that disappears next.
        for node in affected { node.hide(own, &reports) }
        for node in affected.reversed() {
            node.destroy(&reports)
            if node.isGone { forget(node) }
        }
        // A container that is gone does not become possible.
        moved = refused.filter { node in !node.isGone && node.declaredParent.map { nodes[$0] != nil } == true }
        return reports
    }

    /// Takes each notifier that a component gets now from the component that has had it (rule RD-007).
    private func releaseNotifiers(of affected: [PageTreeNode], _ reports: inout [PageTreeReport]) {
        let taken = Set(affected.compactMap { node in node.newNotifier.map { ObjectIdentifier($0) } })
        guard !taken.isEmpty else { return }
        for node in affected { node.release(taken, &reports) }
    }
}

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
