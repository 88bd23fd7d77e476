/// Bytes that were read from a text; each knows which bytes of the text it comes from.
struct SourceMappedBytes {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []
    /// Whether every byte comes from the byte at its own index, so that no index is stored.
    private let isIdentity: Bool

    /// Bytes that stand for themselves.
    init(identity bytes: [UInt8]) {
        self.bytes = bytes
        isIdentity = true
    }

    /// No bytes, with room for some.
    init(capacity: Int) {
        isIdentity = false
        bytes.reserveCapacity(capacity)
        starts.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
    }

    mutating func append(_ byte: UInt8, from source: Range<Int>) {
        bytes.append(byte)
        starts.append(source.lowerBound)
        ends.append(source.upperBound)
    }

    /// The bytes of the text that a range of these bytes comes from. The range is not empty.
    func source(of range: Range<Int>) -> Range<Int> {
        isIdentity ? range : starts[range.lowerBound]..<ends[range.upperBound - 1]
    }
}
