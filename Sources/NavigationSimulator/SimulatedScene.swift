import NavigationTraces
import PageViewAutomation
import PageViewLifecycle

/// A scene of a simulated app: what lies on top of each other in its window.
package struct SimulatedScene: Sendable {
    package struct Layer: Sendable {
        package var root: ScreenTree.Place
        /// How it was put on top of what is below; the lowest was not.
        package let presentation: Presentation?
    }

    let name: String
    package var layers: [Layer]
    var isForeground = true
    var isWindowShown = true
    var isLaidOut = true

    /// What is in front of the user, the topmost last.
    var seenRoots: [ScreenTree.Place] {
        let covering = layers.lastIndex { $0.presentation?.covers ?? true } ?? 0
        return layers[covering...].map(\.root)
    }
}

extension SimulatedApp {
    package var scene: SimulatedScene {
        get { scenes[activeScene] }
        set { scenes[activeScene] = newValue }
    }

    /// What the user can act on: the topmost layer of the active scene.
    var front: ScreenTree.Place { scene.layers[scene.layers.count - 1].root }

    mutating func addScene(_ name: String, showing view: SimulatedView, _ launch: Launch = .normal) {
        let root = tree.add(view, in: name)
        scenes.append(SimulatedScene(name: name, layers: [SimulatedScene.Layer(root: root, presentation: nil)]))
        activeScene = scenes.count - 1
        scene.isForeground = launch != .inBackground
        scene.isLaidOut = launch != .beforeFirstLayout
        if scene.isLaidOut { reportLaunch() }
    }

    /// The window is laid out for the first time, so what it shows appears.
    mutating func layOut() {
        guard !scene.isLaidOut else { return }
        scene.isLaidOut = true
        reportLaunch()
    }

    private mutating func reportLaunch() {
        if !scene.isForeground, framework[.launchInBackground] == nil { emit(.scene(scene.name, .background)) }
        report(framework.order(of: scene.isForeground ? .launch : .launchInBackground))
    }

    /// Reports that the window of the active scene shows its first thing.
    private mutating func report(_ launch: TransitionOrder?, over oldScene: String? = nil) {
        guard let launch else { return }
        let root = scene.layers[0].root
        let others = tree.innermost(.tabs, in: root).map { Array(tree[$0].children.dropFirst().prefix(1)) } ?? []
        report(launch, in: scene.name, over: oldScene, new: [root], others: others)
    }

    mutating func openScene(_ name: String, _ view: SimulatedView) throws(SimulationError) {
        guard !scenes.contains(where: { $0.name == name }) else {
            throw .expected("a scene that is not open", found: name)
        }
        let (old, oldPlace) = (scene.name, activeScene)
        if let order = framework.order(of: .openScene) {
            addScene(name, showing: view, .beforeFirstLayout)
            scene.isLaidOut = true
            report(order, over: old)
            // One that is opened behind the user's back leaves the user where they are.
            if !scene.isForeground { activeScene = oldPlace }
        } else {
            deactivate()
            addScene(name, showing: view)
            if !hasJustSaid(.scene(name, .active)) { emit(.scene(name, .active)) }
        }
    }

    private func hasJustSaid(_ action: TraceEvent.Action) -> Bool {
        if case .event(let event) = lines.last { event.action == action } else { false }
    }

    mutating func activateScene(_ name: String) throws(SimulationError) {
        guard let place = scenes.firstIndex(where: { $0.name == name }) else {
            throw .expected("one of the scenes \(scenes.map(\.name).joined(separator: ", "))", found: name)
        }
        guard place != activeScene || !scene.isForeground else {
            throw .expected("another scene, or one in the background", found: name)
        }
        if place != activeScene { deactivate() }
        bringToFront(place)
    }

    /// The active scene loses the user's attention, if it has it.
    private mutating func deactivate() {
        if scene.isForeground { emit(.scene(scene.name, .inactive)) }
    }

    /// Makes a scene the active one, out of the background too.
    private mutating func bringToFront(_ place: Int) {
        activeScene = place
        if !scene.isForeground, let order = framework.order(of: .enterForeground) {
            scene.isForeground = true
            report(order, in: scene.name, new: scene.seenRoots)
        } else {
            emit(.scene(scene.name, .active))
        }
    }

    mutating func closeScene() throws(SimulationError) {
        guard scenes.count > 1 else { throw .expected("more than one scene", found: "\(scene.name) alone") }
        let order = try framework.order(for: .disconnect)
        let closed = scenes.remove(at: activeScene)
        activeScene = scenes.count - 1
        report(order, in: closed.name, old: closed.seenRoots)
        for layer in closed.layers.reversed() { remove(layer.root) }
        bringToFront(activeScene)
    }

    /// Takes the whole scene out of the user's sight, or into it.
    mutating func setForeground(_ isForeground: Bool, by transition: Transition) throws(SimulationError) {
        guard scene.isForeground != isForeground else {
            throw .expected(
                "a scene in the \(isForeground ? "background" : "foreground")", found: "\(scene.name), which is not")
        }
        let order = try framework.order(for: transition)
        scene.isForeground = isForeground
        report(
            order, in: scene.name, old: isForeground ? [] : scene.seenRoots, new: isForeground ? scene.seenRoots : [])
    }

    /// Hides the window, or shows it again.
    mutating func setWindowShown(_ isShown: Bool) throws(SimulationError) {
        guard scene.isWindowShown != isShown else {
            throw .expected("a window that is \(isShown ? "hidden" : "shown")", found: "one that is not")
        }
        let order = try framework.order(for: isShown ? .showWindow : .hideWindow)
        scene.isWindowShown = isShown
        report(order, in: scene.name, old: isShown ? [] : scene.seenRoots, new: isShown ? scene.seenRoots : [])
    }
}

extension UIFramework {
    /// The order of a transition, which the framework has to know.
    func order(for transition: Transition) throws(SimulationError) -> TransitionOrder {
        guard let order = order(of: transition) else {
            throw SimulationError("\(name) has no transition \(transition.name)")
        }
        return order
    }
}
