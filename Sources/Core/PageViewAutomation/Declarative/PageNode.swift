public import PageViewLifecycle

/// The page of one node of a declarative framework (rules DV-001 to DV-004).
///
/// A framework creates its views anew in each pass of its update loop. It keeps a node, a fiber, or a stored object for each
/// view. Store a page node there, and make four calls:
///
///     node.update(view.page, in: environment.pages)   // in each pass, the first one too
///     node.appear()                                   // when the view is shown
///     node.disappear()                                // when the view is no longer shown
///     environment.pages = node.content                // for the views inside this one
///
/// A framework that shows every existing view calls `appear` after the first update, and nothing else. A node may show one page
/// after another: a page with another identity is another component (rule DV-008). When the node is deallocated or unmounted, its
/// component is destroyed.
///
/// Repeated and reordered calls are harmless, from any thread. A node keeps no view alive. In an environment without a tree it
/// reports nothing.
public final class PageNode: Sendable {
    private struct State {
        var entry: TreeEntry?
        /// The visibility that the framework has reported. After the first update, the tree stores the visibility instead.
        var visibility: PageVisibility
    }

    /// A reference to the node's entry in a tree.
    private struct TreeEntry: Sendable, Equatable {
        let tree: PageTree
        let key: PageTreeState.Key

        static func == (left: TreeEntry, right: TreeEntry) -> Bool { left.tree === right.tree && left.key == right.key }
    }

    private let protected: Locked<State>

    /// Creates the node of a view that has not been updated yet.
    ///
    /// - Parameter isAttached: Whether the view is assumed to be in its scene's window. A framework that reports windows passes
    ///   `false` and calls ``attach(to:)``.
    public init(isAttached: Bool = true) {
        protected = Locked(State(visibility: PageVisibility(window: isAttached ? .assumed : .none)))
    }

    deinit { unmount() }

    /// Sets the page that the view declares in this pass, and its environment. Equal values report nothing.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - id: The identity of the page; by default, that of `page` (rule DV-008).
    ///   - environment: The environment of the view.
    public func update(_ page: DeclaredPage, id: PageID? = nil, in environment: PageEnvironment) {
        let page = page.identified(by: id)
        let (current, abandoned) = protected.withLock { state -> (TreeEntry?, TreeEntry?) in
            let entry = state.entry
            if let entry, entry.tree === environment.tree { return (entry, nil) }
            // In another tree the page is another component, with the same visibility.
            if let entry, let visibility = entry.tree.withPages({ $0.nodes[entry.key]?.visibility }) {
                state.visibility = visibility
            }
            let visibility = state.visibility
            state.entry = environment.tree.map { tree in
                TreeEntry(tree: tree, key: tree.withPages { $0.insert(page, in: environment.parent, visibility) })
            }
            return (nil, entry)
        }
        if environment.tree == nil { PagesWithoutTree.current?.add(page) }
        if let current {
            current.tree.change { $0.update(current.key, page, in: environment.parent) }
        } else {
            if let abandoned { abandoned.tree.change { $0.remove(abandoned.key) } }
            environment.tree?.change { _ in true }
        }
    }

    /// Reports that the view is shown. A repeated call has no effect.
    public func appear() { change { $0.appear() } }

    /// Reports that the view is no longer shown. The view can be shown again.
    public func disappear() { change { $0.isAppeared = false } }

    /// Reports that the view is in the window of a scene; by default, of its tree's scene.
    ///
    /// Only frameworks that know windows call this method (rule DV-006).
    public func attach(to scene: SceneID? = nil) { change { $0.window = .scene(scene) } }

    /// Reports that the view is in no window, so that the user cannot see it.
    public func detach() { change { $0.detach() } }

    /// Changes the visibility of the view: in its tree or, before the first update, here.
    private func change(_ body: (inout PageVisibility) -> Void) {
        var changed: TreeEntry?
        while true {
            let entry = protected.withLock { state in
                if state.entry == nil { body(&state.visibility) }
                return state.entry
            }
            // Another thread may move the node to another tree meanwhile. Then the loop repeats the change there.
            guard let entry, entry != changed else { return }
            entry.tree.change { $0.changeVisibility(entry.key, body) }
            changed = entry
        }
    }

    /// Reports that the view is removed. A later update creates a new component, which must be shown anew.
    public func unmount() {
        let entry = protected.withLock { state in
            defer {
                state.entry = nil
                state.visibility.isAppeared = false
            }
            return state.entry
        }
        if let entry { entry.tree.change { $0.remove(entry.key) } }
    }

    /// The environment for the views inside this one. Their pages are inside this page (rule QU-002).
    ///
    /// It is not an environment for the view itself. A page that is declared to be inside itself stays in its container, and the
    /// engine emits the diagnostic `parentCycle`. The environment stays the same when the node shows another page.
    public var content: PageEnvironment {
        let entry = protected.withLock { $0.entry }
        return PageEnvironment(tree: entry?.tree, parent: entry?.key)
    }

    /// The component of the page that the node shows; `nil` before the tree has reported it.
    public var component: ComponentID? { content.component }
}
