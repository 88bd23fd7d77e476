import PageViewAutomation

/// A collection of noncopyable values by number. It reuses the numbers of removed values.
///
/// The values are in blocks that never move, so the cost of an insertion does not depend on the number of values.
@safe struct Slots<Element: ~Copyable>: ~Copyable {
    /// Memory for 64 values. Each bit of `taken` states whether there is a value.
    @safe private struct Block {
        let memory: UnsafeMutablePointer<Element>
        var taken: UInt64 = 0
    }

    // A value is initialized if and only if its bit is set: `insert` sets the bit, `remove` clears it, and every other access
    // checks it first.
    private var blocks: [Block] = []
    private var free: [Int32] = []
    private(set) var count = 0
    /// Whether the process ends with this collection. Then the values are not deinitialized.
    ///
    /// Deinitializing a million values would touch all of their memory again, without any use.
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

    /// Inserts a value. Returns its number.
    mutating func insert(_ element: consuming Element) -> Int {
        if free.isEmpty { addBlock() }
        let number = Int(free.removeLast())
        unsafe (blocks[number >> 6].memory + number & 63).initialize(to: element)
        blocks[number >> 6].taken |= 1 << UInt64(number & 63)
        count += 1
        return number
    }

    /// Removes and returns the value with this number, if there is one.
    mutating func remove(_ number: Int) -> Element? {
        guard contains(number) else { return nil }
        blocks[number >> 6].taken &= ~(1 << UInt64(number & 63))
        free.append(Int32(number))
        count -= 1
        return unsafe (blocks[number >> 6].memory + number & 63).move()
    }

    /// Calls `body` with the value of a number, if there is one, and lets it change the value.
    @inline(__always)
    mutating func with<Result>(_ number: Int, _ body: (inout Element) -> Result) -> Result? {
        guard contains(number) else { return nil }
        return unsafe body(&(blocks[number >> 6].memory + number & 63).pointee)
    }

    /// Calls `body` with the value of a number, if there is one.
    @inline(__always)
    func read<Result>(_ number: Int, _ body: (borrowing Element) -> Result) -> Result? {
        guard contains(number) else { return nil }
        return unsafe body((blocks[number >> 6].memory + number & 63).pointee)
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

/// The addresses of memory that is deliberately leaked when the process ends.
///
/// Leak checkers find the memory through these addresses, and do not report it.
enum DeliberateLeaks {
    private static let addresses = Locked<[UInt]>([])

    static func add(_ more: [UInt]) { addresses.withLock { $0 += more } }
}
