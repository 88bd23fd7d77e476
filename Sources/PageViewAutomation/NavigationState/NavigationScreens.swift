/// The screens of a navigation state, one after another, what contains before what it contains.
struct NavigationScreens {
    /// Where a screen is: the identities on the way to it. Two at the same place are one and the same.
    struct Key: Hashable, Sendable {
        private(set) var path: [ExactName] = []

        func appending(_ part: String) -> Key {
            var key = self
            key.path.append(ExactName(part))
            return key
        }
    }

    struct Screen {
        let key: Key
        let parent: Key?
        let page: PageState?
        let isVisible: Bool
    }

    private(set) var screens: [Screen] = []
    /// How many screens of one identity there are in one place.
    private var counts: [Key: Int] = [:]

    init(_ state: NavigationState) {
        let covering = state.presented.lastIndex { $0.covers }
        add(state.root, at: Key().appending("root"), nil, isVisible: covering == nil)
        for (place, presented) in state.presented.enumerated() {
            add(
                presented.content, at: Key().appending("presented"), nil,
                isVisible: covering.map { place >= $0 } ?? true)
        }
    }

    private mutating func add(_ node: NavigationState.Node, at key: Key, _ parent: Key?, isVisible: Bool) {
        switch node {
        case .screen(let id, let page):
            add(id, page, at: key, parent, isVisible)
        case .group(let id, let page, let nodes):
            let own = add(id, page, at: key, parent, isVisible)
            for node in nodes { add(node, at: own, own, isVisible: isVisible) }
        case .stack(let nodes):
            for (place, node) in nodes.enumerated() {
                add(node, at: key.appending("stack"), parent, isVisible: isVisible && place == nodes.count - 1)
            }
        case .tabs(let selected, let tabs):
            for tab in tabs {
                // By the bytes, as everywhere: what is composed differently is another one.
                let isSelected = ExactName(tab.id) == ExactName(selected)
                add(tab.content, at: key.appending("tab").appending(tab.id), parent, isVisible: isVisible && isSelected)
            }
        case .split(let nodes):
            // Not by its place: a pane that comes in front of another leaves that one what it is.
            for node in nodes { add(node, at: key.appending("pane"), parent, isVisible: isVisible) }
        }
    }

    /// Adds a screen. Of several with one identity in the same place the second is another one.
    @discardableResult
    private mutating func add(
        _ id: String, _ page: PageState?, at key: Key, _ parent: Key?, _ isVisible: Bool
    ) -> Key {
        let first = key.appending("screen").appending(id)
        let count = counts[first, default: 0] + 1
        counts[first] = count
        let own = count == 1 ? first : key.appending("screen \(count)").appending(id)
        screens.append(Screen(key: own, parent: parent, page: page, isVisible: isVisible))
        return own
    }
}
