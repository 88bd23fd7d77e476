import PageViewAutomation

/// A view of TinyUI, a declarative UI that renders to lines of text.
///
/// A view is a value that is made anew in each pass of the update loop.
protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    var body: Never { fatalError("A view without a body is never asked for it.") }
}

/// A view without a body, which provides its children and its lines itself.
protocol PrimitiveView: View where Body == Never {
    /// Returns the children of the view in this pass.
    func children(of node: Node, in environment: Environment) -> [Child]
    /// Returns the lines of the view, made from the lines of its shown children.
    func render(_ children: [[String]]) -> [String]
    /// Returns an object that persists through the updates.
    func makeStorage(in environment: Environment) -> AnyObject?
    /// Called when the view has appeared, perhaps repeatedly.
    func didAppear(_ node: Node)
    /// Called when the view has disappeared.
    func didDisappear(_ node: Node)
}

extension PrimitiveView {
    var body: Never { fatalError("A view without a body is never asked for it.") }
    func children(of node: Node, in environment: Environment) -> [Child] { [] }
    func render(_ children: [[String]]) -> [String] { children.flatMap { $0 } }
    func makeStorage(in environment: Environment) -> AnyObject? { nil }
    func didAppear(_ node: Node) {}
    func didDisappear(_ node: Node) {}
}

/// A view inside another one in one pass.
struct Child {
    /// The position or identity that distinguishes it from its siblings.
    let key: AnyHashable
    let view: any View
    let environment: Environment
    /// Whether the view is visible if its container is.
    var isShown = true
}

/// The values that containers pass to their content.
struct Environment {
    /// The tree and the container of pages.
    var pages = PageEnvironment.none
    /// The number of views that the view is presented over.
    var level = 0
    /// The window, which makes a pass on request.
    var window: Window
}
