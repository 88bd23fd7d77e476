public import PageViewLifecycle

/// A reporter that shows successive navigation states to an engine (rules NS-001 to NS-004).
///
/// An app whose navigation is state adopts the engine with these lines:
///
///     let navigation = NavigationStateReporter(engine: engine)
///     store.onChange { navigation.report($0.navigationState) }
///
/// A reporter serves one scene, and nothing else shows entries there. Any thread may call it. The states are applied in the
/// order of the calls.
public final class NavigationStateReporter: Sendable {
    private let engine: PageViewEngine
    private let scene: SceneID
    /// The last entries. Their lock precedes the locks of notifiers and engines.
    private let shown = Locked<[ShownEntry]>([])

    /// Creates a reporter that has reported nothing yet.
    ///
    /// - Parameters:
    ///   - engine: The engine that receives the states.
    ///   - scene: The scene whose navigation is reported; by default, the main scene.
    public init(engine: PageViewEngine, scene: SceneID? = nil) {
        self.engine = engine
        self.scene = scene ?? engine.mainScene
    }

    /// Reports a state as one update (rule NS-002). A state that equals the previous one reports nothing.
    public func report(_ state: NavigationState) {
        show(ShownScreens(state).entries)
    }

    /// Reports that all screens are destroyed, as when the window closes.
    public func reset() {
        show([])
    }

    /// Reports each state of a sequence, until the sequence ends or the task is cancelled.
    ///
    /// The function is emitted into its clients. So programs that do not call it are not linked with the runtime of sequences.
    @_alwaysEmitIntoClient
    public func observe<States: AsyncSequence>(_ states: States) async rethrows
    where States.Element == NavigationState {
        for try await state in states {
            if Task.isCancelled { return }
            report(state)
        }
    }

    private func show(_ entries: [ShownEntry]) {
        shown.withLock { shown in
            guard !entries.elementsEqual(shown, by: { $0.isSame(as: $1) }) else { return }
            shown = entries
            engine.core.applyShow(entries, in: scene)
        }
        engine.core.deliver()
    }
}

extension ShownEntry {
    /// Returns whether two entries of navigation states are equal.
    fileprivate func isSame(as other: ShownEntry) -> Bool {
        key.isSame(as: other.key) && (container ?? "").isSame(as: other.container ?? "") && page == other.page
            && isVisible == other.isVisible
    }
}

/// The screens of a navigation state as entries, from the bottom to the top (NS-001).
struct ShownScreens {
    private(set) var entries: [ShownEntry] = []
    /// The number of entries that have each path so far.
    private var counts: [ExactName: Int] = [:]

    init(_ state: NavigationState) {
        let covering = state.presented.lastIndex { $0.covers }
        add(state.root, in: nil, at: "", isVisible: covering == nil)
        for (index, presented) in state.presented.enumerated() {
            add(presented.content, in: nil, at: "", isVisible: index >= covering ?? 0)
        }
    }

    /// Appends the entries of a node.
    ///
    /// The path contains the identities of tabs and groups, and not the kinds of containers. So a screen keeps its component
    /// when a split becomes a stack.
    private mutating func add(_ node: NavigationState.Node, in group: String?, at path: String, isVisible: Bool) {
        switch node {
        case .screen(let id, let page):
            add(id, page, in: group, at: path, isVisible)
        case .group(let id, let page, let nodes):
            let key = add(id, page, in: group, at: path, isVisible)
            for node in nodes { add(node, in: key, at: key, isVisible: isVisible) }
        case .stack(let nodes):
            for (index, node) in nodes.enumerated() {
                add(node, in: group, at: path, isVisible: isVisible && index == nodes.count - 1)
            }
        case .tabs(let selected, let tabs):
            for tab in tabs {
                let isSelected = tab.id.isSame(as: selected)
                add(tab.content, in: group, at: path.appending(identity: tab.id), isVisible: isVisible && isSelected)
            }
        case .split(let nodes):
            for node in nodes { add(node, in: group, at: path, isVisible: isVisible) }
        }
    }

    /// Appends an entry, and returns its key: its path, with a number if the path occurs again.
    @discardableResult
    private mutating func add(
        _ id: String, _ page: PageState?, in group: String?, at path: String, _ isVisible: Bool
    ) -> String {
        let path = path.appending(identity: id)
        let count = counts[ExactName(path), default: 0] + 1
        counts[ExactName(path)] = count
        let key = count == 1 ? path : "\(path)#\(count)"
        entries.append(ShownEntry(key, page, isVisible: isVisible, in: group))
        return key
    }
}

extension String {
    /// Returns a path with one more identity. The length of the identity makes the path unambiguous, whatever text it contains.
    fileprivate func appending(identity id: String) -> String { "\(self)/\(id.utf8.count):\(id)" }
}
