import PageViewAutomation

/// A view of TinyUI, a declarative UI that renders to lines of text: a value, made anew in each pass of the update loop.
protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    var body: Never { fatalError("A view without a body is never asked for it.") }
}

/// A view that has no body, but says itself what it contains and how it looks.
protocol PrimitiveView: View where Body == Never {
    /// What is inside it in this pass.
    func children(of node: Node, in environment: Environment) -> [Child]
    /// Its lines, made of those of its children that are shown.
    func render(_ children: [[String]]) -> [String]
    /// What lives through the updates for it.
    func makeStorage(in environment: Environment) -> AnyObject?
    /// It has come onto the screen, or is said so once more.
    func didAppear(_ node: Node)
    /// It has gone from the screen.
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
    /// What tells it from its siblings: its position, or an identity.
    let key: AnyHashable
    let view: any View
    let environment: Environment
    /// Whether it is to be seen, where its container is.
    var isShown = true
}

/// What containers hand down to what is in them.
struct Environment {
    /// Where pages belong.
    var pages = PageEnvironment.none
    /// The window, which makes a pass when it is asked to.
    var window: Window
}
