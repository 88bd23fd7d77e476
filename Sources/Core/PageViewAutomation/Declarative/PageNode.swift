public import PageViewLifecycle

/// The page of one node of a declarative framework (rules DV-001 to DV-004).
///
/// Store a page node wherever the framework stores something for a view, and make four calls:
///
///     node.update(view.page, in: environment.pages)   // in each pass, the first one too
///     node.appear()                                   // when the view is shown
///     node.disappear()                                // when the view is no longer shown
///     environment.pages = node.content                // for the views inside this one
///
/// A framework that shows every existing view calls `appear` after the first update, and nothing else. When a node is deallocated
/// or unmounted, its component is destroyed, unless the page continues in another node in that pass (rule DV-008).
///
/// Any thread may call a node. Repeated and reordered calls are harmless. Without a tree, a node reports nothing.
public final class PageNode: Sendable {
    private struct State {
        var content = PageEnvironment.none
        /// The visibility while the node has no tree. A tree stores it otherwise.
        var visibility: PageVisibility
    }

    /// Its lock precedes the lock of the tree.
    private let protected: Locked<State>

    /// Creates the node of a view that has not been updated yet.
    ///
    /// - Parameter isAttached: Whether the view is assumed to be in its scene's window. A framework that reports windows passes
    ///   `false` and calls ``attach(to:level:)``.
    public init(isAttached: Bool = true) {
        protected = Locked(State(visibility: PageVisibility(isAttached: isAttached)))
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
        let old = protected.withLock { state in
            let old = state.content
            if old.tree === environment.tree {
                old.withNode { $0.update($1, page, in: environment.parent) }
            } else {
                // In another tree the page is another component, with the same visibility.
                old.withNode { tree, key in
                    state.visibility = tree.nodes[key]?.visibility ?? state.visibility
                    tree.remove(key)
                }
                let key = environment.tree?.withState { $0.insert(page, in: environment.parent, state.visibility) }
                state.content = PageEnvironment(tree: environment.tree, parent: key)
            }
            return old
        }
        old.tree?.reportIfDue()
        if old.tree !== environment.tree { environment.tree?.reportIfDue() }
        if environment.tree == nil { PagesWithoutTree.current?.add(page) }
    }

    /// Reports that the view is shown. A repeated call has no effect.
    public func appear() { change { $0.appear() } }

    /// Reports that the view is no longer shown. The view can be shown again.
    public func disappear() { change { $0.isAppeared = false } }

    /// Reports that the view is in the window of a scene; by default, of its tree's scene (rule DV-006).
    ///
    /// - Parameters:
    ///   - scene: The scene.
    ///   - level: The number of views that this one is presented over, as a sheet is. A page that appears below it does not become
    ///     current (rule QU-009). The view is not inside the view that it covers, even if it has the environment of that view.
    public func attach(to scene: SceneID? = nil, level: Int = 0) { change { $0.attach(to: scene, level: level) } }

    /// The scene of the view's window; `nil` without a tree or a window.
    package var scene: SceneID? { content.withNode { $0.nodes[$1]?.visibility.scene(in: $0.scene) } ?? nil }

    /// Reports that the view is in no window, so that the user cannot see it.
    public func detach() { change { $0.detach() } }

    private func change(_ body: (inout PageVisibility) -> Void) {
        let tree = protected.withLock { state in
            if state.content.tree == nil { body(&state.visibility) }
            state.content.withNode { $0.changeVisibility(of: $1, body) }
            return state.content.tree
        }
        tree?.reportIfDue()
    }

    /// Reports that the view is removed. A later update creates a new component, which must be shown anew.
    public func unmount() {
        let tree = protected.withLock { state in
            let content = state.content
            content.withNode { $0.remove($1) }
            (state.content, state.visibility.isAppeared) = (.none, false)
            return content.tree
        }
        tree?.reportIfDue()
    }

    /// The environment for the views inside this one. Their pages are inside this page (rule QU-002).
    ///
    /// It stays the same when the node shows another page. It is not an environment for the view itself: that would be a cycle,
    /// which the engine rejects with the diagnostic `parentCycle`.
    public var content: PageEnvironment { protected.withLock { $0.content } }

    /// The component of the page that the node shows; `nil` before the tree has reported it.
    public var component: ComponentID? { content.component }
}
