import AnalyticsJSON

/// A table of names with a value for each: the components or scenes of a session, or the pages of a trace.
///
/// It stores each name once, and numbers the names in the order of their insertions. A later name takes the number of a removed
/// one. A few names are searched linearly, without an index.
struct NameTable<Value> {
    /// A name with its value.
    fileprivate struct Entry {
        /// The position of the name in `text`.
        var start: Int
        let count: UInt32
        let hash: UInt32
        var value: Value
        /// Whether the name needs no escapes in a JSON string.
        let isPlain: Bool
        var isRemoved = false

        var text: PaddedText { PaddedText(range: start..<(start &+ Int(count)), isPlain: isPlain) }
    }

    private static var linearSearchLimit: Int { 8 }
    /// The minimum number of unused bytes of text that the table frees.
    private static var unusedLimit: Int { 1 << 10 }

    /// The names, one after another, followed by padding. (`Array.span` needs macOS 26 and iOS 26.)
    private(set) var text: ContiguousArray<UInt8> = []
    private var entries: [Entry] = []
    /// The numbers by the hashes of the names, if there are many.
    private var index = NameIndex()
    private var freeNumbers: [Int] = []
    /// The number of bytes of text that no entry refers to.
    private var unusedBytes = 0

    /// The number of names, including removed ones whose numbers are free.
    var count: Int { entries.count }

    /// The number of the next name that is inserted.
    var nextNumber: Int { freeNumbers.last ?? entries.count }

    /// The value of a name.
    subscript(number: Int) -> Value {
        @inline(__always) get { entries[number].value }
        @inline(__always) _modify { yield &entries[number].value }
    }

    /// Returns the position of a name in `text`. A removed name stays until another one takes its number.
    @inline(__always)
    func text(of number: Int) -> PaddedText { entries[number].text }

    /// Returns a name as a string.
    func string(of number: Int) -> String { text.span.string(text(of: number).range) }

    /// Returns the number of a name.
    @inline(__always)
    func number(of name: ScannedText, in bytes: ByteSpan) -> Int? {
        if index.isEmpty { return numberAmongFew(name, bytes) }
        return index.number(name.hash) { isName(entries[$0], name, bytes) }
    }

    private func numberAmongFew(_ name: ScannedText, _ bytes: ByteSpan) -> Int? {
        for number in entries.indices where entries[number].hash == name.hash {
            if isName(entries[number], name, bytes), !entries[number].isRemoved { return number }
        }
        return nil
    }

    @inline(__always)
    private func isName(_ entry: Entry, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        entry.count == name.count
            && text.span.isSame(at: entry.start, as: bytes, at: Int(name.start), count: Int(name.count))
    }

    // MARK: Changes

    /// Inserts a name that the table does not have. Returns its number.
    @discardableResult
    mutating func insert(_ name: ScannedText, from bytes: ByteSpan, _ value: Value) -> Int {
        let entry = Entry(
            start: append(bytes, name.range), count: name.count, hash: name.hash, value: value,
            isPlain: bytes.isPlain(name.range))
        var number = entries.count
        if freeNumbers.isEmpty {
            entries.append(entry)
        } else {
            number = freeNumbers.removeLast()
            unusedBytes += Int(entries[number].count)
            entries[number] = entry
            if unusedBytes > max(Self.unusedLimit, text.count / 2) { removeUnusedBytes() }
        }
        if !index.isEmpty {
            index.insert(number, name.hash)
        } else if entries.count > Self.linearSearchLimit {
            for (number, entry) in entries.enumerated() where !entry.isRemoved { index.insert(number, entry.hash) }
        }
        return number
    }

    /// Removes a name, and frees its number for the next insertion.
    mutating func remove(_ number: Int) {
        index.remove(number, entries[number].hash)
        entries[number].isRemoved = true
        freeNumbers.append(number)
    }

    /// Appends bytes to `text`, before the padding. Returns their position.
    private mutating func append(_ bytes: ByteSpan, _ range: Range<Int>) -> Int {
        let added = range.count + (text.isEmpty ? ByteSpan.padding : 0)
        text += [UInt8](repeating: 0, count: added)
        let start = text.count - ByteSpan.padding - range.count
        for index in 0..<range.count { text[start + index] = bytes[range.lowerBound + index] }
        return start
    }

    private mutating func removeUnusedBytes() {
        let old = text
        text = []
        for number in entries.indices {
            entries[number].start = append(old.span, entries[number].text.range)
        }
        unusedBytes = 0
    }
}

extension NameTable: Sendable where Value: Sendable {}
extension NameTable.Entry: Sendable where Value: Sendable {}

/// The position of a text in bytes that are followed by padding.
struct PaddedText {
    let range: Range<Int>
    /// Whether the text needs no escapes in a JSON string.
    let isPlain: Bool

    /// The maximum number of bytes that the text takes inside a JSON string.
    @inline(__always)
    var longest: Int { isPlain ? range.count : 6 &* range.count }
}

extension OutputCursor {
    /// Writes a text inside a JSON string.
    @inline(__always)
    mutating func text(_ text: PaddedText, of bytes: ByteSpan) {
        if text.isPlain { append(padded: bytes, text.range) } else { self.text(padded: bytes, text.range) }
    }
}
