import AnalyticsJSON
import PageViewAutomation

/// Pages by the bytes they are spelled with: few are made, and few are kept, however many there are.
struct PageCache {
    fileprivate struct Entry {
        let key: [UInt8]
        let nameCount: Int
        let hash: UInt32
        let page: PageContext
    }

    /// A place for each of the lower bits of a hash; another page of the same bits takes the place.
    private var entries = [Entry?](repeating: nil, count: 2048)

    mutating func page(_ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> PageContext {
        let hash = name.hash ^ (context.map { $0.hash &* 31 &+ 1 } ?? 0)
        let place = Int(hash % UInt32(entries.count))
        if let entry = entries[place], entry.hash == hash, entry.isSpelled(bytes, name, context) { return entry.page }
        let page = PageContext(
            name: PageName(rawValue: bytes.string(name.range)),
            context: context.map { ContextName(rawValue: bytes.string($0.range)) })
        // Too long to be kept for nothing.
        guard name.count + (context?.count ?? 0) < 256 else { return page }
        var key = bytes.array(name.range)
        if let context { key += [0] + bytes.array(context.range) }
        key += [UInt8](repeating: 0, count: ByteSpan.padding)
        entries[place] = Entry(key: key, nameCount: Int(name.count), hash: hash, page: page)
        return page
    }
}

extension PageCache.Entry {
    /// Whether these are the bytes of the page. Between name and context there is a byte that stands in neither.
    func isSpelled(_ bytes: ByteSpan, _ name: ScannedText, _ context: ScannedText?) -> Bool {
        let count = key.count - ByteSpan.padding
        let own = key.span
        guard Int(name.count) == nameCount, own.isSame(at: 0, as: bytes, at: Int(name.start), count: nameCount) else {
            return false
        }
        guard let context else { return count == nameCount }
        return count == nameCount + 1 + Int(context.count)
            && own.isSame(at: nameCount + 1, as: bytes, at: Int(context.start), count: Int(context.count))
    }
}
