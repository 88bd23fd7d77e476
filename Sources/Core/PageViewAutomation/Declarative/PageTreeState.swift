import PageViewLifecycle

/// The nodes of a page tree, and the changes that the tree has not reported yet.
///
/// Used only under the tree's lock, which precedes the locks of notifiers and engines.
struct PageTreeState {
    typealias Key = UInt64

    var nodes: [Key: PageTreeNode] = [:]
    /// The last number that was used as a key or as an order.
    private var count: UInt64 = 0
    /// The nodes that have changed since the last report, each at least once.
    private var changed: [Key] = []
    /// The nodes whose declared container does not hold yet, in the order of the declarations.
    var moved: [Key] = []

    // MARK: Changes

    mutating func insert(_ page: DeclaredPage, in parent: Key?, _ visibility: PageVisibility) -> Key {
        count += 1
        let key = count
        nodes[key] = PageTreeNode(page, in: parent, visibility)
        moved.append(key)
        markChanged(key, isAppearing: visibility.isAppeared)
        return key
    }

    /// Sets the page that a view declares. Returns whether it differs from the last one.
    mutating func update(_ key: Key, _ page: DeclaredPage, in parent: Key?) -> Bool {
        guard var node = nodes[key], page != node.page || parent != node.declaredParent else { return false }
        if parent != node.declaredParent {
            (node.declaredParent, node.hasReportedRejection) = (parent, false)
            moved.removeAll { $0 == key }
            moved.append(key)
        }
        let before = node.identity
        node.declare(page)
        nodes[key] = node
        return markChanged(key, isAppearing: node.visibility.isAppeared && node.identity != before)
    }

    /// Changes the visibility of a node. Returns whether it differs from the last one.
    mutating func changeVisibility(_ key: Key, _ change: (inout PageVisibility) -> Void) -> Bool {
        guard var visibility = nodes[key]?.visibility else { return false }
        change(&visibility)
        guard visibility != nodes[key]?.visibility else { return false }
        nodes[key]?.visibility = visibility
        return markChanged(key, isAppearing: visibility.isAppeared)
    }

    /// Removes a node with the next report. Returns whether it exists.
    mutating func remove(_ key: Key) -> Bool {
        guard nodes[key] != nil else { return false }
        nodes[key]?.isRemoved = true
        return markChanged(key, isAppearing: false)
    }

    @discardableResult
    private mutating func markChanged(_ key: Key, isAppearing: Bool) -> Bool {
        changed.append(key)
        if isAppearing, nodes[key]?.order == .max {
            count += 1
            nodes[key]?.order = count
        }
        return true
    }

    /// Records that a scene has closed. The engine has ended the appearances there and detached the components.
    mutating func close(_ scene: SceneID, _ own: SceneID) {
        for key in nodes.keys { nodes[key]?.close(scene, own) }
    }

    // MARK: Reports

    /// Reports the pending changes as one update (DV-003). The caller then delivers the records.
    mutating func report(to core: EngineCore, in own: SceneID) {
        guard !changed.isEmpty else { return }
        var update = PageTreeUpdate(of: core)
        var affected = changed + applyContainers()
        let ended = assignComponents(own, &affected, &update)
        // In this order, no move makes a cycle on the way, and a container counts before its content.
        affected = containersFirst(affected)
        let leaving = Set(affected.filter { nodes[$0]?.isLeaving(own) == true })
        for key in affected {
            let container = nodes[key]?.parent.flatMap { nodes[$0]?.reported?.component }
            nodes[key]?.reportPlace(in: container, own, &update)
        }
        for key in moved { reportRejection(of: key, &update) }
        // The content of an ended component has moved out, so it does not end with it.
        for page in ended { update.apply(.component(page.component, .destroy, scene: nil)) }
        releaseNotifiers(of: affected, &update)
        for key in affected {
            if !leaving.contains(key) { nodes[key]?.reportPage(&update) }
            nodes[key]?.reportVisibility(&update)
        }
        update.commit()
        // The user did not see what a page declares in the pass in which it disappears.
        for key in affected where leaving.contains(key) { nodes[key]?.reportPage(&update) }
        update.commit()
        for key in changed { nodes[key]?.order = .max }
        changed = []
        // A removed container never becomes possible.
        moved = moved.filter { nodes[$0]?.declaredParent.map { nodes[$0] != nil } == true }
    }

    /// Gives each changed node its component: the one that it has, that of a removed node, or a new one (DV-008).
    ///
    /// - Parameter affected: The function appends the content of nodes whose component changes.
    /// - Returns: The components that end.
    private mutating func assignComponents(
        _ own: SceneID, _ affected: inout [Key], _ update: inout PageTreeUpdate
    ) -> [ReportedPage] {
        var (replaced, left): ([ReportedPage], [ReportedPage]) = ([], [])
        for key in changed {
            guard let node = nodes[key], node.isRemoved || node.isAnotherPage else { continue }
            affected += node.content
            if node.isRemoved {
                if let page = node.reported { left.append(page) }
                forget(key)
            } else {
                if let page = node.reported { replaced.append(page) }
                nodes[key]?.reported = nil
            }
        }
        for key in changed {
            guard let node = nodes[key] else { continue }
            if node.reported == nil {
                let scene = node.visibility.scene(in: own)
                let index = left.firstIndex { $0.isContinued(by: node, in: scene) }
                nodes[key]?.reported = index.map { left.remove(at: $0) } ?? ReportedPage(in: scene, own, &update)
            }
            nodes[key]?.reported?.identity = node.identity
        }
        return replaced + left
    }

    /// Takes the notifiers from the components that lose them in this pass, so that none has two components (RD-007).
    private mutating func releaseNotifiers(of affected: [Key], _ update: inout PageTreeUpdate) {
        let taken = affected.compactMap { nodes[$0]?.newNotifier }
        guard !taken.isEmpty else { return }
        for key in affected {
            guard let node = nodes[key], let notifier = node.reported?.notifier, node.page.notifier !== notifier,
                taken.contains(where: { $0 === notifier })
            else { continue }
            nodes[key]?.reported?.declare(DeclaredPage(notifier.state), &update)
        }
    }
}

/// The containment of pages (DV-005).
///
/// Views may declare cycles. The functions here never loop in a cycle, and never recurse.
extension PageTreeState {
    /// Applies the earliest possible declaration until none is possible. Returns the moved nodes.
    private mutating func applyContainers() -> [Key] {
        var applied: [Key] = []
        while let index = moved.firstIndex(where: { !isInside(container(of: $0), $0) }) {
            let key = moved.remove(at: index)
            applied.append(key)
            let parent = container(of: key)
            if let old = nodes[key]?.parent { nodes[old]?.content.remove(key) }
            if let parent { nodes[parent]?.content.insert(key) }
            nodes[key]?.parent = parent
            nodes[key]?.hasReportedRejection = false
        }
        return applied
    }

    /// Returns the declared container of a node, if that exists.
    private func container(of key: Key) -> Key? {
        nodes[key]?.declaredParent.flatMap { nodes[$0] == nil ? nil : $0 }
    }

    /// Returns whether a node is the container itself, or inside the container.
    private func isInside(_ key: Key?, _ container: Key) -> Bool {
        var next = key
        while let current = next, current != container { next = nodes[current]?.parent }
        return next != nil
    }

    /// Returns each existing node once, after all its containers, and otherwise in the order in which the nodes were shown.
    private func containersFirst(_ keys: [Key]) -> [Key] {
        var ordered: [Key] = []
        var visited: Set<Key> = []
        for (_, key) in keys.compactMap({ key in nodes[key].map { ($0.order, key) } }).sorted(by: <) {
            var chain: [Key] = []
            var next: Key? = key
            while let current = next, visited.insert(current).inserted {
                chain.append(current)
                next = nodes[current]?.parent
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Reports a rejected container, so that the engine emits `parentCycle`; once for each declaration.
    private mutating func reportRejection(of key: Key, _ update: inout PageTreeUpdate) {
        guard let node = nodes[key], !node.hasReportedRejection, let component = node.reported?.component,
            let container = container(of: key).flatMap({ nodes[$0]?.reported?.component })
        else { return }
        nodes[key]?.hasReportedRejection = true
        update.apply(.move(component, into: container))
    }

    /// Forgets a removed node. Its content is inside the node's container from then on (DV-005).
    private mutating func forget(_ key: Key) {
        guard let removed = nodes.removeValue(forKey: key) else { return }
        for part in removed.content { nodes[part]?.parent = removed.parent }
        guard let parent = removed.parent else { return }
        nodes[parent]?.content.remove(key)
        nodes[parent]?.content.formUnion(removed.content)
    }
}
