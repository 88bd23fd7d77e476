import AnalyticsJSON

/// Where a text lies among bytes that the padding of words stands behind.
struct PaddedText {
    let range: Range<Int>
    /// Whether it stands in a string as it is, without anything to be escaped.
    let isPlain: Bool

    /// How many bytes it has at most as the inside of a string.
    @inline(__always)
    var longest: Int { isPlain ? range.count : 6 &* range.count }
}

extension OutputCursor {
    /// Writes a text as the inside of a string.
    @inline(__always)
    mutating func text(_ text: PaddedText, of bytes: ByteSpan) {
        if text.isPlain { append(padded: bytes, text.range) } else { self.text(padded: bytes, text.range) }
    }
}
