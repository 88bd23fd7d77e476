import PageViewAutomation

/// A window: the root of a tree of views, and its update loop.
final class Window {
    let pages: PageTree
    private let order: CallbackOrder
    private let root: () -> any View
    private var node: Node?
    private var isUpdateDue = false
    private var isUpdating = false
    private var numbers = 0

    /// Opens a window and shows the view that `root` makes.
    init(
        _ engine: PageViewEngine, scene: SceneID? = nil, order: CallbackOrder = [], _ root: @escaping () -> any View
    ) {
        pages = PageTree(engine: engine, scene: scene)
        self.order = order
        self.root = root
        update()
    }

    /// The visible lines.
    var screen: [String] { node?.render() ?? [] }

    /// Makes passes until no view requests another one. A request during a pass applies after it.
    func update() {
        isUpdateDue = true
        guard !isUpdating else { return }
        isUpdating = true
        defer { isUpdating = false }
        while isUpdateDue {
            isUpdateDue = false
            if order.contains(.withoutPasses) { makePass() } else { pages.update { makePass() } }
        }
    }

    private func makePass() {
        let child = Child(key: 0, view: AnyView(root()), environment: environment)
        let node = node ?? Node(child)
        self.node = node
        let pass = Pass(order)
        node.update(child, isContainerOnScreen: true, in: pass)
        pass.callBack()
    }

    private var environment: Environment { Environment(pages: pages.environment, window: self) }

    /// Closes the window and releases its views.
    func close() {
        pages.report(.close)
        node = nil
    }

    /// Returns a number that no node of the window has had.
    func nextNumber() -> Int {
        numbers += 1
        return numbers
    }
}

/// A view of any type. Another type makes it another view.
struct AnyView: PrimitiveView {
    let content: any View

    init(_ content: any View) { self.content = content }

    func children(of node: Node, in environment: Environment) -> [Child] {
        [Child(key: 0, view: content, environment: environment)]
    }
}
