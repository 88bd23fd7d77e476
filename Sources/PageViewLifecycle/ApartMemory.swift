extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Memory for one value that shares its cache lines with nothing else: a thread that writes here does not slow those
    /// that read what happens to lie beside it. Two lines, because processors fetch them in pairs.
    @inlinable
    package static func allocateApart() -> UnsafeMutablePointer {
        let pair = 128
        let size = (MemoryLayout<Pointee>.size + pair - 1) / pair * pair
        return unsafe UnsafeMutableRawPointer.allocate(byteCount: size, alignment: pair)
            .bindMemory(to: Pointee.self, capacity: 1)
    }
}
