/// The lines of a text as bytes, split independently of the reader to check its output.
struct RawLines {
    let lines: [ArraySlice<UInt8>]

    /// Splits a file, which may begin with a byte-order mark, or a part of a file.
    init(_ bytes: [UInt8], isFile: Bool = true) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = isFile && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { $0.last == 0x0D ? $0.dropLast() : $0 }
        // The text after the last line feed is a line only if it is not empty.
        if text.isEmpty || text.last == 0x0A { lines.removeLast() }
        self.lines = lines
    }

    /// The line with this number, from 1; `nil` if there is none.
    subscript(number: Int) -> ArraySlice<UInt8>? {
        lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }
}

extension ArraySlice<UInt8> {
    /// Whether a line has content: it is not blank and, in the line notation, not a comment.
    func hasContent(hasComments: Bool) -> Bool {
        guard let first = first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
        return !(hasComments && first == 0x23)
    }
}
