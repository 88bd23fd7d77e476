import PageViewTesting

/// A screen that shows its own name, which one it is, and whether it is ready; and is a page of that name.
///
///     «item#4 ready»
///       what is inside
///
/// So what is in front of the user can be read from the rendered text, by somebody who knows nothing of pages.
struct Screen<Content: View>: View {
    let name: String
    var isReady = true
    @ViewBuilder var content: Content

    var body: some View {
        Numbered { number in
            VStack {
                Text("«\(name)#\(number) \(isReady ? "ready" : "loading")»")
                VStack(indentation: 2) { content }
            }
            .analyticsPage(PageContext(name: PageName(rawValue: name)), isReady: isReady, payload: ["number": number])
        }
    }
}

extension Screen where Content == TupleView<> {
    init(_ name: String, isReady: Bool = true) {
        self.init(name: name, isReady: isReady) { TupleView(content: ()) }
    }
}

extension Screen {
    init(_ name: String, isReady: Bool = true, @ViewBuilder content: () -> Content) {
        self.init(name: name, isReady: isReady, content: content)
    }
}
