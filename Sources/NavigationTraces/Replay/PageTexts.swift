import AnalyticsJSON
import PageViewAutomation

/// The members of pages as they stand in an object, `"name":"item","context":"shop"`: written once, and copied after that.
struct PageTexts {
    /// The text of a page. It holds the page, so that no other page gets its identity.
    private struct Entry {
        let page: PageContext
        let range: Range<Int>
    }

    /// All texts are forgotten when there are so many bytes.
    private static let most = 1 << 20

    /// The texts, one after another, and behind the last one the padding of words.
    private(set) var text = ContiguousArray<UInt8>(repeating: 0, count: ByteSpan.padding)
    private var entries: [Entry] = []
    private var index = NameIndex()

    /// The place of the text of a page, until ``trim()``.
    @inline(__always)
    mutating func range(of page: PageContext) -> Range<Int> {
        let hash = Self.hash(of: page)
        if let number = index.number(hash, where: { entries[$0].page.identity == page.identity }) {
            return entries[number].range
        }
        return add(page, hash)
    }

    /// Identities are addresses, whose lowest bits are alike.
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

    /// Forgets the texts if there are many. Called where no range is in use.
    @inline(__always)
    mutating func trim() {
        if text.count > Self.most { self = PageTexts() }
    }
}
