/// Bytes that are being written, in memory that is used again and again.
@frozen
@usableFromInline
package struct OutputBuffer: Sendable {
    /// The bytes that have been written, and behind them bytes without meaning. `Array.span` needs macOS 26 and iOS 26.
    @usableFromInline var storage: ContiguousArray<UInt8> = []
    /// How many bytes have been written.
    @usableFromInline package var count = 0

    @inlinable
    package init() {}

    /// Calls `body` with what has been written.
    @inlinable
    package func withWritten<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(storage.span.extracting(first: count))
    }

    @inlinable
    package mutating func removeAll() { count = 0 }

    /// Writes so many bytes at most.
    @inlinable
    @inline(__always)
    package mutating func write(atMost length: Int, _ body: (inout OutputCursor) -> Void) {
        if storage.count &- count < length &+ OutputCursor.slack { grow(length &+ OutputCursor.slack) }
        unsafe storage.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var cursor = unsafe OutputCursor(start + count, end: start + bytes.count)
            body(&cursor)
            count = unsafe cursor.position - start
        }
    }

    @usableFromInline @inline(never)
    package mutating func grow(_ more: Int) {
        let size = max(more, storage.count, 256)
        storage.append(contentsOf: repeatElement(0, count: size))
    }

    /// Adds bytes.
    @inlinable
    @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        write(atMost: bytes.count) { unsafe $0.append(bytes) }
    }
}
