/// A list that grows in blocks. A single array would need up to three times its size while it grows.
struct BlockList<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
    private static var blockBits: Int { 12 }
    private static var blockMask: Int { 1 << blockBits - 1 }

    private var blocks: [[Element]] = []
    private(set) var count = 0

    init() {}

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(position: Int) -> Element {
        get { blocks[position >> Self.blockBits][position & Self.blockMask] }
        _modify { yield &blocks[position >> Self.blockBits][position & Self.blockMask] }
    }

    mutating func append(_ element: Element) {
        if count & Self.blockMask == 0 {
            blocks.append([])
            // The first block grows as needed, because most traces and exports are short.
            if blocks.count > 1 { blocks[blocks.count - 1].reserveCapacity(Self.blockMask + 1) }
        }
        blocks[blocks.count - 1].append(element)
        count += 1
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element does not satisfy `precedes`. The elements that satisfy it must come first.
    func firstIndex(notBefore precedes: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if precedes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
