import PageViewTesting

/// A page that shows its name, its `id:` if any, the number of its node, and whether it is ready.
///
///     «item/7#4 ready»
///       content
struct Screen<Content: View>: View {
    let name: String
    var id: Int?
    var isReady = true
    @ViewBuilder var content: Content

    var body: some View {
        Numbered { number in
            VStack {
                Text("«\(name)\(id.map { "/\($0)" } ?? "")#\(number) \(isReady ? "ready" : "loading")»")
                VStack(indentation: 2) { content }
            }
            .analyticsPage(
                PageContext(name: PageName(rawValue: name)), id: id, isReady: isReady, payload: ["number": number])
        }
    }
}

extension Screen where Content == TupleView<> {
    init(_ name: String, id: Int? = nil, isReady: Bool = true) {
        self.init(name: name, id: id, isReady: isReady) { TupleView(content: ()) }
    }
}

extension Screen {
    init(_ name: String, id: Int? = nil, isReady: Bool = true, @ViewBuilder content: () -> Content) {
        self.init(name: name, id: id, isReady: isReady, content: content)
    }
}
