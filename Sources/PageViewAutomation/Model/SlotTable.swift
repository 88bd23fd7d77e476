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
    private static var headSize: Int { max(MemoryLayout<UInt>.stride, MemoryLayout<Element>.alignment) }

    /// Where the chunks are, all of one size but for the first while it is alone: then it is the head of that.
    private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    /// For how many chunks there is room in a list of their own; 0 while there is none.
    private var listCapacity = 0
    private var capacity = 0
    /// How many elements there are.
    private(set) var count = 0

    init() {
        // There is nothing there, and nothing is looked for there, before the first element.
        unsafe chunks = UnsafeMutablePointer(bitPattern: MemoryLayout<UnsafeRawPointer>.alignment).unsafelyUnwrapped
    }

    deinit {
        for first in stride(from: 0, to: count, by: Self.chunkSize) {
            unsafe chunks[first >> Self.shift].deinitialize(count: min(Self.chunkSize, count - first))
        }
        guard capacity > 0 else { return }
        for chunk in 1..<max(1, capacity >> Self.shift) { unsafe chunks[chunk].deallocate() }
        unsafe Self.deallocateFirst(chunks[0])
        if listCapacity > 0 { unsafe chunks.deallocate() }
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
        if count == capacity { grow() }
        unsafe (chunks[count >> Self.shift] + (count & (Self.chunkSize - 1))).initialize(to: element)
        count += 1
    }

    private mutating func grow() {
        guard capacity >= Self.chunkSize else { return growFirst() }
        let used = capacity >> Self.shift
        if used >= listCapacity {
            listCapacity = used * 2
            let longer = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: listCapacity)
            unsafe longer.moveInitialize(from: chunks, count: used)
            // The list of the first chunk alone is its head.
            if used > 1 { unsafe chunks.deallocate() }
            unsafe chunks = longer
        }
        unsafe (chunks + used).initialize(to: .allocate(capacity: Self.chunkSize))
        capacity += Self.chunkSize
    }

    private mutating func growFirst() {
        let larger = max(capacity * 2, 1)
        let head = UnsafeMutableRawPointer.allocate(
            byteCount: Self.headSize + larger * MemoryLayout<Element>.stride,
            alignment: max(MemoryLayout<UInt>.alignment, MemoryLayout<Element>.alignment))
        let elements = unsafe (head + Self.headSize).bindMemory(to: Element.self, capacity: larger)
        if capacity > 0 {
            unsafe elements.moveInitialize(from: chunks[0], count: count)
            unsafe Self.deallocateFirst(chunks[0])
        }
        unsafe chunks = head.bindMemory(to: UnsafeMutablePointer<Element>.self, capacity: 1)
        unsafe chunks.initialize(to: elements)
        capacity = larger
    }

    private static func deallocateFirst(_ elements: UnsafeMutablePointer<Element>) {
        unsafe (UnsafeMutableRawPointer(elements) - headSize).deallocate()
    }
}
