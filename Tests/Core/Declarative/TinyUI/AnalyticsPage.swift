import PageViewAutomation

// The whole adapter of TinyUI.

extension View {
    var analyticsPage: PageModifier<some View> { PageModifier { WithPage(content: self, page: $0) } }
    var trackScreen: ScreenModifier<some View> { ScreenModifier { WithPage(content: self, page: $0) } }
}

/// A view that is a page.
struct WithPage<Content: View>: PrimitiveView {
    let content: Content
    let page: DeclaredPage

    func makeStorage(in environment: Environment) -> AnyObject? { PageNode() }

    func children(of node: Node, in environment: Environment) -> [Child] {
        var inside = environment
        if let pageNode = node.storage as? PageNode {
            pageNode.update(page, in: environment.pages)
            pageNode.attach(level: environment.level)
            inside.pages = pageNode.content
        }
        return [Child(key: 0, view: content, environment: inside)]
    }

    func didAppear(_ node: Node) { (node.storage as? PageNode)?.appear() }
    func didDisappear(_ node: Node) { (node.storage as? PageNode)?.disappear() }
}
