import Synchronization

/// Words that one thread at a time writes and any thread reads without a lock. It grows without moving any, so that a
/// reader never meets one that is gone; all are 0 to begin with.
@safe struct PublishedWords: ~Copyable, Sendable {
    /// As many words are there from the beginning. Behind them is a segment of the same size, and each further one is twice
    /// as large as the one before.
    private static var firstSize: Int { 256 }
    private static var firstShift: Int { 8 }
    private static var segmentCount: Int { 24 }

    // Proof: written once, before anybody can read them; what they lead to is atomic.
    nonisolated(unsafe) private let first: UnsafeMutablePointer<Atomic<UInt64>>
    nonisolated(unsafe) private let segments: UnsafeMutablePointer<Atomic<UInt>>

    init() {
        unsafe first = Self.makeWords(Self.firstSize)
        unsafe segments = .allocate(capacity: Self.segmentCount)
        for segment in 0..<Self.segmentCount { unsafe (segments + segment).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe first.deallocate()
        for segment in 0..<Self.segmentCount { unsafe pointer(to: segment)?.deallocate() }
        unsafe segments.deallocate()
    }

    private static func makeWords(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        // So that what is asked for together is in as few cache lines as can be, and nothing else in them.
        let words = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<UInt64>.size, alignment: 128
        )
        .bindMemory(to: Atomic<UInt64>.self, capacity: count)
        for word in 0..<count { unsafe (words + word).initialize(to: Atomic(0)) }
        return unsafe words
    }

    private func pointer(to segment: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        unsafe UnsafeMutablePointer(bitPattern: segments[segment].load(ordering: .acquiring))
    }

    /// The words from this number on; `nil` where nothing was ever written. What is asked for together lies together if its
    /// number is a multiple of its size, and that a divisor of the size of the first segment.
    @inline(__always)
    func words(at number: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        number < Self.firstSize ? unsafe first + number : unsafe wordsBehind(number)
    }

    @inline(never)
    private func wordsBehind(_ number: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        let (segment, offset) = Self.place(of: number)
        guard segment < Self.segmentCount, let words = unsafe pointer(to: segment) else { return nil }
        return unsafe words + offset
    }

    /// The words from this number on, to be written. `nil` if there are more than memory has words.
    @inline(__always)
    func writableWords(at number: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        number < Self.firstSize ? unsafe first + number : unsafe writableWordsBehind(number)
    }

    @inline(never)
    private func writableWordsBehind(_ number: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        unsafe wordsBehind(number) ?? newWords(at: number)
    }

    private func newWords(at number: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
        let (segment, offset) = Self.place(of: number)
        guard segment < Self.segmentCount else { return nil }
        let words = unsafe Self.makeWords(Self.firstSize << segment)
        unsafe segments[segment].store(UInt(bitPattern: words), ordering: .releasing)
        return unsafe words + offset
    }

    /// Where a word lies that is behind the first ones.
    private static func place(of number: Int) -> (segment: Int, offset: Int) {
        let segment = Int.bitWidth - 1 - (number >> firstShift).leadingZeroBitCount
        return (segment, number - (firstSize << segment))
    }
}
