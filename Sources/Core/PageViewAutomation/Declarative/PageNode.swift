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
/// after another: a page with another identity is another component. When the node is deallocated or unmounted, its component is
/// destroyed, unless the same page continues in another node in that pass (rule DV-008).
///
/// Repeated and reordered calls are harmless, from any thread. A node keeps no view alive. In an environment without a tree it
/// reports nothing.
public final class PageNode: Sendable {
    private struct State {
        /// The environment inside the page: its tree, and its key there. Before the first update there is no tree.
        var content = PageEnvironment.none
        /// The visibility before the first update. From then on, the tree stores it.
        var visibility: PageVisibility
    }

    private let protected: Locked<State>

    /// Creates the node of a view that has not been updated yet.
    ///
    /// - Parameter isAttached: Whether the view is assumed to be in its scene's window. A framework that reports windows passes
    ///   `false` and calls ``attach(to:)``.
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
        let (old, new) = protected.withLock { state in
            let old = state.content
            guard old.tree !== environment.tree else { return (old, old) }
            // In another tree the page is another component, with the same visibility.
            state.visibility = old.visibility ?? state.visibility
            state.content = environment.inserting(page, state.visibility)
            return (old, state.content)
        }
        if old == new {
            new.change { $0.update($1, page, in: environment.parent) }
        } else {
            old.change { $0.remove($1) }
            new.change { _, _ in true }
        }
        if environment.tree == nil { PagesWithoutTree.current?.add(page) }
    }

    /// Reports that the view is shown. A repeated call has no effect.
    public func appear() { change { $0.appear() } }

    /// Reports that the view is no longer shown. The view can be shown again.
    public func disappear() { change { $0.isAppeared = false } }

    /// Reports that the view is in the window of a scene; by default, of its tree's scene.
    ///
    /// Only frameworks that know windows call this method (rule DV-006).
    public func attach(to scene: SceneID? = nil) { change { $0.attach(to: scene) } }

    /// Reports that the view is in no window, so that the user cannot see it.
    public func detach() { change { $0.detach() } }

    /// Changes the visibility of the view: in its tree or, before the first update, here.
    private func change(_ body: (inout PageVisibility) -> Void) {
        var changed = PageEnvironment.none
        while true {
            let content = protected.withLock { state in
                if state.content.tree == nil { body(&state.visibility) }
                return state.content
            }
            // Another thread may move the node to another tree meanwhile. Then the loop repeats the change there.
            guard content != changed else { return }
            content.change { $0.changeVisibility($1, body) }
            changed = content
        }
    }

    /// Reports that the view is removed. A later update creates a new component, which must be shown anew.
    public func unmount() {
        let old = protected.withLock { state in
            defer { (state.content, state.visibility.isAppeared) = (.none, false) }
            return state.content
        }
        old.change { $0.remove($1) }
    }

    /// The environment for the views inside this one. Their pages are inside this page (rule QU-002).
    ///
    /// It is not an environment for the view itself. A page that is declared to be inside itself stays in its container, and the
    /// engine emits the diagnostic `parentCycle`. The environment stays the same when the node shows another page.
    public var content: PageEnvironment { protected.withLock { $0.content } }

    /// The component of the page that the node shows; `nil` before the tree has reported it.
    public var component: ComponentID? { content.component }
}
