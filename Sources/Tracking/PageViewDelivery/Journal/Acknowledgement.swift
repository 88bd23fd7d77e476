import PageViewTracking
import AnalyticsJSON

/// The position up to which a segment is delivered, and the number of events before it (JR-009). The file has two lines of
/// fixed length. A write replaces the older one, so it needs no new disk space.
package struct Acknowledgement: Sendable, Hashable {
    package var offset: Int
    package var records: Int

    package static let none = Acknowledgement(offset: 0, records: 0)
    /// Two lines fit into one sector of a disk.
    private static let lineLength = 128
    static let largestFile = 1024

    package init(offset: Int, records: Int) {
        (self.offset, self.records) = (offset, records)
    }

    /// Reads the contents of a file; returns the furthest valid line, or `nil` if there is none.
    package init?(file bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A).compactMap { Acknowledgement(line: Array($0)) }
        guard let furthest = lines.max(by: { $0.offset < $1.offset }) else { return nil }
        self = furthest
    }

    private init?(line: [UInt8]) {
        let numbers = line.split { !$0.isASCIIDigit }.map { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, let offset = numbers[0], let records = numbers[1] else { return nil }
        self.init(offset: offset, records: records)
        // A line that claims too much would lose events, so the line must match byte for byte, with its checksum.
        guard line.contains(UInt8(ascii: "}")), self.line.starts(with: line) else { return nil }
    }

    private var checksum: UInt32 { CRC32C.checksum(Array("\(offset) \(records)".utf8)[...]) }

    private var line: [UInt8] {
        let text = Array(#"{"offset":\#(offset),"records":\#(records),"crc":\#(checksum)}"#.utf8)
        return text + [UInt8](repeating: 0x20, count: Self.lineLength - 1 - text.count) + [0x0A]
    }

    /// The contents of a file that holds only this acknowledgement.
    package var file: [UInt8] { line + Self.none.line }
}

#if !os(Windows) && !os(WASI)
extension Acknowledgement {
    /// Writes the acknowledgement over the older line of a file, and keeps the newer line.
    func write(to path: String, in files: any FileSystem) throws(JournalError) {
        let file: any OpenFile
        do {
            file = try files.open(path, for: .updating)
        } catch {
            // The file is missing, or comes from an earlier version or another program.
            return try files.replace(path, with: self.file)
        }
        let bytes = (try? file.contents(atMost: Self.largestFile)) ?? []
        guard bytes.count == 2 * Self.lineLength else { return try files.replace(path, with: self.file) }
        let first = Acknowledgement(line: Array(bytes[..<(Self.lineLength - 1)]))
        let isFirstNewer = first.map { $0 == Acknowledgement(file: bytes) } ?? false
        try file.seek(to: isFirstNewer ? Self.lineLength : 0)
        try file.writeAll(line)
    }
}
#endif
