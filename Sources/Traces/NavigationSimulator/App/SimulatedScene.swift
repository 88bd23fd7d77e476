import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// A scene of a simulated app: the layers of its window (SIM-004).
package struct SimulatedScene: Sendable {
    package struct Layer: Sendable {
        package var root: ScreenTree.Slot
        /// The presentation of the layer; `nil` for the lowest layer.
        package let presentation: Presentation?
    }

    let name: String
    package var layers: [Layer]
    var isForeground = true
    var isWindowShown = true
    var isLaidOut = true

    var seenRoots: [ScreenTree.Slot] {
        let covering = layers.lastIndex { $0.presentation?.covers ?? true } ?? 0
        return layers[covering...].map(\.root)
    }
}

extension SimulatedApp {
    package var scene: SimulatedScene {
        get { scenes[activeScene] }
        set { scenes[activeScene] = newValue }
    }

    /// The topmost layer of the active scene. Actions affect this layer (SIM-003).
    var front: ScreenTree.Slot { scene.layers[scene.layers.count - 1].root }

    mutating func addScene(_ name: String, showing view: SimulatedView, _ launch: Launch = .normal) {
        let root = tree.add(view, in: name)
        scenes.append(SimulatedScene(name: name, layers: [SimulatedScene.Layer(root: root, presentation: nil)]))
        activeScene = scenes.count - 1
        scene.isForeground = launch != .inBackground
        scene.isLaidOut = launch != .beforeFirstLayout
        if scene.isLaidOut { reportLaunch() }
    }

    mutating func layOut() {
        guard !scene.isLaidOut else { return }
        scene.isLaidOut = true
        reportLaunch()
    }

    private mutating func reportLaunch() {
        if !scene.isForeground, framework[.launchInBackground] == nil { emit(.scene(scene.name, .background)) }
        report(framework.order(of: scene.isForeground ? .launch : .launchInBackground))
    }

    private mutating func report(_ launch: [TransitionStep]?, over oldScene: String? = nil) {
        guard let launch else { return }
        let root = scene.layers[0].root
        let others = tree.innermost(.tabs, in: root).map { Array(tree[$0].children.dropFirst().prefix(1)) } ?? []
        report(launch, in: scene.name, over: oldScene, new: [root], others: others)
    }

    mutating func openScene(_ name: String, _ view: SimulatedView) throws(SimulationError) {
        guard !scenes.contains(where: { $0.name == name }) else {
            throw .expected(
                "a new name for the scene", found: name,
                advice: "the open scenes are \(list(scenes.map(\.name))); use another name, or activate this scene")
        }
        let (old, oldIndex) = (scene.name, activeScene)
        if let order = framework.order(of: .openScene) {
            addScene(name, showing: view, .beforeFirstLayout)
            scene.isLaidOut = true
            report(order, over: old)
            // A scene that opens in the background does not become the active one.
            if !scene.isForeground { activeScene = oldIndex }
        } else {
            deactivate()
            addScene(name, showing: view)
            if !wasJustReported(.scene(name, .active)) { emit(.scene(name, .active)) }
        }
    }

    private func wasJustReported(_ action: TraceEvent.Action) -> Bool {
        if case .event(let event) = lines.last { event.action == action } else { false }
    }

    mutating func activateScene(_ name: String) throws(SimulationError) {
        guard let index = scenes.firstIndex(where: { $0.name == name }) else {
            throw .expected(
                "one of the scenes \(list(scenes.map(\.name)))", found: name, advice: "open this scene first")
        }
        guard index != activeScene || !scene.isForeground else {
            throw .expected(
                "another scene, or one in the background", found: "\(name), which is active",
                advice: "open another scene, or enter the background first")
        }
        if index != activeScene { deactivate() }
        bringToFront(index)
    }

    private mutating func deactivate() {
        if scene.isForeground { emit(.scene(scene.name, .inactive)) }
    }

    /// Activates a scene, and brings it to the foreground if it is in the background.
    private mutating func bringToFront(_ index: Int) {
        activeScene = index
        if !scene.isForeground, let order = framework.order(of: .enterForeground) {
            scene.isForeground = true
            report(order, in: scene.name, new: scene.seenRoots)
        } else {
            emit(.scene(scene.name, .active))
        }
    }

    mutating func closeScene() throws(SimulationError) {
        guard scenes.count > 1 else {
            throw .expected(
                "more than one scene", found: "\(scene.name) alone", advice: "open another scene first")
        }
        let order = try framework.order(for: .disconnect)
        let closed = scenes.remove(at: activeScene)
        activeScene = scenes.count - 1
        report(order, in: closed.name, old: closed.seenRoots)
        for layer in closed.layers.reversed() { remove(layer.root) }
        bringToFront(activeScene)
    }

    mutating func setForeground(_ isForeground: Bool, by transition: Transition) throws(SimulationError) {
        guard scene.isForeground != isForeground else {
            throw .expected(
                "a scene in the \(isForeground ? "background" : "foreground")",
                found: "\(scene.name) in the \(isForeground ? "foreground" : "background")",
                advice: "\(isForeground ? "enter the background" : "return to the foreground") first")
        }
        let order = try framework.order(for: transition)
        scene.isForeground = isForeground
        report(
            order, in: scene.name, old: isForeground ? [] : scene.seenRoots, new: isForeground ? scene.seenRoots : [])
    }

    mutating func setWindowShown(_ isShown: Bool) throws(SimulationError) {
        guard scene.isWindowShown != isShown else {
            let (expected, found) = isShown ? ("hidden", "shown") : ("shown", "hidden")
            throw .expected(
                "a window that is \(expected)", found: "a \(found) window of the scene \(scene.name)",
                advice: "\(isShown ? "hide" : "show") it first")
        }
        let order = try framework.order(for: isShown ? .showWindow : .hideWindow)
        scene.isWindowShown = isShown
        report(order, in: scene.name, old: isShown ? [] : scene.seenRoots, new: isShown ? scene.seenRoots : [])
    }
}

/// Actions on the topmost layer and on the lowest one (SIM-003).
extension SimulatedApp {
    mutating func present(_ view: SimulatedView, _ presentation: Presentation) throws(SimulationError) {
        let order = try framework.order(for: .present(presentation))
        // Some frameworks report about the front layer even if the new layer does not cover it.
        let old = presentation.covers ? scene.seenRoots : [front]
        let root = tree.add(view, in: scene.name)
        scene.layers.append(SimulatedScene.Layer(root: root, presentation: presentation))
        report(order, in: scene.name, old: old, new: [root])
    }

    mutating func dismiss(_ end: GestureEnd) throws(SimulationError) {
        guard let layer = scene.layers.last, let presentation = layer.presentation else {
            throw .expected("a presented view", found: description(of: front), advice: "present a view first")
        }
        guard end == .completed else {
            let order = try framework.order(for: .dismissCancelled(presentation))
            let below = scene.layers[scene.layers.count - 2].root
            return report(order, in: scene.name, old: [layer.root], new: presentation.covers ? [] : [below])
        }
        let order = try framework.order(for: .dismiss(presentation))
        scene.layers.removeLast()
        report(order, in: scene.name, old: [layer.root], new: presentation.covers ? scene.seenRoots : [front])
        remove(layer.root)
    }

    mutating func replaceRoot(_ view: SimulatedView) throws(SimulationError) {
        let root = scene.layers[0].root
        let (transition, others): (Transition, [ScreenTree.Slot]) =
            switch tree[root].kind {
            case .stack: (.replaceRootStack, Array(tree[root].children.dropLast()))
            case .tabs:
                (.replaceRootTabs, tree[root].children.filter { slot in isVisited(slot) && !isSelected(slot) })
            default: (.replaceRoot, [])
            }
        let order = try framework.order(for: transition)
        let isSeen = scene.seenRoots.contains(root)
        scene.layers[0].root = tree.add(view, in: scene.name)
        report(
            order, in: scene.name, old: isSeen ? [root] : [], new: isSeen ? [scene.layers[0].root] : [], others: others)
        remove(root)
    }

    private func isVisited(_ slot: ScreenTree.Slot) -> Bool { tree.seen(in: slot).contains { tree[$0].wasShown } }

    private func isSelected(_ slot: ScreenTree.Slot) -> Bool {
        tree[slot].parent.map { tree.seenChildren(of: $0).contains(slot) } ?? false
    }

    mutating func recreate() throws(SimulationError) {
        let order = try framework.order(for: .recreate)
        // A framework without a report keeps the components.
        if order.isEmpty { return }
        let old = tree.front(of: front)
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

    mutating func appearAgain() throws(SimulationError) {
        let order = try framework.order(for: .appearAgain)
        report(order, in: scene.name, new: [tree.front(of: front)])
    }
}
