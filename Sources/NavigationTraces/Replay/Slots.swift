import PageViewAutomation

/// Values that cannot be copied, by number; a number is given again once its value has been taken out.
///
/// They lie in blocks that are never moved, so that it costs as much to add one to many as to few.
@safe struct Slots<Element: ~Copyable>: ~Copyable {
    /// Memory for as many values as a word has bits; each bit tells whether there is a value.
    @safe private struct Block {
        let memory: UnsafeMutablePointer<Element>
        var taken: UInt64 = 0
    }

    // A value is initialised where its bit is set and nowhere else: `insert` sets the bit, `remove` takes it away, and
    // everybody else looks at it first.
    private var blocks: [Block] = []
    private var free: [Int32] = []
    private(set) var count = 0
    /// Whether the process ends with it. Then its values stay where they are: to take a million apart would touch all of
    /// their memory once more, and nobody would ever use it.
    var isLast = false

    init() {}

    deinit {
        if isLast { return DeliberateLeaks.add(blocks.map { unsafe UInt(bitPattern: $0.memory) }) }
        for block in blocks {
            for slot in 0..<64 where block.taken &>> UInt64(slot) & 1 == 1 {
                unsafe (block.memory + slot).deinitialize(count: 1)
            }
            unsafe block.memory.deallocate()
        }
    }

    /// Adds a value; returns its number.
    mutating func insert(_ element: consuming Element) -> Int {
        if free.isEmpty { addBlock() }
        let number = Int(free.removeLast())
        unsafe (blocks[number >> 6].memory + number & 63).initialize(to: element)
        blocks[number >> 6].taken |= 1 << UInt64(number & 63)
        count += 1
        return number
    }

    /// Takes a value out, if there is one of this number.
    mutating func remove(_ number: Int) -> Element? {
        guard contains(number) else { return nil }
        blocks[number >> 6].taken &= ~(1 << UInt64(number & 63))
        free.append(Int32(number))
        count -= 1
        return unsafe (blocks[number >> 6].memory + number & 63).move()
    }

    /// Calls `body` with the value of a number, if there is one.
    @inline(__always)
    mutating func with<Result>(_ number: Int, _ body: (inout Element) -> Result) -> Result? {
        guard contains(number) else { return nil }
        return unsafe body(&(blocks[number >> 6].memory + number & 63).pointee)
    }

    /// The same, without changing it.
    @inline(__always)
    func read<Result>(_ number: Int, _ body: (borrowing Element) -> Result) -> Result? {
        guard contains(number) else { return nil }
        return unsafe body((blocks[number >> 6].memory + number & 63).pointee)
    }

    /// Reads ahead the value of a number, if there is one: a byte of each line of a cache. Returns a number that means nothing.
    @inline(__always)
    func readAhead(_ number: Int) -> UInt64 {
        guard contains(number) else { return 0 }
        // Any byte is a number, also one between fields: it is looked at, and nothing is made of it.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: blocks[number >> 6].memory + number & 63, count: MemoryLayout<Element>.stride)
        var sum: UInt64 = 0
        for offset in stride(from: 0, to: bytes.count, by: 64) { sum ^= UInt64(unsafe bytes[offset]) }
        return sum
    }

    @inline(__always)
    private func contains(_ number: Int) -> Bool {
        number >= 0 && blocks[number &>> 6].taken &>> UInt64(truncatingIfNeeded: number & 63) & 1 == 1
    }

    private mutating func addBlock() {
        let first = blocks.count << 6
        unsafe blocks.append(Block(memory: .allocate(capacity: 64)))
        for slot in (0..<64).reversed() { free.append(Int32(first + slot)) }
    }
}

/// Where memory lies that is left to the system when the process ends. It is known here, so that who looks for lost memory
/// finds that this is not.
enum DeliberateLeaks {
    private static let addresses = Protected<[UInt]>([])

    static func add(_ more: [UInt]) { addresses.withLock { $0 += more } }
}
