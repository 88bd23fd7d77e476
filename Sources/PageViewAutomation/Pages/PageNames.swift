/// A name and a context, and what follows from them.
final class PageNames: Sendable {
    let name: PageName
    let context: ContextName?
    /// Whether the name is empty or nothing but white space.
    let isBlank: Bool

    init(name: PageName, context: ContextName?) {
        self.name = name
        self.context = context
        isBlank = name.rawValue.allSatisfy { $0.isWhitespace }
    }
}
