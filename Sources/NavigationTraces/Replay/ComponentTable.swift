import AnalyticsJSON
import PageViewAutomation

/// The components of a session by the bytes of their names: each name has a place, in the order in which they came, and
/// its bytes are kept once.
///
/// A few names are compared one after another, and cost no table. What is asked for together lies together.
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

    /// The names, one after another, and behind the last one the padding of words.
    private(set) var text: [UInt8] = []
    private var entries: [Entry] = []
    /// A name's number above its place, counted from 1; as many as a power of two, half of them free at least: most names
    /// are where they are looked for first.
    private var slots: [UInt64] = []

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
        guard !slots.isEmpty else { return placeAmongFew(name, bytes) }
        let mask = slots.count &- 1
        var index = Int(name.hash) & mask
        while slots[index] != 0 {
            let slot = slots[index]
            if UInt32(truncatingIfNeeded: slot &>> 32) == name.hash {
                let place = Int(slot & 0xFFFF_FFFF) &- 1
                if isName(at: place, name, bytes) { return place }
            }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// Reads ahead what the search for these names is going to read, so that their way from memory is made together and
    /// not one after another; and what `more` reads of a component. Returns a number that means nothing.
    @inline(__always)
    func readAhead(_ events: Span<ScannedEvent>, more: (_ index: UInt32) -> UInt64) -> UInt64 {
        // What is small is near anyhow.
        guard slots.count >= 4096 else { return 0 }
        var sum: UInt64 = 0
        let mask = slots.count &- 1
        for index in events.indices { sum ^= slots[Int(events[index].component.hash) & mask] }
        for index in events.indices {
            let hash = events[index].component.hash
            let slot = slots[Int(hash) & mask]
            guard slot != 0, UInt32(truncatingIfNeeded: slot &>> 32) == hash else { continue }
            let place = Int(slot & 0xFFFF_FFFF) &- 1
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
        if entries.count <= Self.few { return }
        if entries.count > slots.count / 2 {
            slots = [UInt64](repeating: 0, count: max(4 * Self.few, 2 * slots.count))
            for place in entries.indices { enter(place) }
        } else {
            enter(entries.count - 1)
        }
    }

    private mutating func enter(_ place: Int) {
        let hash = entries[place].hash
        let mask = slots.count - 1
        var index = Int(hash) & mask
        while slots[index] != 0 { index = (index + 1) & mask }
        slots[index] = UInt64(hash) << 32 | UInt64(place + 1)
    }

    @inline(__always)
    private func isName(at place: Int, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        let entry = entries[place]
        return entry.count == name.count
            && text.span.isSame(at: entry.start, as: bytes, at: Int(name.start), count: Int(name.count))
    }
}
