/// The places in some bytes, counted without the reader, to hold against those that it tells.
struct RawBytes {
    /// Where each line begins; what follows the last line break is one, too.
    private let starts: [Int]
    private let count: Int

    init(_ bytes: [UInt8]) {
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        count = bytes.count
    }

    /// The number of the line in which a byte is, from 1.
    func line(at offset: Int) -> Int { starts.count { $0 <= offset } }

    /// Where a place is, the end of a line included; `nil` if there is none such.
    func offset(line: Int, column: Int) -> Int? {
        guard starts.indices.contains(line - 1) else { return nil }
        let end = starts.indices.contains(line) ? starts[line] - 1 : count
        let offset = starts[line - 1] + column - 1
        return column >= 1 && offset <= end ? offset : nil
    }
}
