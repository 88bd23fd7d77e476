public import PageViewLifecycle

/// The page of one node: the only object that a declarative framework keeps for a page (rules DV-001 to DV-004).
///
/// A framework makes its views anew in each pass of its update loop and keeps a node, a fiber or a stored object for each. Keep a
/// page node there, and make four calls:
///
///     node.update(view.page, in: environment.pages)   // in each pass, the first one too
///     node.appear()                                   // when the view is shown
///     node.disappear()                                // when the view is no longer shown
///     environment.pages = node.content                // for the views inside this one
///
/// A framework that shows every view that exists calls `appear` after the first update, and nothing else. A node may show one page
/// after another: a page with another identity is another component (rule DV-008). When the node is deallocated or unmounted, its
/// component is destroyed.
///
/// Repeated and reordered calls are harmless, from any thread. Nothing here keeps a view alive. In an environment without a tree
/// the node reports nothing.
public final class PageNode: Sendable {
    private struct State {
        var place: Place?
        /// What the framework has said of the view; after the first update the tree has it.
        var visibility: PageVisibility
    }

    /// Where the tree keeps what it knows of the node.
    private struct Place: Sendable, Equatable {
        let tree: PageTree
        let key: PageTreeState.Key

        static func == (left: Place, right: Place) -> Bool { left.tree === right.tree && left.key == right.key }
    }

    private let protected: Protected<State>

    /// Creates the node of a view that has not been updated yet.
    ///
    /// - Parameter isAttached: Whether the view is assumed to be in its scene's window. A framework that reports windows passes
    ///   `false` and calls ``attach(to:)``.
    public init(isAttached: Bool = true) {
        protected = Protected(State(visibility: PageVisibility(window: isAttached ? .assumed : .none)))
    }

    deinit { unmount() }

    /// Sets the page that the view declares in this pass, and where it belongs. A value equal to the last one changes nothing.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - id: The identity of the page; left out, the page's own (rule DV-008).
    ///   - environment: The environment of the view.
    public func update(_ page: DeclaredPage, id: PageID? = nil, in environment: PageEnvironment) {
        let page = page.identified(by: id)
        let (known, left) = protected.withLock { state -> (Place?, Place?) in
            let place = state.place
            if let place, place.tree === environment.tree { return (place, nil) }
            // In another tree it is another component, which is as visible as this one.
            if let place, let visibility = place.tree.withPages({ $0.nodes[place.key]?.visibility }) {
                state.visibility = visibility
            }
            let visibility = state.visibility
            state.place = environment.tree.map { tree in
                Place(tree: tree, key: tree.withPages { $0.insert(page, in: environment.parent, visibility) })
            }
            return (nil, place)
        }
        if let known {
            known.tree.change { $0.update(known.key, page, in: environment.parent) }
        } else {
            if let left { left.tree.change { $0.remove(left.key) } }
            environment.tree?.change { _ in true }
        }
    }

    /// Reports that the view is shown. Has no effect while it is shown.
    public func appear() { change { $0.appear() } }

    /// Reports that the view is no longer shown. It can be shown again.
    public func disappear() { change { $0.isAppeared = false } }

    /// Reports that the view is in the window of a scene; by default, of its tree's. Only for frameworks that know windows.
    public func attach(to scene: SceneID? = nil) { change { $0.window = .scene(scene) } }

    /// Reports that the view is in no window, so that nobody can see it.
    public func detach() { change { $0.window = .none } }

    /// Changes what is known of the view: in its tree or, before the first update, here.
    private func change(_ body: (inout PageVisibility) -> Void) {
        var changed: Place?
        while true {
            let place = protected.withLock { state in
                if state.place == nil { body(&state.visibility) }
                return state.place
            }
            // Another thread may move the node to another tree meanwhile; then the change is made there too.
            guard let place, place != changed else { return }
            place.tree.change { $0.changeVisibility(place.key, body) }
            changed = place
        }
    }

    /// Reports that the view is gone for good. A later update begins a new component, which has to be shown anew.
    public func unmount() {
        let place = protected.withLock { state in
            defer {
                state.place = nil
                state.visibility.isAppeared = false
            }
            return state.place
        }
        if let place { place.tree.change { $0.remove(place.key) } }
    }

    /// The environment for the views inside this one: this page contains the pages there (rule QU-002).
    ///
    /// It is not an environment for the view itself. A page that is declared to be inside itself stays where it was, with the
    /// diagnostic `parentCycle`. The environment stays the same when the node shows another page.
    public var content: PageEnvironment {
        let place = protected.withLock { $0.place }
        return PageEnvironment(tree: place?.tree, parent: place?.key)
    }

    /// The component of the page that the node shows; `nil` before it has been reported.
    public var component: ComponentID? { content.component }
}
