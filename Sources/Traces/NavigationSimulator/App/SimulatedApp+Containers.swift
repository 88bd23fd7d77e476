import NavigationTraces

/// Actions on tabs, pagers, panes and parts (SIM-003).
extension SimulatedApp {
    // MARK: Tabs

    private func tab(with page: String) throws(SimulationError) -> (tabs: ScreenTree.Slot, index: Int) {
        // The search continues with outer tabs if the inner tabs do not contain the page.
        var names: [String] = []
        let tabs = tree.innermost(.tabs, in: front) { node in
            names += node.children.map { self.name(of: $0) }
            return node.children.contains { self.holds($0, page) }
        }
        guard let tabs, let index = tree[tabs].children.firstIndex(where: { holds($0, page) }) else {
            guard !names.isEmpty else {
                throw .expected(
                    "tabs in front", found: description(of: front),
                    advice: "launch the app with `.tabs`, or close what covers them")
            }
            throw .expected(
                "a tab with \(page)", found: "the tabs \(list(names))",
                advice: "select one of them, or launch the app with a tab that contains \(page)")
        }
        return (tabs, index)
    }

    /// Returns the name of the first page in a slot, for error messages.
    private func name(of slot: ScreenTree.Slot) -> String {
        tree.all(in: slot).first { tree[$0].kind.isPage }.map { tree[$0].page.name } ?? "without a page"
    }

    private func holds(_ slot: ScreenTree.Slot, _ page: String) -> Bool {
        tree.all(in: slot).contains { tree[$0].page.name == page }
    }

    mutating func showTab(with page: String) throws(SimulationError) {
        let (tabs, index) = try tab(with: page)
        let old = tree[tabs].children[tree[tabs].selected]
        let new = tree[tabs].children[index]
        guard old != new else {
            // A second selection of a tab returns its stack to the first page. If the stack already shows that page, the
            // selection has no effect.
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
        guard index != tree[tabs].selected else {
            throw .expected(
                "another tab than the selected one", found: page,
                advice: "select one of the tabs \(list(tree[tabs].children.map { name(of: $0) }))")
        }
        let order = try framework.order(for: .selectTabAndBack)
        report(
            order, in: scene.name, old: [tree[tabs].children[tree[tabs].selected]], new: [tree[tabs].children[index]])
    }

    // MARK: Pagers

    mutating func turn(forward isForward: Bool, _ end: GestureEnd) throws(SimulationError) {
        guard let pager = tree.innermost(.pager, in: front) else {
            throw .expected(
                "a pager in front", found: description(of: front),
                advice: "launch the app with a `.pager`, or close what covers it")
        }
        let selected = tree[pager].selected
        let next = selected + (isForward ? 1 : -1)
        guard tree[pager].children.indices.contains(next) else {
            throw .expected(
                "a page to turn to",
                found: "page \(selected + 1) of \(list(tree[pager].children.map { name(of: $0) }))",
                advice: "turn to the other side, or launch the app with more pages in the pager")
        }
        let order = try framework.order(for: end == .completed ? .turnPage : .turnPageCancelled)
        let (old, new) = (tree[pager].children[selected], tree[pager].children[next])
        if end == .completed { tree[pager].selected = next }
        report(order, in: scene.name, old: [old], new: [new])
    }

    // MARK: Panes

    mutating func setPane(with page: String, isShown: Bool) throws(SimulationError) {
        var pane: ScreenTree.Slot?
        var panes: [String] = []
        _ = tree.innermost(.split, in: front) { node in
            pane = node.children.first { self.tree[$0].isHidden == isShown && self.holds($0, page) }
            panes += node.children.map { "\(self.name(of: $0)) (\(self.tree[$0].isHidden ? "hidden" : "shown"))" }
            return pane != nil
        }
        guard let pane else {
            throw .expected(
                "a pane with \(page) that is \(isShown ? "hidden" : "shown")",
                found: panes.isEmpty ? description(of: front) : "the panes \(list(panes))",
                advice: panes.isEmpty ? "launch the app with a `.split`" : "name one of these panes")
        }
        let order = try framework.order(for: isShown ? .showPane : .hidePane)
        tree[pane].isHidden = !isShown
        report(order, in: scene.name, old: isShown ? [] : [pane], new: isShown ? [pane] : [])
    }

    // MARK: Parts

    /// Returns the page in front of the user that can have parts.
    private func group() throws(SimulationError) -> ScreenTree.Slot {
        guard let group = tree.innermost(.group, in: front) else {
            throw .expected(
                "a page with parts in front", found: description(of: front), advice: "make the page a `.group`")
        }
        return group
    }

    mutating func addChild(_ view: SimulatedView, _ end: GestureEnd) throws(SimulationError) {
        let group = try group()
        let order = try framework.order(for: end == .completed ? .addChild : .addChildCancelled)
        let child = tree.add(view, in: tree[group].scene, under: group)
        if end == .completed { tree[group].children.append(child) }
        report(order, in: scene.name, new: [child])
        if end == .cancelled { remove(child) }
    }

    private func index(of page: String, in group: ScreenTree.Slot) throws(SimulationError) -> Int {
        guard let index = tree[group].children.lastIndex(where: { tree[$0].page.name == page }) else {
            let parts = tree[group].children.map { name(of: $0) }
            throw .expected(
                "a part \(page)", found: parts.isEmpty ? "no part" : "the parts \(list(parts))",
                advice: parts.isEmpty ? "add the part first" : "name one of them, or add the part first")
        }
        return index
    }

    mutating func removeChild(_ page: String, _ end: GestureEnd) throws(SimulationError) {
        let group = try group()
        let index = try index(of: page, in: group)
        let order = try framework.order(for: end == .completed ? .removeChild : .removeChildCancelled)
        let child = tree[group].children[index]
        if end == .completed { tree[group].children.remove(at: index) }
        report(order, in: scene.name, old: [child])
        if end == .completed { remove(child) }
    }
}

/// Actions on stacks (SIM-003).
extension SimulatedApp {
    /// Returns the innermost stack in front of the user with at least this number of pages.
    private func frontStack(with count: Int) throws(SimulationError) -> ScreenTree.Slot {
        guard let stack = tree.innermost(.stack, in: front, where: { $0.children.count >= count }) else {
            let expected = ["a stack in front", "a stack with a page in front", "a stack with a page to go back to"]
            let advice = ["put the page into a `.stack`", "push a page first", "push a page first"]
            throw .expected(expected[count], found: description(of: front), advice: advice[count])
        }
        return stack
    }

    mutating func push(_ views: [SimulatedView], by transition: Transition) throws(SimulationError) {
        let stack = try frontStack(with: 0)
        let order = try framework.order(for: transition)
        let old = tree[stack].children.suffix(1)
        let new = views.map { tree.add($0, in: tree[stack].scene, under: stack) }
        tree[stack].children += new
        for slot in new.dropLast() { tree[slot].wasPassed = true }
        // A window that was not laid out before has no visible page yet, so everything in it appears with the new page.
        let coming = scene.isLaidOut ? Array(new.suffix(1)) : scene.seenRoots
        report(order, in: scene.name, old: Array(old), new: coming, others: Array(new.dropLast()))
        if !framework.keepsPages { for slot in old { destroyComponents(in: slot) } }
    }

    mutating func pop() throws(SimulationError) {
        let stack = try frontStack(with: 2)
        let below = tree[stack].children[tree[stack].children.count - 2]
        try pop(stack, to: below, by: tree[below].wasPassed ? .popToPassed : .pop)
    }

    mutating func popToRoot() throws(SimulationError) {
        let stack = try frontStack(with: 2)
        try popToRoot(of: stack)
    }

    mutating func popToRoot(of stack: ScreenTree.Slot) throws(SimulationError) {
        try pop(stack, to: tree[stack].children[0], by: tree[stack].children.count == 2 ? .pop : .popToRoot)
    }

    private mutating func pop(
        _ stack: ScreenTree.Slot, to below: ScreenTree.Slot, by transition: Transition
    ) throws(SimulationError) {
        let order = try framework.order(for: transition)
        let kept = tree[stack].children.firstIndex(of: below).map { $0 + 1 } ?? 0
        let removed = tree[stack].children[kept...]
        tree[stack].children.removeSubrange(kept...)
        tree[below].wasPassed = false
        report(
            order, in: scene.name, old: Array(removed.suffix(1)), new: [below], others: removed.dropLast().reversed())
        for slot in removed.reversed() { remove(slot) }
    }

    mutating func swipeBackCancelled() throws(SimulationError) {
        let stack = try frontStack(with: 2)
        let order = try framework.order(for: .popCancelled)
        let children = tree[stack].children
        report(
            order, in: scene.name, old: [children[children.count - 1]], new: [children[children.count - 2]])
    }

    mutating func replaceTop(_ view: SimulatedView) throws(SimulationError) {
        let stack = try frontStack(with: 1)
        let order = try framework.order(for: .replaceTop)
        let old = tree[stack].children.removeLast()
        let new = tree.add(view, in: tree[stack].scene, under: stack)
        tree[stack].children.append(new)
        report(order, in: scene.name, old: [old], new: [new])
        remove(old)
    }

    mutating func replaceBelowTop(_ views: [SimulatedView]) throws(SimulationError) {
        let stack = try frontStack(with: 1)
        let order = try framework.order(for: .replaceBelowTop)
        let removed = Array(tree[stack].children.dropLast())
        let new = views.map { tree.add($0, in: tree[stack].scene, under: stack) }
        tree[stack].children.replaceSubrange(..<removed.count, with: new)
        report(order, in: scene.name, others: removed)
        for slot in removed.reversed() { remove(slot) }
    }

    /// Returns the names of the visible nodes, for error messages.
    func description(of slot: ScreenTree.Slot) -> String {
        tree.seen(in: slot).map { tree[$0].component ?? tree[$0].page.name }.joined(separator: " > ")
    }
}
