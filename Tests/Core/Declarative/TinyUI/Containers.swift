/// Views behind tabs, of which the selected one is visible. The others stay alive.
struct TabView<Content: View>: PrimitiveView {
    let selection: AnyHashable
    let tabs: [AnyHashable]
    let content: (AnyHashable) -> Content

    init(_ selection: AnyHashable, tabs: [AnyHashable], content: @escaping (AnyHashable) -> Content) {
        self.selection = selection
        self.tabs = tabs
        self.content = content
    }

    func children(of node: Node, in environment: Environment) -> [Child] {
        tabs.map { Child(key: $0, view: content($0), environment: environment, isShown: $0 == selection) }
    }

    func render(_ children: [[String]]) -> [String] {
        children.flatMap { $0 } + [tabs.map { $0 == selection ? "[\($0)]" : " \($0) " }.joined()]
    }
}

/// A view with an optional sheet over it, below which it stays visible.
struct PresentingView<Content: View, Sheet: View>: PrimitiveView {
    let content: Content
    let sheet: Sheet?

    func children(of node: Node, in environment: Environment) -> [Child] {
        var above = environment
        above.level += 1
        return [Child(key: "content", view: content, environment: environment)]
            + (sheet.map { [Child(key: "sheet", view: $0, environment: above)] } ?? [])
    }

    func render(_ children: [[String]]) -> [String] {
        guard sheet != nil else { return children.flatMap { $0 } }
        return Array(children.joined(separator: ["--- sheet"]))
    }
}

extension View {
    func sheet<Item, Sheet: View>(_ item: Item?, @ViewBuilder content: (Item) -> Sheet) -> some View {
        PresentingView(content: self, sheet: item.map(content))
    }
}
