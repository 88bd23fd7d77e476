/// A dense table that grows in steps of one size, so that it never has twice the memory it needs, and what has its place
/// keeps it. Only the first step begins small.
///
/// Not copied by accident, and its elements are reached without counting references or looking for copies: every report
/// goes through it several times.
@safe struct SlotTable<Element: ~Copyable>: ~Copyable {
    private static var chunkSize: Int { 256 }
    private static var shift: Int { 8 }

    /// The chunks, all of one size but for the first while it is alone.
    private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    private var chunkCapacity = 0
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
        for chunk in 0..<chunkCount { unsafe chunks[chunk].deallocate() }
        if capacity > 0 { unsafe chunks.deallocate() }
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

    private var chunkCount: Int { (capacity + Self.chunkSize - 1) >> Self.shift }

    private mutating func grow() {
        guard capacity >= Self.chunkSize else { return growFirst() }
        let used = chunkCount
        if used == max(chunkCapacity, 1) {
            chunkCapacity = max(chunkCapacity, 1) * 2
            let larger = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: chunkCapacity)
            unsafe larger.moveInitialize(from: chunks, count: used)
            unsafe chunks.deallocate()
            unsafe chunks = larger
        }
        unsafe (chunks + used).initialize(to: .allocate(capacity: Self.chunkSize))
        capacity += Self.chunkSize
    }

    private mutating func growFirst() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(capacity * 2, 1))
        if capacity > 0 {
            unsafe larger.moveInitialize(from: chunks[0], count: count)
            unsafe chunks[0].deallocate()
        } else {
            unsafe chunks = .allocate(capacity: 1)
        }
        unsafe chunks.initialize(to: larger)
        capacity = max(capacity * 2, 1)
    }
}
