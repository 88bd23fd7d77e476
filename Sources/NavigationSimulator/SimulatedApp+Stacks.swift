import NavigationTraces

/// Stacks: the page on top is seen.
extension SimulatedApp {
    /// The innermost stack in front with so many pages at least.
    private func frontStack(with count: Int) throws(SimulationError) -> ScreenTree.Place {
        guard let stack = tree.innermost(.stack, in: front, where: { $0.children.count >= count }) else {
            let expected = ["a stack in front", "a stack with a page in front", "a stack with a page to go back to"]
            throw .expected(expected[count], found: description(of: front))
        }
        return stack
    }

    mutating func push(_ views: [SimulatedView], by transition: Transition) throws(SimulationError) {
        let stack = try frontStack(with: 0)
        let order = try framework.order(for: transition)
        let old = tree[stack].children.suffix(1)
        let new = views.map { tree.add($0, in: tree[stack].scene, under: stack) }
        tree[stack].children += new
        for place in new.dropLast() { tree[place].wasPassed = true }
        // In a window that is not laid out yet, all that is seen comes, not the new page alone.
        let coming = scene.isLaidOut ? Array(new.suffix(1)) : scene.seenRoots
        report(order, in: scene.name, old: Array(old), new: coming, others: Array(new.dropLast()))
        if !framework.keepsPages { for place in old { destroyComponents(in: place) } }
    }

    mutating func pushTwice(_ first: SimulatedView, _ second: SimulatedView) throws(SimulationError) {
        try push([first, second], by: .pushDuringPush)
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

    mutating func popToRoot(of stack: ScreenTree.Place) throws(SimulationError) {
        try pop(stack, to: tree[stack].children[0], by: tree[stack].children.count == 2 ? .pop : .popToRoot)
    }

    private mutating func pop(
        _ stack: ScreenTree.Place, to below: ScreenTree.Place, by transition: Transition
    ) throws(SimulationError) {
        let order = try framework.order(for: transition)
        let kept = tree[stack].children.firstIndex(of: below).map { $0 + 1 } ?? 0
        let gone = tree[stack].children[kept...]
        tree[stack].children.removeSubrange(kept...)
        tree[below].wasPassed = false
        report(
            order, in: scene.name, old: Array(gone.suffix(1)), new: [below], others: gone.dropLast().reversed())
        for place in gone.reversed() { remove(place) }
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
        let gone = Array(tree[stack].children.dropLast())
        let new = views.map { tree.add($0, in: tree[stack].scene, under: stack) }
        tree[stack].children.replaceSubrange(..<gone.count, with: new)
        report(order, in: scene.name, others: gone)
        for place in gone.reversed() { remove(place) }
    }

    /// What a place shows, in words.
    func description(of place: ScreenTree.Place) -> String {
        tree.seen(in: place).map { tree[$0].component ?? tree[$0].page.name }.joined(separator: " > ")
    }
}
