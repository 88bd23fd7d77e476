import AnalyticsJSON
import PageViewAutomation

/// The components of a session by the bytes of their names: each name has a place, in the order in which they came, and
/// its bytes are kept once. A few names are compared one after another, without an index.
struct ComponentTable {
    /// A name, and the component that bears it now.
    struct Entry {
        /// Where the name lies in `text`.
        fileprivate let start: Int
        fileprivate let count: UInt32
        fileprivate let hash: UInt32
        fileprivate(set) var index: UInt32 = 0
        fileprivate(set) var generation: UInt32 = 0
        /// How many components of this name there were before.
        fileprivate(set) var predecessors: UInt32 = 0
        var isDestroyed = false
        /// Whether the name stands in a string as it is.
        fileprivate let isPlain: Bool

        var text: PaddedText { PaddedText(range: start..<(start &+ Int(count)), isPlain: isPlain) }
    }

    private static let few = 8

    /// The names, one after another, and behind the last one the padding of words. `Array.span` needs macOS 26 and iOS 26.
    private(set) var text: ContiguousArray<UInt8> = []
    private var entries: [Entry] = []
    /// The places by the hashes of the names, once there are many.
    private var index = NameIndex()

    /// The entry at a place.
    subscript(place: Int) -> Entry {
        get { entries[place] }
        _modify { yield &entries[place] }
    }

    /// The identity of the component that bears the name at a place.
    @inline(__always)
    func id(at place: Int, issuer: UInt32) -> ComponentID {
        let entry = entries[place]
        return ComponentID(
            index: entry.index, generation: entry.generation, issuer: issuer,
            tag: Self.tag(place: place, predecessors: entry.predecessors))
    }

    /// What a component carries along: the place of its name, and how many of that name there were before it.
    @inline(__always)
    private static func tag(place: Int, predecessors: UInt32) -> UInt64 {
        UInt64(predecessors) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
    }

    /// The place of a name.
    @inline(__always)
    func place(of name: ScannedText, in bytes: ByteSpan) -> Int? {
        if index.isEmpty { return placeAmongFew(name, bytes) }
        return index.number(name.hash) { isName(at: $0, name, bytes) }
    }

    /// Reads ahead what the search for these names is going to read, so that their way from memory is made together and
    /// not one after another; and what `more` reads of a component. Returns a number that means nothing.
    @inline(__always)
    func readAhead(_ events: Span<ScannedEvent>, more: (_ index: UInt32) -> UInt64) -> UInt64 {
        guard index.isLarge else { return 0 }
        var sum: UInt64 = 0
        for event in events.indices { sum ^= index.firstSlot(events[event].component.hash) }
        for event in events.indices {
            guard let place = index.firstNumber(events[event].component.hash) else { continue }
            sum ^= UInt64(text[entries[place].start]) ^ more(entries[place].index)
        }
        return sum
    }

    /// Reads ahead what any search among few names reads.
    @inline(__always)
    var readAheadOfFew: UInt64 { UInt64(entries.first?.hash ?? 0) ^ UInt64(text.first ?? 0) }

    private func placeAmongFew(_ name: ScannedText, _ bytes: ByteSpan) -> Int? {
        for place in entries.indices where entries[place].hash == name.hash && isName(at: place, name, bytes) {
            return place
        }
        return nil
    }

    /// Makes a component of this name, in the place of the one that bears it, if there is one.
    mutating func add(
        _ name: ScannedText, from bytes: ByteSpan, make: (_ tag: UInt64) -> ComponentID
    ) -> ComponentID {
        var place = entries.count
        if let known = self.place(of: name, in: bytes) {
            place = known
            entries[place].predecessors &+= 1
            entries[place].isDestroyed = false
        } else {
            append(name, from: bytes)
        }
        let id = make(Self.tag(place: place, predecessors: entries[place].predecessors))
        entries[place].index = id.index
        entries[place].generation = id.generation
        return id
    }

    private mutating func append(_ name: ScannedText, from bytes: ByteSpan) {
        text.removeLast(min(ByteSpan.padding, text.count))
        entries.append(
            Entry(start: text.count, count: name.count, hash: name.hash, isPlain: bytes.isPlain(name.range)))
        for index in name.range { text.append(bytes[index]) }
        for _ in 0..<ByteSpan.padding { text.append(0) }
        if entries.count == Self.few + 1 {
            for place in entries.indices { index.insert(place, entries[place].hash) }
        } else if entries.count > Self.few {
            index.insert(entries.count - 1, name.hash)
        }
    }

    @inline(__always)
    private func isName(at place: Int, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        let entry = entries[place]
        return entry.count == name.count
            && text.span.isSame(at: entry.start, as: bytes, at: Int(name.start), count: Int(name.count))
    }
}
