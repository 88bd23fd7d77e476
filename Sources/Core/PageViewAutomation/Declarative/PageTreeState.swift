import PageViewLifecycle

/// The nodes of a page tree, and the changes that the tree has not reported yet. The tree's lock precedes those of notifiers and
/// engines.
struct PageTreeState {
    typealias Key = UInt64

    let core: EngineCore
    let scene: SceneID
    private(set) var nodes: [Key: PageTreeNode] = [:]
    private var lastKey: Key = 0
    private var changed: [Key] = []
    /// The changed nodes that became visible, or another page while they were visible, in this order.
    private var appearing: [Key] = []
    private var removed: [Key] = []
    /// The nodes whose declared container is not the actual one, in the order of the declarations.
    private var moved: [Key] = []
    var passCount = 0
    /// Whether the closure of a deferred timing has been called, and the tree has not reported since.
    var isScheduled = false

    init(core: EngineCore, scene: SceneID) { (self.core, self.scene) = (core, scene) }

    var hasChanges: Bool { !changed.isEmpty }
    func component(of key: Key?) -> ComponentID? { key.flatMap { nodes[$0]?.reported?.component } }

    // MARK: Changes

    mutating func insert(_ page: DeclaredPage, in container: Key?, _ visibility: PageVisibility) -> Key {
        lastKey += 1
        nodes[lastKey] = PageTreeNode(
            page: page, identity: page.identity, visibility: visibility, declaredContainer: container)
        moved.append(lastKey)
        markChanged(lastKey, isAppearing: visibility.isAppeared)
        return lastKey
    }

    mutating func update(_ key: Key, _ page: DeclaredPage, in container: Key?) {
        guard var node = nodes[key], page != node.page || container != node.declaredContainer else { return }
        if container != node.declaredContainer {
            (node.declaredContainer, node.isRejected) = (container, false)
            moved.removeAll { $0 == key }
            moved.append(key)
        }
        // The engine rejects a blank name, so a blank name does not make another page (RD-009).
        let identity = page.identity ?? node.identity
        markChanged(key, isAppearing: node.visibility.isAppeared && identity != node.identity)
        (node.page, node.identity) = (page, identity)
        nodes[key] = node
    }

    mutating func changeVisibility(of key: Key, _ change: (inout PageVisibility) -> Void) {
        guard var visibility = nodes[key]?.visibility else { return }
        change(&visibility)
        guard visibility != nodes[key]?.visibility else { return }
        if visibility.level != nodes[key]?.visibility.level { changed += nodes[key]?.content.sorted() ?? [] }
        nodes[key]?.visibility = visibility
        markChanged(key, isAppearing: visibility.isAppeared)
    }

    mutating func remove(_ key: Key) {
        removed.append(key)
        markChanged(key)
    }

    private mutating func markChanged(_ key: Key, isAppearing: Bool = false) {
        changed.append(key)
        if isAppearing { appearing.append(key) }
    }

    /// The engine has ended the appearances in a closed scene, and detached the components.
    mutating func close(_ scene: SceneID) {
        for (key, node) in nodes
        where node.visibility.scene(in: self.scene) == scene || node.reported?.scene == scene {
            nodes[key]?.reported?.close(scene)
            nodes[key]?.visibility.close()
        }
    }

    // MARK: Reports

    /// Reports the pending changes as one update (DV-003). The caller then delivers the records.
    mutating func report() {
        var update = PageTreeUpdate(of: core)
        applyContainers()
        let ended = assignComponents(&update)
        // In this order, no move makes a cycle on the way, and a container counts before its content.
        let keys = containersFirst(appearing + changed)
        // Read before a node changes, because with library evolution the call below accesses the whole state.
        let scene = scene
        for key in keys {
            let container = component(of: isPresented(key) ? nil : nodes[key]?.container)
            nodes[key]?.reportPlace(in: scene, inside: container, &update)
        }
        reportRejections(&update)
        // The content of an ended component has moved out, so it does not end with it.
        for page in ended { update.core.apply(.component(page.component, .destroy, scene: nil)) }
        releaseNotifiers(of: keys, &update)
        for key in keys { nodes[key]?.reportAppearance(&update) }
        update.commit()
        for key in keys { nodes[key]?.reportLeaving(&update) }
        update.commit()
        (changed, appearing, removed) = ([], [], [])
    }

    /// Gives each changed node its component: the one that it has, that of a removed node, or a new one (DV-008).
    ///
    /// Content whose container gets another component counts as changed. Returns the components that end.
    private mutating func assignComponents(_ update: inout PageTreeUpdate) -> [ReportedPage] {
        var (left, replaced): ([ReportedPage], [ReportedPage]) = ([], [])
        for key in removed {
            guard let node = nodes[key] else { continue }
            if let page = node.reported { left.append(page) }
            // The content is inside the node's container from then on (DV-005).
            for part in node.content.sorted() { move(part, into: node.container) }
            move(key, into: nil)
            nodes[key] = nil
        }
        for key in changed {
            guard var node = nodes[key] else { continue }
            if let page = node.reported, page.identity != nil, page.identity != node.identity {
                replaced.append(page)
                node.reported = nil
                changed += node.content.sorted()
            }
            if node.reported == nil {
                let window = node.visibility.scene(in: scene)
                let index = left.firstIndex { $0.isContinued(by: node, in: window) }
                node.reported = index.map { left.remove(at: $0) } ?? ReportedPage(in: window, scene, &update)
            }
            node.reported?.identity = node.identity
            nodes[key] = node
        }
        return replaced + left
    }

    /// Takes the notifiers from the components that lose them in this pass, so that none has two components (RD-007).
    private mutating func releaseNotifiers(of keys: [Key], _ update: inout PageTreeUpdate) {
        let changing = keys.filter { nodes[$0]?.page.notifier !== nodes[$0]?.reported?.page?.notifier }
        let taken = changing.compactMap { nodes[$0]?.page.notifier }
        for key in changing {
            if let lost = nodes[key]?.reported?.page?.notifier, taken.contains(where: { $0 === lost }) {
                nodes[key]?.reported?.declare(DeclaredPage(lost.state), &update)
            }
        }
    }
}

/// The containment of pages (DV-005). Views may declare cycles, so no function here loops in a cycle, and none recurses.
extension PageTreeState {
    /// Applies the earliest possible declaration until none is possible.
    private mutating func applyContainers() {
        while let index = moved.firstIndex(where: { !isInside(existingContainer(of: $0), $0) }) {
            let key = moved.remove(at: index)
            move(key, into: existingContainer(of: key))
        }
    }

    /// Returns whether a view is presented over its container, which is then not its container for the engine.
    private func isPresented(_ key: Key) -> Bool {
        guard let node = nodes[key], let container = node.container else { return false }
        return node.visibility.level > (nodes[container]?.visibility.level ?? 0)
    }

    private mutating func move(_ key: Key, into container: Key?) {
        if let old = nodes[key]?.container { nodes[old]?.content.remove(key) }
        if let container { nodes[container]?.content.insert(key) }
        nodes[key]?.container = container
        changed.append(key)
    }

    private func existingContainer(of key: Key) -> Key? {
        nodes[key]?.declaredContainer.flatMap { nodes[$0] == nil ? nil : $0 }
    }

    /// Returns whether a node is the container itself, or inside the container.
    private func isInside(_ key: Key?, _ container: Key) -> Bool {
        var next = key
        while let current = next, current != container { next = nodes[current]?.container }
        return next != nil
    }

    /// Returns each existing node once, after all its containers, and otherwise in the order of the list.
    private func containersFirst(_ keys: [Key]) -> [Key] {
        var (ordered, visited): ([Key], Set<Key>) = ([], [])
        for key in keys where nodes[key] != nil {
            var chain: [Key] = []
            var next: Key? = key
            while let current = next, visited.insert(current).inserted {
                chain.append(current)
                next = nodes[current]?.container
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Reports each rejected container once, so that the engine emits `parentCycle`.
    private mutating func reportRejections(_ update: inout PageTreeUpdate) {
        // A removed container never becomes possible.
        moved = moved.filter { existingContainer(of: $0) != nil }
        for key in moved where nodes[key]?.isRejected == false {
            guard let component = component(of: key) else { continue }
            nodes[key]?.isRejected = true
            update.core.apply(.move(component, into: self.component(of: existingContainer(of: key))))
        }
    }
}
