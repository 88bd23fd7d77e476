/// The persistent part of a view, for as long as its key and its type stay the same.
final class Node {
    let key: AnyHashable
    private(set) var view: any View
    private(set) var storage: AnyObject?
    private(set) var children: [Node] = []
    private(set) var isOnScreen = false
    /// Whether the node is visible if its container is.
    private(set) var isShown = true

    init(_ child: Child) {
        key = child.key
        view = child.view
        storage = (child.view as? any PrimitiveView)?.makeStorage(in: child.environment)
    }

    /// Takes the view of this pass, updates the content, and adds the shown and hidden nodes to the pass.
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
        return primitive.children(of: self, in: environment)
    }

    private func body(of view: some View) -> any View { view.body }

    private func remove(from pass: Pass) {
        if isOnScreen { pass.gone.append(self) }
        isOnScreen = false
        for child in children { child.remove(from: pass) }
    }

    /// Returns the lines of the view and of its shown content.
    func render() -> [String] {
        let lines = children.filter(\.isShown).map { $0.render() }
        return (view as? any PrimitiveView)?.render(lines) ?? lines.flatMap { $0 }
    }
}

/// The nodes that one pass of the update loop shows and hides.
final class Pass {
    let order: CallbackOrder
    var shown: [(node: Node, isNew: Bool)] = []
    var gone: [Node] = []

    init(_ order: CallbackOrder) { self.order = order }

    /// Calls the callbacks of the nodes.
    func callBack() {
        let shown = order.contains(.innermostFirst) ? shown.reversed() : shown
        func callDidDisappear() { for node in gone { (node.view as? any PrimitiveView)?.didDisappear(node) } }
        if order.contains(.disappearsFirst) { callDidDisappear() }
        for (node, isNew) in shown {
            let view = node.view as? any PrimitiveView
            if order.contains(.comesAndGoes), !isNew {
                view?.didDisappear(node)
                view?.didAppear(node)
            }
            if isNew || order.contains(.repeatsAppear) { view?.didAppear(node) }
        }
        if !order.contains(.disappearsFirst) { callDidDisappear() }
    }
}

/// The differences between frameworks, including redundant callbacks.
struct CallbackOrder: OptionSet, Sendable {
    let rawValue: Int

    /// Disappearances precede appearances.
    static let disappearsFirst = CallbackOrder(rawValue: 1)
    /// Content precedes its container, and the last view precedes the first.
    static let innermostFirst = CallbackOrder(rawValue: 2)
    /// Views that stay appear again in each pass.
    static let repeatsAppear = CallbackOrder(rawValue: 4)
    /// Views that stay disappear and appear in each pass.
    static let comesAndGoes = CallbackOrder(rawValue: 8)
    /// The adapter does not know where a pass begins and ends.
    static let withoutPasses = CallbackOrder(rawValue: 16)
}
