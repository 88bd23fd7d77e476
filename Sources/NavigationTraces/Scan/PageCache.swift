import AnalyticsJSON
import PageViewAutomation

/// Pages by the bytes of their names, so that a page that many events name is made once.
struct PageCache {
    /// A page, and its names: one after another in `text`.
    private struct Entry {
        let start: Int
        let nameCount: Int
        /// The length of the context; -1 without one.
        let contextCount: Int
        let page: PageContext
    }

    /// All pages are forgotten when there are so many, or so many bytes of names.
    private static let (mostPages, mostBytes) = (4_096, 1 << 20)

    private var entries: [Entry] = []
    private var index = NameIndex()
    /// The names, and behind the last one the padding of words.
    private var text = ContiguousArray<UInt8>(repeating: 0, count: ByteSpan.padding)

    /// The page with these names.
    mutating func page(_ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> PageContext {
        let hash = name.hash ^ (context.map { $0.hash &* 31 &+ 1 } ?? 0)
        if let number = index.number(hash, where: { isSpelled(entries[$0], bytes, name, context) }) {
            return entries[number].page
        }
        let page = PageContext(
            name: PageName(rawValue: bytes.string(name.range)),
            context: context.map { ContextName(rawValue: bytes.string($0.range)) })
        if entries.count >= Self.mostPages || text.count >= Self.mostBytes { self = PageCache() }
        let start = text.count - ByteSpan.padding
        text.removeLast(ByteSpan.padding)
        text += bytes.array(name.range)
        if let context { text += bytes.array(context.range) }
        text += repeatElement(0, count: ByteSpan.padding)
        index.insert(entries.count, hash)
        entries.append(
            Entry(
                start: start, nameCount: Int(name.count), contextCount: context.map { Int($0.count) } ?? -1, page: page)
        )
        return page
    }

    private func isSpelled(_ entry: Entry, _ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> Bool {
        let own = text.span
        guard entry.nameCount == Int(name.count), entry.contextCount == context.map({ Int($0.count) }) ?? -1,
            own.isSame(at: entry.start, as: bytes, at: Int(name.start), count: entry.nameCount)
        else { return false }
        guard let context else { return true }
        return own.isSame(
            at: entry.start + entry.nameCount, as: bytes, at: Int(context.start), count: entry.contextCount)
    }
}
