import AnalyticsJSON
import PageViewAutomation

/// Pages as they stand in an object, `"name":"item","context":"shop"`: each is put into words once, and copied after that.
struct PageTexts {
    /// How many bytes of text there may be before all is forgotten, as of a trace that has many pages.
    private static let most = 1 << 20

    private struct Slot {
        /// What stands for the page; 0 where there is none.
        var page: UInt = 0
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    /// The texts, one after another, and behind the last one the padding of words.
    private(set) var text: [UInt8] = []
    /// As many as a power of two, a quarter of them free at least.
    private var slots = [Slot](repeating: Slot(), count: 64)
    private var count = 0

    /// Where the text of a page lies, until ``trim()``.
    @inline(__always)
    mutating func range(of page: PageContext) -> Range<Int> {
        let word = page.word
        let mask = slots.count &- 1
        var place = Self.place(of: word) & mask
        while slots[place].page != 0 {
            if slots[place].page == word {
                let start = Int(slots[place].start)
                return start..<(start &+ Int(slots[place].count))
            }
            place = (place &+ 1) & mask
        }
        return add(page)
    }

    /// Words are addresses, whose lowest bits are alike.
    @inline(__always)
    private static func place(of word: UInt) -> Int {
        Int(truncatingIfNeeded: (UInt64(word) &* 0x9E37_79B9_7F4A_7C15) &>> 40)
    }

    @inline(never)
    private mutating func add(_ page: PageContext) -> Range<Int> {
        var writer = JSONWriter()
        writer.key("name")
        writer.string(page.name.rawValue)
        if let context = page.context {
            writer.key("context")
            writer.string(context.rawValue)
        }
        let own = writer.takeBytes()
        text.removeLast(min(ByteSpan.padding, text.count))
        let range = text.count..<(text.count + own.count)
        text += own
        text += repeatElement(0, count: ByteSpan.padding)
        count += 1
        if count > slots.count / 4 * 3 {
            let old = slots
            slots = [Slot](repeating: Slot(), count: 2 * old.count)
            for slot in old where slot.page != 0 { enter(slot) }
        }
        enter(
            Slot(
                page: page.word, start: UInt32(truncatingIfNeeded: range.lowerBound),
                count: UInt32(truncatingIfNeeded: own.count)))
        return range
    }

    /// Lets go of all if there are many. To be asked for where no range is in use.
    @inline(__always)
    mutating func trim() {
        if text.count > Self.most { self = PageTexts() }
    }

    private mutating func enter(_ slot: Slot) {
        let mask = slots.count - 1
        var place = Self.place(of: slot.page) & mask
        while slots[place].page != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }
}
