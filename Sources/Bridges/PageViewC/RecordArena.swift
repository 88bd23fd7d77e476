import CPageView

/// The memory of one borrowed record (CI-005).
///
/// It is reused for each record, so that the records of an appearance allocate nothing. Its blocks never move, because the parts
/// of a record refer to each other.
@safe struct RecordArena: ~Copyable {
    private static var firstSize: Int { 2_048 }
    /// The size above which the arena frees its memory after a record.
    private static var keptSize: Int { 64 << 10 }

    private var block: UnsafeMutableRawPointer
    private var size: Int
    private var used = 0
    /// The earlier blocks of the present record.
    private var fullBlocks: [UnsafeMutableRawPointer]
    private var fullSize = 0
    /// The last text that can be shared, and its copy.
    private var last = unsafe (source: pv_text(), copy: pv_text())

    init() {
        size = Self.firstSize
        unsafe block = Self.makeBlock(size)
        unsafe fullBlocks = []
    }

    deinit {
        unsafe block.deallocate()
        unsafe fullBlocks.forEach { unsafe $0.deallocate() }
    }

    private static func makeBlock(_ size: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: size, alignment: 16)
    }

    mutating func reset() {
        used = 0
        unsafe last = (pv_text(), pv_text())
        if fullSize > 0 || isLarge { resize() }
    }

    private var isLarge: Bool { size &+ fullSize > Self.keptSize }

    /// Replaces the blocks by one that has space for the next record of this size, or frees a large one.
    @inline(never)
    private mutating func resize() {
        unsafe fullBlocks.forEach { unsafe $0.deallocate() }
        unsafe fullBlocks = []
        unsafe block.deallocate()
        let needed = fullSize + size
        size = needed > Self.keptSize ? Self.firstSize : needed
        fullSize = 0
        unsafe block = Self.makeBlock(size)
    }

    /// Returns the start of `count` unused bytes, at a multiple of 8.
    mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
        if size &- used < count { grow(by: count) }
        // Proof: the block has `size` bytes, at a multiple of 16. `used` is a multiple of 8, and `count` more bytes fit.
        let start = unsafe block + used
        used &+= (count &+ 7) & ~7
        return unsafe start
    }

    @inline(never)
    private mutating func grow(by count: Int) {
        unsafe fullBlocks.append(block)
        fullSize += size
        // Sizes stay multiples of 8, so that `used` does not exceed them.
        size = max(size * 2, (count + 7) & ~7)
        unsafe block = Self.makeBlock(size)
        used = 0
    }

    mutating func copy<Element: BitwiseCopyable>(_ element: Element) -> UnsafePointer<Element> {
        let address = unsafe take(MemoryLayout<Element>.size).bindMemory(to: Element.self, capacity: 1)
        unsafe address.initialize(to: element)
        return unsafe UnsafePointer(address)
    }

    /// Copies a text into the arena. The address of an empty text is not null.
    mutating func copy(_ text: String) -> pv_text {
        let copied: pv_text? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe copy($0) }
        if let copied = unsafe copied { return unsafe copied }
        // Only on Apple's systems, another language's runtime can own the text.
        return unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe copy($0) }
    }

    /// Copies a text, or returns the last copy if the text is the last one again.
    ///
    /// The caller retains its texts until the next ``reset()``, so another text cannot have the address of the last one.
    mutating func copyShared(_ text: String) -> pv_text {
        let copied: pv_text? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            // A shorter text may lie in the value itself, which the callee copies to the stack.
            guard bytes.count > 15 else { return unsafe copy(bytes) }
            let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            if unsafe start != last.source.bytes || bytes.count != last.source.length {
                unsafe last = (pv_text(bytes: start, length: bytes.count), copy(bytes))
            }
            return unsafe last.copy
        }
        return unsafe copied ?? copy(text)
    }

    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> pv_text {
        let start = unsafe take(bytes.count)
        if let source = bytes.baseAddress { unsafe start.copyMemory(from: source, byteCount: bytes.count) }
        return unsafe pv_text(bytes: start.assumingMemoryBound(to: CChar.self), length: bytes.count)
    }
}
