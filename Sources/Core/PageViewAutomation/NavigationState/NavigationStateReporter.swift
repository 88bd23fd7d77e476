public import PageViewLifecycle

/// A reporter that shows successive navigation states to an engine (rules NS-001 to NS-004).
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
    ///   - engine: The engine that receives the states. The reporter retains it.
    ///   - scene: The scene whose navigation is reported; by default, the main scene.
    public init(engine: PageViewEngine, scene: SceneID? = nil) {
        (self.engine, self.scene) = (engine, scene ?? engine.mainScene)
    }

    /// Reports a state as one update (rule NS-002). A state that equals the previous one reports nothing.
    public func report(_ state: NavigationState) { show(ShownScreens(state).entries) }

    /// Reports that all screens are destroyed, as when the window closes.
    public func reset() { show([]) }

    private func show(_ entries: [ShownEntry]) {
        shown.withLock { shown in
            guard !entries.elementsEqual(shown, by: Self.areEqual) else { return }
            shown = entries
            engine.core.applyShow(entries, in: scene)
        }
        engine.core.deliver()
    }

    private static func areEqual(_ left: ShownEntry, _ right: ShownEntry) -> Bool {
        left.key.isSame(as: right.key) && (left.container ?? "").isSame(as: right.container ?? "")
            && left.declared == right.declared && left.isVisible == right.isVisible
    }
}

/// The screens of a navigation state as entries, from the bottom to the top (NS-001).
private struct ShownScreens {
    var entries: [ShownEntry] = []
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
        // The length of an identity makes a path unambiguous, whatever text the identity contains.
        func inner(_ id: String) -> String { "\(path)/\(id.utf8.count):\(id)" }
        switch node {
        case .screen(let id, let page):
            add(.group(id: id, page, []), in: group, at: path, isVisible: isVisible)
        case .group(let id, let page, let nodes):
            let count = counts[ExactName(inner(id)), default: 0] + 1
            counts[ExactName(inner(id))] = count
            let key = count == 1 ? inner(id) : "\(inner(id))#\(count)"
            entries.append(ShownEntry(key, page, isVisible: isVisible, in: group))
            for node in nodes { add(node, in: key, at: key, isVisible: isVisible) }
        case .stack(let nodes):
            for (index, node) in nodes.enumerated() {
                add(node, in: group, at: path, isVisible: isVisible && index == nodes.count - 1)
            }
        case .tabs(let selected, let tabs):
            for tab in tabs {
                add(tab.content, in: group, at: inner(tab.id), isVisible: isVisible && tab.id.isSame(as: selected))
            }
        case .split(let nodes):
            for node in nodes { add(node, in: group, at: path, isVisible: isVisible) }
        }
    }
}
