/// The places in bytes, computed independently of the reader to check the places it reports.
struct RawBytes {
    /// The start of each line, including the line after the last line break.
    private let starts: [Int]
    private let count: Int

    init(_ bytes: [UInt8]) {
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        count = bytes.count
    }

    /// Returns the number of the line that contains a byte, from 1.
    func line(at offset: Int) -> Int { starts.count { $0 <= offset } }

    /// Returns the offset of a place, which may be the end of a line; `nil` if the place does not exist.
    func offset(line: Int, column: Int) -> Int? {
        guard starts.indices.contains(line - 1) else { return nil }
        let end = starts.indices.contains(line) ? starts[line] - 1 : count
        let offset = starts[line - 1] + column - 1
        return column >= 1 && offset <= end ? offset : nil
    }
}
