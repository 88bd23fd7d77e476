public import PageViewLifecycle

/// The page of one view, for as long as the view keeps its identity: the one thing that a declarative framework keeps for a
/// page (rules DV-001 to DV-004).
///
/// A framework makes its views anew in each pass of its update loop; what lives on is a node, a fiber, a stored object.
/// Keep a page node there, and tell it four things:
///
///     node.update(view.page, in: environment.pages)   // in each pass, the first one too
///     node.appear()                                   // when the view is shown
///     node.disappear()                                // when it is shown no more
///     environment.pages = node.content                // for what is inside the view
///
/// When the node goes, or is unmounted, its component is destroyed. A framework in which to exist is to be shown says
/// `appear` after the first update, and nothing else. In an environment without a tree it reports nothing, without a word. It may all be said in any order and more than once, and
/// nothing keeps a view alive. Any thread.
public final class PageNode: Sendable {
    /// What is known of the view; once it has a place in a tree, it is the tree that knows the rest.
    private struct State {
        var place: Place?
        var isAppeared = false
        var window: PageWindow
    }

    private struct Place: Sendable {
        let tree: PageTree
        let key: PageTreeState.Key
    }

    private let protected: Protected<State>

    /// Creates the node of a view that has not been updated yet.
    ///
    /// - Parameter isAttached: Whether it is taken for granted that the view is in its scene's window. A framework that knows
    ///   about windows passes `false`, and says ``attach(to:)``.
    public init(isAttached: Bool = true) {
        protected = Protected(State(window: isAttached ? .assumed : .none))
    }

    deinit { unmount() }

    /// The view says what page it is, in a place of the environment. What has not changed is no news.
    public func update(_ page: DeclaredPage, in environment: PageEnvironment) {
        let (known, left) = protected.withLock { state -> (Place?, Place?) in
            let place = state.place
            if let place, place.tree === environment.tree { return (place, nil) }
            // Another tree, or none any more: it is another component there.
            if let place, let facts = place.tree.facts(of: place.key) { (state.isAppeared, state.window) = facts }
            let (isAppeared, window) = (state.isAppeared, state.window)
            state.place = environment.tree.map { tree in
                Place(
                    tree: tree, key: tree.insert(page, in: environment.parent, isAppeared: isAppeared, window: window))
            }
            return (nil, place)
        }
        if let known {
            known.tree.change { $0.update(known.key, page, in: environment.parent) }
        } else {
            left?.tree.change { $0.remove(left?.key) }
            environment.tree?.change { _ in true }
        }
    }

    /// The view is shown. Said again while it is shown, it is no news.
    public func appear() {
        let place = protected.withLock { state in
            if state.place == nil { state.isAppeared = true }
            return state.place
        }
        place?.tree.change { $0.appear(place?.key) }
    }

    /// The view is shown no more; it can be shown again.
    public func disappear() {
        let place = protected.withLock { state in
            if state.place == nil { state.isAppeared = false }
            return state.place
        }
        place?.tree.change { $0.disappear(place?.key) }
    }

    /// The view is in the window of a scene; left out, of its tree's. Only for frameworks that know about windows.
    public func attach(to scene: SceneID? = nil) {
        move(to: .scene(scene))
    }

    /// The view is in no window, so that nobody can see it.
    public func detach() {
        move(to: .none)
    }

    private func move(to window: PageWindow) {
        let place = protected.withLock { state in
            if state.place == nil { state.window = window }
            return state.place
        }
        place?.tree.change { $0.move(place?.key, to: window) }
    }

    /// The view is gone for good. An update that comes after all begins a new component, which has to be shown anew.
    public func unmount() {
        let place = protected.withLock { state in
            defer {
                state.place = nil
                state.isAppeared = false
            }
            return state.place
        }
        place?.tree.change { $0.remove(place?.key) }
    }

    /// The environment of what is inside the view: pages there are contained in this one (rule QU-002). It is not one for the
    /// view itself: a page that is said to be inside itself stays where it was, with the diagnostic `parentCycle`.
    public var content: PageEnvironment {
        let place = protected.withLock { $0.place }
        return PageEnvironment(tree: place?.tree, parent: place?.key)
    }

    /// The component as the engine knows it; `nil` before it has been reported.
    public var component: ComponentID? { content.component }
}

/// Whether a view is in a window, as far as its framework has said.
enum PageWindow: Sendable, Equatable {
    /// Nobody has said anything about windows: it is taken to be in its tree's scene.
    case assumed
    /// In no window.
    case none
    /// In the window of this scene, or of its tree's.
    case scene(SceneID?)

    /// The scene it is in, if it is in one.
    func scene(in own: SceneID) -> SceneID? {
        switch self {
        case .assumed: own
        case .none: nil
        case .scene(let scene): scene ?? own
        }
    }
}
