/// A dense table that grows in steps of one size, so that it never has twice the memory it needs, and what has its place
/// keeps it. Only the first step begins small.
///
/// Not copied by accident, and its elements are reached without counting references or looking for copies: every report
/// goes through it several times.
@safe struct SlotTable<Element: ~Copyable>: ~Copyable {
    /// As many elements as have room in 32 KiB, to a power of two. Smaller chunks would lie in more pages of memory than a
    /// processor remembers the places of.
    private static var shift: Int {
        max(0, 15 - (Int.bitWidth - (MemoryLayout<Element>.stride - 1).leadingZeroBitCount))
    }
    private static var chunkSize: Int { 1 << shift }
    /// Before the elements of the first chunk stands where they are, so that a small table is one piece of memory.
    private static var headSize: Int { MemoryLayout<UInt>.stride }

    /// Where the chunks are, all of one size but for the first while it is alone: then it is the head of that.
    private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    /// How many elements there are. It says how much room there is as well: a power of two for the first chunk and for the
    /// list of chunks, so that an empty table is two words.
    private(set) var count = 0

    init() {
        // There is nothing there, and nothing is looked for there, before the first element.
        unsafe chunks = UnsafeMutablePointer(bitPattern: MemoryLayout<UnsafeRawPointer>.alignment).unsafelyUnwrapped
    }

    deinit {
        guard count > 0 else { return }
        for first in stride(from: 0, to: count, by: Self.chunkSize) {
            let chunk = unsafe chunks[first >> Self.shift]
            unsafe chunk.deinitialize(count: min(Self.chunkSize, count - first))
            if first > 0 { unsafe chunk.deallocate() }
        }
        unsafe Self.deallocateFirst(chunks[0])
        if count > Self.chunkSize { unsafe chunks.deallocate() }
    }

    /// One with copies of the same elements.
    func copy(_ copy: (borrowing Element) -> Element) -> SlotTable {
        var table = SlotTable()
        for place in indices { table.append(copy(self[place])) }
        return table
    }

    /// One with the same elements.
    func copy() -> SlotTable where Element: Copyable { copy { $0 } }

    var indices: Range<Place> { 0..<Place(count) }

    /// An element; its place must be one that has been given out.
    subscript(_ place: Place) -> Element {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(address(of: place)) }
        @inline(__always) unsafeMutableAddress { unsafe address(of: place) }
    }

    /// Where an element is, until the next one is added.
    @inline(__always)
    func address(of place: Place) -> UnsafeMutablePointer<Element> {
        assert(place >= 0 && Int(place) < count)
        let index = Int(truncatingIfNeeded: place)
        return unsafe chunks[index >> Self.shift] + (index & (Self.chunkSize - 1))
    }

    /// Adds an element; its place is the number of those before it.
    mutating func append(_ element: consuming Element) {
        if isFull { grow() }
        unsafe (chunks[count >> Self.shift] + (count & (Self.chunkSize - 1))).initialize(to: element)
        count += 1
    }

    private var isFull: Bool { count & ((count < Self.chunkSize ? count : Self.chunkSize) &- 1) == 0 }

    private mutating func grow() {
        guard count >= Self.chunkSize else { return growFirst() }
        let used = count >> Self.shift
        if used & (used - 1) == 0 {
            let longer = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: 2 * used)
            unsafe longer.moveInitialize(from: chunks, count: used)
            // The list of the first chunk alone is its head.
            if used > 1 { unsafe chunks.deallocate() }
            unsafe chunks = longer
        }
        unsafe (chunks + used).initialize(to: .allocate(capacity: Self.chunkSize))
    }

    private mutating func growFirst() {
        let larger = max(count * 2, 1)
        assert(MemoryLayout<Element>.alignment <= MemoryLayout<UInt>.alignment)
        // In words, because memory of a given alignment is dearer.
        let words = (Self.headSize + larger * MemoryLayout<Element>.stride + Self.headSize - 1) / Self.headSize
        let head = UnsafeMutableRawPointer(UnsafeMutablePointer<UInt>.allocate(capacity: words))
        let elements = unsafe (head + Self.headSize).bindMemory(to: Element.self, capacity: larger)
        if count > 0 {
            unsafe elements.moveInitialize(from: chunks[0], count: count)
            unsafe Self.deallocateFirst(chunks[0])
        }
        unsafe chunks = head.bindMemory(to: UnsafeMutablePointer<Element>.self, capacity: 1)
        unsafe chunks.initialize(to: elements)
    }

    private static func deallocateFirst(_ elements: UnsafeMutablePointer<Element>) {
        unsafe (UnsafeMutableRawPointer(elements) - headSize).deallocate()
    }
}
