/// A name and a context, and what follows from them.
final class PageNames: Sendable {
    let name: PageName
    let context: ContextName?
    /// Whether the name is empty or nothing but white space.
    let isBlank: Bool
    /// Whether neither has NUL in it, and how many bytes the longer one has.
    let isPlain: Bool
    let longestName: Int

    init(name: PageName, context: ContextName?) {
        self.name = PageName(rawValue: Self.compact(name.rawValue))
        self.context = context.map { ContextName(rawValue: Self.compact($0.rawValue)) }
        isBlank = name.rawValue.allSatisfy { $0.isWhitespace }
        isPlain = !name.rawValue.utf8.contains(0) && !(context?.rawValue.utf8.contains(0) ?? false)
        longestName = max(name.rawValue.utf8.count, context?.rawValue.utf8.count ?? 0)
    }

    /// The same text in as little memory as it takes: a short one needs none, so that nothing has to be counted where it is
    /// handed on, which is done with each record.
    private static func compact(_ text: String) -> String { String(decoding: text.utf8, as: UTF8.self) }
}
