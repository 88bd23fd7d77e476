import PageViewLifecycle

/// What an engine is told of a tree.
enum PageTreeReport: Sendable {
    case event(NavigationEvent)
    case declare(PageViewNotifier, for: ComponentID)
    case state(PageState, of: PageViewNotifier)
}

/// What has been said of the pages of a tree, and what of that has been reported.
///
/// A pure value under its tree's lock. Changes are noted until they are settled; then only the difference between what was
/// reported and what holds now is reported, in the order of rule DV-003.
struct PageTreeState {
    typealias Key = UInt64

    var nodes: [Key: PageTreeNode] = [:]
    private var keys: Key = 0
    /// Counts what has been said of where nodes are.
    private var placements: UInt64 = 0
    /// The nodes about which something has been said since the last settling, in the order of its beginning.
    private var changed: [Key] = []
    /// Those that came up, in the order in which they did.
    private var appearing: [Key] = []
    /// How many passes are under way, one inside the other.
    var passes = 0
    /// Whether somebody has been asked to settle later.
    var isScheduled = false
    var outbox = Outbox<PageTreeReport>()

    // MARK: What is said; each tells whether it is news

    mutating func insert(_ page: DeclaredPage, in parent: Key?, isAppeared: Bool, window: PageWindow) -> Key {
        keys += 1
        placements += 1
        nodes[keys] = PageTreeNode(
            page: page, in: PageTreePlace(parent, saidAs: placements), isAppeared: isAppeared, window: window)
        changed.append(keys)
        if isAppeared { appearing.append(keys) }
        return keys
    }

    mutating func update(_ key: Key, _ page: DeclaredPage, in parent: Key?) -> Bool {
        // What was refused is news each time, since by now it may be possible.
        guard let node = nodes[key], node.page != page || node.place.isNews(parent) else { return false }
        placements += 1
        let number = placements
        return change(key) { node in
            node.page = page
            if node.place.isNews(parent) { node.place.say(parent, as: number) }
        }
    }

    mutating func appear(_ key: Key?) -> Bool {
        guard let key, let node = nodes[key], !node.isAppeared else { return false }
        appearing.append(key)
        return change(key) { node in
            node.isAppeared = true
            node.isClosed = false
        }
    }

    mutating func disappear(_ key: Key?) -> Bool {
        guard let key, let node = nodes[key], node.isAppeared else { return false }
        return change(key) { $0.isAppeared = false }
    }

    mutating func move(_ key: Key?, to window: PageWindow) -> Bool {
        guard let key, let node = nodes[key], node.window != window else { return false }
        if window != .none, node.isAppeared { appearing.append(key) }
        return change(key) { $0.window = window }
    }

    mutating func remove(_ key: Key?) -> Bool {
        guard let key, nodes[key] != nil else { return false }
        return change(key) { $0.isGone = true }
    }

    /// A scene has closed: the engine has detached what was in it.
    mutating func close(_ scene: SceneID, _ own: SceneID) {
        for key in nodes.keys { nodes[key]?.close(scene, own) }
    }

    private mutating func change(_ key: Key, _ body: (inout PageTreeNode) -> Void) -> Bool {
        guard var node = nodes[key] else { return false }
        body(&node)
        if !node.isChanged { changed.append(key) }
        node.isChanged = true
        nodes[key] = node
        return true
    }

    // MARK: Questions

    func facts(of key: Key) -> (isAppeared: Bool, window: PageWindow)? {
        nodes[key].map { ($0.isAppeared, $0.window) }
    }

    func component(of key: Key) -> ComponentID? { nodes[key]?.component }

    // MARK: Settling

    /// Puts into the outbox what has changed.
    mutating func settle(_ lifecycle: LifecycleNotifier, _ own: SceneID) {
        guard !changed.isEmpty else { return }
        let (changed, appearing) = (changed, appearing)
        self.changed.removeAll(keepingCapacity: true)
        self.appearing.removeAll(keepingCapacity: true)
        release(changed)
        let refused = place(changed)
        let ordered = containersFirst(changed)
        for key in ordered { introduce(key, lifecycle, own) }
        for key in refused { reportRefused(key) }
        for key in containersFirst(appearing) { show(key) }
        for key in changed { nodes[key]?.hide(own, &outbox.waiting) }
        // What is contained goes before what contains it.
        for key in ordered.reversed() where nodes[key]?.isGone == true {
            nodes[key]?.destroy(&outbox.waiting)
            remove(key)
        }
        for key in changed { nodes[key]?.isChanged = false }
    }

    /// What is gone hands its notifier on before it is declared for another one: a notifier belongs to one component (RD-007).
    private mutating func release(_ changed: [Key]) {
        let declared = changed.compactMap { key in nodes[key].flatMap { $0.isGone ? nil : $0.newNotifier } }
        guard !declared.isEmpty else { return }
        for key in changed where nodes[key]?.isGone == true {
            guard let old = nodes[key]?.notifier, declared.contains(where: { $0 === old }) else { continue }
            nodes[key]?.destroy(&outbox.waiting)
        }
    }

    /// Makes a node known, and says what page it is and which window it is in. What contains it has been made before.
    private mutating func introduce(_ key: Key, _ lifecycle: LifecycleNotifier, _ own: SceneID) {
        guard let node = nodes[key], node.isChanged, !node.isGone else { return }
        let container = container(node.place.parent)
        nodes[key]?.introduce(in: container, lifecycle, own, &outbox.waiting)
    }

    /// Shows a node that is to be shown. What contains it has been shown before.
    private mutating func show(_ key: Key) {
        guard let node = nodes[key], !node.isGone else { return }
        nodes[key]?.show(&outbox.waiting)
    }
}
