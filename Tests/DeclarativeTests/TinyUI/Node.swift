/// What lives through the updates: the place of a view, for as long as its key and its type stay the same.
final class Node {
    let key: AnyHashable
    private(set) var view: any View
    private(set) var storage: AnyObject?
    private(set) var children: [Node] = []
    private(set) var isOnScreen = false
    /// Whether it is to be seen, where its container is.
    private(set) var isShown = true

    init(_ child: Child) {
        key = child.key
        view = child.view
        storage = (child.view as? any PrimitiveView)?.makeStorage(in: child.environment)
    }

    /// Takes the view of this pass, and brings what is inside up to date; the pass is told what comes and goes.
    func update(_ child: Child, isContainerOnScreen: Bool, in pass: Pass) {
        view = child.view
        isShown = child.isShown
        let wasOnScreen = isOnScreen
        isOnScreen = isContainerOnScreen && isShown
        if isOnScreen { pass.shown.append((self, isNew: !wasOnScreen)) }
        if wasOnScreen, !isOnScreen { pass.gone.append(self) }
        var old = children
        children = content(in: child.environment, pass).map { child in
            let index = old.firstIndex { $0.key == child.key && type(of: $0.view) == type(of: child.view) }
            let node = index.map { old.remove(at: $0) } ?? Node(child)
            node.update(child, isContainerOnScreen: isOnScreen, in: pass)
            return node
        }
        for node in old { node.remove(from: pass) }
    }

    private func content(in environment: Environment, _ pass: Pass) -> [Child] {
        guard let primitive = view as? any PrimitiveView else {
            return [Child(key: 0, view: body(of: view), environment: environment)]
        }
        let children = primitive.children(of: self, in: environment)
        return pass.order.contains(.dropsHidden) ? children.filter(\.isShown) : children
    }

    private func body(of view: some View) -> any View { view.body }

    private func remove(from pass: Pass) {
        if isOnScreen { pass.gone.append(self) }
        isOnScreen = false
        for child in children { child.remove(from: pass) }
    }

    /// Its lines, and those of what is shown inside.
    func render() -> [String] {
        let lines = children.filter(\.isShown).map { $0.render() }
        return (view as? any PrimitiveView)?.render(lines) ?? lines.flatMap { $0 }
    }
}

/// What one pass of the update loop brings onto the screen, and what it takes away.
final class Pass {
    let order: CallbackOrder
    var shown: [(node: Node, isNew: Bool)] = []
    var gone: [Node] = []

    init(_ order: CallbackOrder) { self.order = order }

    /// Tells the nodes.
    func callBack() {
        let shown = order.contains(.innermostFirst) ? shown.reversed() : shown
        func tellGone() { for node in gone { (node.view as? any PrimitiveView)?.didDisappear(node) } }
        if order.contains(.disappearsFirst) { tellGone() }
        for (node, isNew) in shown {
            let view = node.view as? any PrimitiveView
            if order.contains(.comesAndGoes), !isNew {
                view?.didDisappear(node)
                view?.didAppear(node)
            }
            if isNew || order.contains(.repeatsAppear) { view?.didAppear(node) }
        }
        if !order.contains(.disappearsFirst) { tellGone() }
    }
}

/// In what frameworks differ, and what some of them do too much.
struct CallbackOrder: OptionSet, Sendable {
    let rawValue: Int

    /// What goes is told before what comes.
    static let disappearsFirst = CallbackOrder(rawValue: 1)
    /// What is inside is told before what it is in, and the last before the first.
    static let innermostFirst = CallbackOrder(rawValue: 2)
    /// What stays is told again in each pass that it appears.
    static let repeatsAppear = CallbackOrder(rawValue: 4)
    /// What stays is told in each pass that it goes, and that it appears.
    static let comesAndGoes = CallbackOrder(rawValue: 8)
    /// What is hidden does not exist: to exist is to be shown.
    static let dropsHidden = CallbackOrder(rawValue: 16)
    /// Nobody tells the adapter where a pass begins and ends.
    static let withoutPasses = CallbackOrder(rawValue: 32)
}
