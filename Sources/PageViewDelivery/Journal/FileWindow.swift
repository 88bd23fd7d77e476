#if !os(Windows) && !os(WASI)
import PageViewTracking
import AnalyticsJSON

/// A part of a file: what has been read from the disk and is not yet done with.
struct FileWindow {
    private let file: any OpenFile
    private var storage: [UInt8] = []
    /// The same bytes, as a slice: `Array.span` needs macOS 26 and iOS 26.
    private var bytes: ArraySlice<UInt8> { storage[...] }
    private var start = 0
    private var end = 0
    /// Up to where no line break is, so that no byte is looked at twice.
    private var searched = 0

    private static let pieceLength = 16 << 10

    init(_ file: any OpenFile) {
        self.file = file
    }

    /// How many bytes are there.
    var count: Int { end - start }

    /// What is written in front of the event of a record that begins here; `nil` if none does. There must be as many bytes.
    var prefix: RecordFrame.Prefix? {
        let bytes = bytes
        return RecordFrame.prefix(in: bytes.span, at: start)
    }

    /// The checksum of some bytes.
    func checksum(_ range: Range<Int>) -> UInt32 {
        let bytes = bytes
        return CRC32C.checksum(bytes.span.extracting((start + range.lowerBound)..<(start + range.upperBound)))
    }

    /// Whether a record may begin at a place, as far as there are bytes.
    func mayBeginRecord(at index: Int) -> Bool {
        let bytes = bytes
        return RecordFrame.mayBegin(in: bytes.span, at: start + index, end: end)
    }

    /// Whether a record ends at a place: whether what stands behind its event does.
    func endsRecord(at index: Int) -> Bool {
        let bytes = bytes
        return RecordFrame.ends(in: bytes.span, at: start + index)
    }

    /// Reads on until so many bytes are there, or the file is at its end.
    mutating func fill(_ count: Int) throws(JournalError) {
        while self.count < count {
            if end == storage.count { makeRoom() }
            let more = try file.read(into: &storage, end..<storage.count)
            if more == 0 { return }
            end += more
        }
    }

    /// Makes room for as much again as is there: as the file goes on, and not as what is written in it says.
    private mutating func makeRoom() {
        storage.removeSubrange(..<start)
        end -= start
        searched = max(0, searched - start)
        start = 0
        let more = min(max(Self.pieceLength, end), Self.pieceLength << 4)
        storage.append(contentsOf: [UInt8](repeating: 0, count: more))
    }

    /// Is done with so many bytes.
    mutating func drop(_ count: Int) { start += count }

    /// Where the next line break is; `nil` if there is none among the bytes that are there.
    mutating func nextLineBreak() -> Int? {
        let found = storage[max(start, searched)..<end].firstIndex(of: 0x0A)
        searched = found ?? end
        return found.map { $0 - start }
    }

    /// Reads on until a line break is among the first bytes, so many at most. Returns where it is; `nil` at the end of the file
    /// and in a longer line.
    mutating func fillLine(atMost limit: Int) throws(JournalError) -> Int? {
        while true {
            if let lineBreak = nextLineBreak() { return lineBreak < limit ? lineBreak : nil }
            let before = count
            guard before < limit else { return nil }
            try fill(min(limit, before + Self.pieceLength))
            if count == before { return nil }
        }
    }

    /// Where the last line break among the first bytes is; `nil` if there is none.
    func lastLineBreak(upTo count: Int) -> Int? {
        storage[start..<(start + count)].lastIndex(of: 0x0A).map { $0 - start }
    }

    /// How many line breaks there are among the first bytes.
    func lineBreaks(upTo count: Int) -> Int {
        storage[start..<(start + count)].count { $0 == 0x0A }
    }

    /// Reads an event; the place of an error is counted from the event's beginning.
    func read(_ range: Range<Int>) throws(LineError) -> TrackedEvent {
        let range = (start + range.lowerBound)..<(start + range.upperBound)
        var parser = JSONParser(storage, range)
        do throws(LineError) {
            let event = try TrackedEvent(from: &parser)
            try parser.finish()
            return event
        } catch {
            throw LineError(offset: error.offset - range.lowerBound, message: error.message)
        }
    }
}
#endif
