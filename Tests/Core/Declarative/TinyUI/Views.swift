/// A line of text.
struct Text: PrimitiveView {
    let text: String

    init(_ text: String) { self.text = text }

    func render(_ children: [[String]]) -> [String] { [text] }
}

/// Views below each other, indented by some columns.
struct VStack<Content: View>: PrimitiveView {
    var indentation = 0
    @ViewBuilder let content: Content

    func children(of node: Node, in environment: Environment) -> [Child] {
        [Child(key: 0, view: content, environment: environment)]
    }

    func render(_ children: [[String]]) -> [String] {
        children.flatMap { $0 }.map { String(repeating: " ", count: indentation) + $0 }
    }
}

/// A view for each element, identified by the id of the element.
struct ForEach<Element, Content: View>: PrimitiveView {
    let elements: [Element]
    let id: (Element) -> AnyHashable
    let content: (Element) -> Content

    init(_ elements: [Element], id: @escaping (Element) -> AnyHashable, content: @escaping (Element) -> Content) {
        self.elements = elements
        self.id = id
        self.content = content
    }

    func children(of node: Node, in environment: Environment) -> [Child] {
        elements.map { Child(key: id($0), view: content($0), environment: environment) }
    }
}

/// A view that gets the number of its node.
struct Numbered<Content: View>: PrimitiveView {
    private final class Number {
        let value: Int
        init(_ value: Int) { self.value = value }
    }

    let content: (Int) -> Content

    init(@ViewBuilder content: @escaping (Int) -> Content) { self.content = content }

    func makeStorage(in environment: Environment) -> AnyObject? { Number(environment.window.nextNumber()) }

    func children(of node: Node, in environment: Environment) -> [Child] {
        [Child(key: 0, view: content((node.storage as? Number)?.value ?? 0), environment: environment)]
    }
}

/// A view that acts when it appears.
struct LifecycleView<Content: View>: PrimitiveView {
    let content: Content
    let appear: () -> Void

    func children(of node: Node, in environment: Environment) -> [Child] {
        [Child(key: 0, view: content, environment: environment)]
    }

    func didAppear(_ node: Node) { appear() }
}

/// A view in a changed environment.
struct EnvironmentView<Content: View>: PrimitiveView {
    let content: Content
    let change: (inout Environment) -> Void

    func children(of node: Node, in environment: Environment) -> [Child] {
        var inside = environment
        change(&inside)
        return [Child(key: 0, view: content, environment: inside)]
    }
}

extension View {
    func onAppear(_ action: @escaping () -> Void) -> some View { LifecycleView(content: self, appear: action) }
    func environment(_ change: @escaping (inout Environment) -> Void) -> some View {
        EnvironmentView(content: self, change: change)
    }
}
