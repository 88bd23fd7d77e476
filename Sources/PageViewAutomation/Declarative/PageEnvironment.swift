/// What a declarative framework hands down to its views, so that a page knows where it belongs: an engine's tree of pages,
/// and the page around it (rule DV-005).
///
/// Make it a value of the framework's environment, and set it at the root of each window to that of the window's tree,
/// ``PageTree/environment``. By default it is ``none``: pages there report nothing, as in a preview, and nothing tells you so.
public struct PageEnvironment: Sendable {
    let tree: PageTree?
    /// The page around what is here.
    let parent: PageTreeState.Key?

    init(tree: PageTree?, parent: PageTreeState.Key?) {
        self.tree = tree
        self.parent = parent
    }

    /// Where no engine is: pages report nothing.
    public static let none = PageEnvironment(tree: nil, parent: nil)

    /// The environment at the root of a tree.
    public init(_ tree: PageTree) {
        self.init(tree: tree, parent: nil)
    }

    /// The engine that pages here report to, for interactions and deep links; `nil` where there is none.
    public var engine: PageViewEngine? { tree?.engine }

    /// The component of the page around what is here, for interactions and page views by hand; `nil` where there is none, or
    /// where it has not been reported yet.
    public var component: ComponentID? { parent.flatMap { tree?.component(of: $0) } }
}

extension PageEnvironment: Equatable {
    /// Whether pages are in the same place in both.
    public static func == (left: PageEnvironment, right: PageEnvironment) -> Bool {
        left.tree === right.tree && left.parent == right.parent
    }
}
