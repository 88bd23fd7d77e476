import AnalyticsJSON
import PageViewAutomation

/// A cache of pages by the bytes of their names. Events that name one page share it.
struct PageCache {
    /// A page, and the position of its names in `text`.
    private struct Entry {
        let start: Int
        let nameCount: Int
        /// The length of the context; -1 without a context.
        let contextCount: Int
        let page: PageContext
    }

    /// The limits at which the cache removes all pages.
    private static let (maximumPages, maximumBytes) = (4_096, 1 << 20)

    private var entries: [Entry] = []
    private var index = NameIndex()
    /// The names, one after another, followed by padding.
    private var text = ContiguousArray<UInt8>(repeating: 0, count: ByteSpan.padding)

    /// Returns the page with these names.
    mutating func page(_ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> PageContext {
        let hash = name.hash ^ (context.map { $0.hash &* 31 &+ 1 } ?? 0)
        if let number = index.number(hash, where: { matches(entries[$0], bytes, name, context) }) {
            return entries[number].page
        }
        let page = PageContext(
            name: PageName(rawValue: bytes.string(name.range)),
            context: context.map { ContextName(rawValue: bytes.string($0.range)) })
        if entries.count >= Self.maximumPages || text.count >= Self.maximumBytes { self = PageCache() }
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

    private func matches(_ entry: Entry, _ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> Bool {
        let own = text.span
        guard entry.nameCount == Int(name.count), entry.contextCount == context.map({ Int($0.count) }) ?? -1,
            own.isSame(at: entry.start, as: bytes, at: Int(name.start), count: entry.nameCount)
        else { return false }
        guard let context else { return true }
        return own.isSame(
            at: entry.start + entry.nameCount, as: bytes, at: Int(context.start), count: entry.contextCount)
    }
}

/// A cache of the JSON members of pages, such as `"name":"item","context":"shop"`.
struct PageTexts {
    /// The JSON of a page. The entry retains the page, so that no other page can have its identity.
    private struct Entry {
        let page: PageContext
        let range: Range<Int>
    }

    /// The number of bytes at which the cache removes all texts.
    private static let maximumBytes = 1 << 20

    /// The texts, one after another, followed by padding.
    private(set) var text = ContiguousArray<UInt8>(repeating: 0, count: ByteSpan.padding)
    private var entries: [Entry] = []
    private var index = NameIndex()

    /// Returns the range of a page's JSON in `text`. It is valid until ``trim()``.
    @inline(__always)
    mutating func range(of page: PageContext) -> Range<Int> {
        let hash = Self.hash(of: page)
        if let number = index.number(hash, where: { entries[$0].page.identity == page.identity }) {
            return entries[number].range
        }
        return add(page, hash)
    }

    /// Returns the hash of a page's identity. Identities are addresses, whose lowest bits are equal.
    @inline(__always)
    private static func hash(of page: PageContext) -> UInt32 {
        UInt32(truncatingIfNeeded: (UInt64(UInt(bitPattern: page.identity)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    @inline(never)
    private mutating func add(_ page: PageContext, _ hash: UInt32) -> Range<Int> {
        var writer = JSONWriter()
        writer.key("name")
        writer.string(page.name.rawValue)
        if let context = page.context {
            writer.key("context")
            writer.string(context.rawValue)
        }
        let own = writer.takeBytes()
        text.removeLast(ByteSpan.padding)
        let range = text.count..<(text.count + own.count)
        text += own
        text += repeatElement(0, count: ByteSpan.padding)
        index.insert(entries.count, hash)
        entries.append(Entry(page: page, range: range))
        return range
    }

    /// Removes all texts if there are many. The caller must not use earlier ranges.
    @inline(__always)
    mutating func trim() {
        if text.count > Self.maximumBytes { self = PageTexts() }
    }
}
