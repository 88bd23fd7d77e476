import NavigationTraces

/// What lies on top of everything else, and what is below all.
extension SimulatedApp {
    mutating func present(_ view: SimulatedView, _ presentation: Presentation) throws(SimulationError) {
        let order = try framework.order(for: .present(presentation))
        // Of what stays, some frameworks tell the layer right below of it all the same.
        let old = presentation.covers ? scene.seenRoots : [front]
        let root = tree.add(view, in: scene.name)
        scene.layers.append(SimulatedScene.Layer(root: root, presentation: presentation))
        report(order, in: scene.name, old: old, new: [root])
    }

    private var presented: SimulatedScene.Layer? { scene.layers.last.flatMap { $0.presentation == nil ? nil : $0 } }

    mutating func dismiss() throws(SimulationError) {
        guard let layer = presented, let presentation = layer.presentation else {
            throw .expected("something on top", found: description(of: front))
        }
        let order = try framework.order(for: .dismiss(presentation))
        scene.layers.removeLast()
        report(order, in: scene.name, old: [layer.root], new: presentation.covers ? scene.seenRoots : [front])
        remove(layer.root)
    }

    mutating func dismissCancelled() throws(SimulationError) {
        guard let layer = presented, let presentation = layer.presentation else {
            throw .expected("something on top", found: description(of: front))
        }
        let order = try framework.order(for: .dismissCancelled(presentation))
        let below = scene.layers[scene.layers.count - 2].root
        report(order, in: scene.name, old: [layer.root], new: presentation.covers ? [] : [below])
    }

    mutating func replaceRoot(_ view: SimulatedView) throws(SimulationError) {
        let root = scene.layers[0].root
        let (transition, others): (Transition, [ScreenTree.Place]) =
            switch tree[root].kind {
            case .stack: (.replaceRootStack, Array(tree[root].children.dropLast()))
            case .tabs:
                (.replaceRootTabs, tree[root].children.filter { place in isVisited(place) && !isSelected(place) })
            default: (.replaceRoot, [])
            }
        let order = try framework.order(for: transition)
        let isSeen = scene.seenRoots.contains(root)
        scene.layers[0].root = tree.add(view, in: scene.name)
        report(
            order, in: scene.name, old: isSeen ? [root] : [], new: isSeen ? [scene.layers[0].root] : [], others: others)
        remove(root)
    }

    private func isVisited(_ place: ScreenTree.Place) -> Bool { tree.seen(in: place).contains { tree[$0].wasShown } }

    private func isSelected(_ place: ScreenTree.Place) -> Bool {
        tree[place].parent.map { tree.seenChildren(of: $0).contains(place) } ?? false
    }

    mutating func recreate() throws(SimulationError) {
        let order = try framework.order(for: .recreate)
        let old = framework.recreatesActivities ? activity : tree.front(of: front)
        let node = tree[old]
        let new = tree.copy(old, under: node.parent)
        if let parent = node.parent, let index = tree[parent].children.firstIndex(of: old) {
            tree[parent].children[index] = new
        } else if let layer = scene.layers.firstIndex(where: { $0.root == old }) {
            scene.layers[layer].root = new
        }
        report(order, in: scene.name, old: [old], new: [new])
        remove(old)
    }

    /// All that the page on top of the outermost stack in front holds or, without a stack, all that is in front.
    private var activity: ScreenTree.Place {
        tree[front].kind == .stack ? tree.seenChildren(of: front).last ?? front : front
    }

    mutating func appearAgain() throws(SimulationError) {
        let order = try framework.order(for: .appearAgain)
        report(order, in: scene.name, new: [tree.front(of: front)])
    }
}
