/// The pages that an app shows, as one value, for apps whose navigation is state (rule NS-001).
///
///     NavigationState(
///         .tabs(selected: "records", [
///             "records": .stack([.page(.ready(.list))] + state.path.map { .page($0.id, $0.pageState) }),
///             "profile": .page(.ready(.profile)),
///         ]),
///         presented: state.filter.map { [.sheet(.page(.ready($0.event)))] } ?? [])
///
/// Pass each new value to a ``NavigationStateReporter``.
public struct NavigationState: Hashable, Sendable {
    package let root: Node
    package let presented: [Presented]

    /// Creates a state from the content of the window and what is presented on top of it, the topmost content last.
    public init(_ root: Node, presented: [Presented] = []) { (self.root, self.presented) = (root, presented) }

    /// A page or a container of pages.
    public indirect enum Node: Hashable, Sendable {
        /// A screen with an identity that is unique in its container. The state is `nil` if the screen is no page.
        case screen(id: String, PageState?)
        /// A page that contains pages. All of them are visible.
        case group(id: String, PageState?, [Node])
        /// Pages on top of each other. The last one is visible.
        case stack([Node])
        /// Pages in tabs. The selected tab is visible.
        case tabs(selected: String, [Tab])
        /// Panes beside each other. All of them are visible.
        case split([Node])

        /// Creates a page whose name is its identity.
        public static func page(_ state: PageState) -> Node { .screen(id: state.pageContext.name.rawValue, state) }

        /// Creates a page with an explicit identity, such as the identity of the item on the page.
        public static func page(_ id: String, _ state: PageState) -> Node { .screen(id: id, state) }

        /// Creates tabs in the order of a literal.
        public static func tabs(selected: String, _ tabs: KeyValuePairs<String, Node>) -> Self {
            .tabs(selected: selected, tabs.map { Tab($0.key, $0.value) })
        }
    }

    /// A tab and its content.
    public struct Tab: Hashable, Sendable {
        package let id: String
        package let content: Node

        /// Creates a tab with an identity.
        public init(_ id: String, _ content: Node) { (self.id, self.content) = (id, content) }
    }

    /// Content that is presented on top of other content.
    public struct Presented: Hashable, Sendable {
        package let content: Node
        package let covers: Bool

        /// Creates content that leaves the content below visible.
        public static func sheet(_ content: Node) -> Presented { Presented(content: content, covers: false) }

        /// Creates content that hides the content below.
        public static func fullScreen(_ content: Node) -> Presented { Presented(content: content, covers: true) }
    }
}
