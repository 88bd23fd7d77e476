/// What an app shows, as one value: for apps whose navigation is state (rule NS-001).
///
///     NavigationState(
///         .tabs(selected: "records", [
///             "records": .stack([.page(.ready(.list))] + state.path.map { .page($0.id, $0.pageState) }),
///             "profile": .page(.ready(.profile)),
///         ]),
///         presented: state.filter.map { [.sheet(.page(.ready($0.event)))] } ?? [])
///
/// Hand each new value to a ``NavigationStateReporter``.
public struct NavigationState: Hashable, Sendable {
    /// What the window shows.
    public var root: Node
    /// What lies on top of it, the topmost last.
    public var presented: [Presented]

    /// Creates a state.
    public init(_ root: Node, presented: [Presented] = []) {
        self.root = root
        self.presented = presented
    }

    /// A page or a container of pages.
    public indirect enum Node: Hashable, Sendable {
        /// A page, by an identity of its own beside those of the same container; `nil` is a screen that is no page.
        case screen(id: String, PageState?)
        /// A page with parts that are pages of their own, all visible at once.
        case group(id: String, PageState?, [Node])
        /// Pages on top of each other, of which the last is seen.
        case stack([Node])
        /// Pages behind tabs, by the tabs' identities, of which the selected one is seen.
        case tabs(selected: String, [Tab])
        /// Panes beside each other, all seen.
        case split([Node])

        /// A page whose name is its identity.
        public static func page(_ state: PageState) -> Node {
            .screen(id: state.pageContext.name.rawValue, state)
        }

        /// A page with an identity of its own, such as that of the item that it shows.
        public static func page(_ id: String, _ state: PageState) -> Node { .screen(id: id, state) }
    }

    /// A tab.
    public struct Tab: Hashable, Sendable {
        /// The tab's identity.
        public var id: String
        /// What is behind it.
        public var content: Node

        /// Creates a tab.
        public init(_ id: String, _ content: Node) {
            self.id = id
            self.content = content
        }
    }

    /// Something on top of everything else.
    public struct Presented: Hashable, Sendable {
        /// What it shows.
        public var content: Node
        /// Whether what is below is no longer in front of the user.
        public var covers: Bool

        /// Something that leaves visible what is below.
        public static func sheet(_ content: Node) -> Presented { Presented(content: content, covers: false) }

        /// Something that covers what is below.
        public static func fullScreen(_ content: Node) -> Presented { Presented(content: content, covers: true) }
    }
}

extension NavigationState.Node {
    /// Tabs in a literal's order.
    public static func tabs(selected: String, _ tabs: KeyValuePairs<String, NavigationState.Node>) -> Self {
        .tabs(selected: selected, tabs.map { NavigationState.Tab($0.key, $0.value) })
    }
}
