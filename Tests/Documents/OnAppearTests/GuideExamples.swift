// The code of the guide "Counting pages with onAppear", compiled and tested. `ReadmeTests` looks for each block in this file.
import PageViewAutomation

let engine = PageViewEngine { pageView in
    print(pageView.sequence, pageView.page, pageView.cause)
}

@MainActor var pages = PageTree(engine: engine)

struct CountedView<Content: View>: View {
    let content: Content
    let page: DeclaredPage
    @State private var node = PageNode()

    var body: some View {
        node.update(page, in: pages.environment)
        return
            content
            .onAppear { [weak node] in node?.appear() }
            .onDisappear { [weak node] in node?.disappear() }
    }
}

extension View {
    var analyticsPage: PageModifier<some View> { PageModifier { CountedView(content: self, page: $0) } }
}

// The views of the app.

struct Item {
    let id: Int
    var price: Int?
}

struct HomeView: View {
    var body: some View {
        Text("Welcome")
            .analyticsPage("home")
    }
}

struct ItemView: View {
    let item: Item

    var body: some View {
        Text("\(item.id)")
            .analyticsPage(.item, id: item.id, isReady: item.price != nil, payload: ["price": item.price])
    }
}

extension PageContext {
    static let item = Self(name: "item", context: "shop")
}

@MainActor func makePages(of engine: PageViewEngine) {
    pages = PageTree(engine: engine, timing: .deferred { work in Task { @MainActor in work() } })
}

/// A view for a framework that makes the state anew in each pass until it is set.
struct SettingView: View {
    let page: DeclaredPage
    @State private var node = PageNode()

    var body: some View {
        node.update(page, in: pages.environment)
        return Text("offer")
            .onAppear { [weak node] in
                guard let node else { return }
                self.node = node
                node.appear()
            }
    }
}
