import NavigationTraces

/// Tabs, pagers and pages with parts.
extension SimulatedApp {
    // MARK: Tabs

    private func tab(with page: String) throws(SimulationError) -> (tabs: ScreenTree.Place, index: Int) {
        var found = false
        // Innermost first; outer tabs have their turn if the inner ones have no such page.
        let tabs = tree.innermost(.tabs, in: front) { node in
            found = true
            return node.children.contains { self.holds($0, page) }
        }
        guard let tabs, let index = tree[tabs].children.firstIndex(where: { holds($0, page) }) else {
            throw SimulationError.expected(
                found ? "a tab with \(page)" : "tabs in front", found: description(of: front))
        }
        return (tabs, index)
    }

    private func holds(_ place: ScreenTree.Place, _ page: String) -> Bool {
        tree.all(in: place).contains { tree[$0].page.name == page }
    }

    mutating func showTab(with page: String) throws(SimulationError) {
        let (tabs, index) = try tab(with: page)
        let old = tree[tabs].children[tree[tabs].selected]
        let new = tree[tabs].children[index]
        guard old != new else {
            // Tapped again, a tab goes back to its first page; where that is seen already, nothing happens.
            if let stack = tree.innermost(.stack, in: new, where: { $0.children.count > 1 }) {
                try popToRoot(of: stack)
            }
            return
        }
        let wasShown = tree.seen(in: new).contains { tree[$0].wasShown }
        let order = try framework.order(for: wasShown ? .selectTab : .selectNewTab)
        tree[tabs].selected = index
        report(order, in: scene.name, old: [old], new: [new])
    }

    mutating func selectTabAndBack(_ page: String) throws(SimulationError) {
        let (tabs, index) = try tab(with: page)
        guard index != tree[tabs].selected else { throw .expected("another tab", found: page) }
        let order = try framework.order(for: .selectTabAndBack)
        report(
            order, in: scene.name, old: [tree[tabs].children[tree[tabs].selected]], new: [tree[tabs].children[index]])
    }

    // MARK: Pagers

    mutating func turn(_ direction: PagerDirection, _ end: GestureEnd) throws(SimulationError) {
        guard let pager = tree.innermost(.pager, in: front) else {
            throw .expected("a pager in front", found: description(of: front))
        }
        let selected = tree[pager].selected
        let next = selected + (direction == .forward ? 1 : -1)
        guard tree[pager].children.indices.contains(next) else {
            throw .expected(
                "a page to turn to", found: "page \(selected + 1) of \(tree[pager].children.count)")
        }
        let order = try framework.order(for: end == .completed ? .turnPage : .turnPageCancelled)
        let (old, new) = (tree[pager].children[selected], tree[pager].children[next])
        if end == .completed { tree[pager].selected = next }
        report(order, in: scene.name, old: [old], new: [new])
    }

    // MARK: Panes

    /// Shows the pane with a page in it, or takes it out of sight.
    mutating func setPane(with page: String, isShown: Bool) throws(SimulationError) {
        var pane: ScreenTree.Place?
        _ = tree.innermost(.split, in: front) { node in
            pane = node.children.first { self.tree[$0].isHidden == isShown && self.holds($0, page) }
            return pane != nil
        }
        guard let pane else {
            throw .expected(
                "a pane with \(page) that is \(isShown ? "hidden" : "shown")", found: description(of: front))
        }
        let order = try framework.order(for: isShown ? .showPane : .hidePane)
        tree[pane].isHidden = !isShown
        report(order, in: scene.name, old: isShown ? [] : [pane], new: isShown ? [pane] : [])
    }

    // MARK: Parts

    /// The page in front that parts can come into.
    private func group() throws(SimulationError) -> ScreenTree.Place {
        guard let group = tree.innermost(.group, in: front) else {
            throw .expected("a page with parts in front", found: description(of: front))
        }
        return group
    }

    mutating func addChild(_ view: SimulatedView) throws(SimulationError) {
        let group = try group()
        let order = try framework.order(for: .addChild)
        let child = tree.add(view, in: tree[group].scene, under: group)
        tree[group].children.append(child)
        report(order, in: scene.name, new: [child])
    }

    mutating func addChildCancelled(_ view: SimulatedView) throws(SimulationError) {
        let group = try group()
        let order = try framework.order(for: .addChildCancelled)
        let child = tree.add(view, in: tree[group].scene, under: group)
        report(order, in: scene.name, new: [child])
        remove(child)
    }

    /// The place among the parts of a page of the one with a name.
    private func index(of page: String, in group: ScreenTree.Place) throws(SimulationError) -> Int {
        guard let index = tree[group].children.lastIndex(where: { tree[$0].page.name == page }) else {
            throw .expected("a part \(page)", found: description(of: group))
        }
        return index
    }

    mutating func removeChild(_ page: String) throws(SimulationError) {
        let group = try group()
        let index = try index(of: page, in: group)
        let order = try framework.order(for: .removeChild)
        let child = tree[group].children.remove(at: index)
        report(order, in: scene.name, old: [child])
        remove(child)
    }

    mutating func removeChildCancelled(_ page: String) throws(SimulationError) {
        let group = try group()
        let index = try index(of: page, in: group)
        let order = try framework.order(for: .removeChildCancelled)
        report(order, in: scene.name, old: [tree[group].children[index]])
    }
}
