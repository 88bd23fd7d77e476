/// Arbitrary sizes of the pieces of an input. The same bytes give the same sizes, so a failure can be repeated.
struct PieceSizes {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The largest size. Small pieces cut inside characters and escapes, large ones span lines.
    private let largest: UInt64

    init(_ bytes: [UInt8]) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        largest = 1 << (state >> 32 & 7)
    }

    /// Returns the size of the next piece, which may be 0.
    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % (largest + 1))
    }
}
