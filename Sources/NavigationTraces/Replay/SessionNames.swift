import AnalyticsJSON
import PageViewAutomation

/// The names that the trace gives to the components and scenes of one session.
struct SessionNames {
    /// The session's name, with the padding of words behind it; `nil` for the one without a name.
    let session: [UInt8]?
    var components = ComponentTable()
    var scenes = SceneNames()

    init(session: [UInt8]?) {
        self.session = session
    }

    /// A part of some bytes, with the padding of words behind it.
    static func padded(_ bytes: ByteSpan, _ range: Range<Int>) -> [UInt8] {
        // In one piece of memory: there may be a million names.
        var padded = [UInt8](repeating: 0, count: range.count + ByteSpan.padding)
        for index in range { padded[index - range.lowerBound] = bytes[index] }
        return padded
    }

    /// Where the session's name lies among its bytes.
    var sessionRange: Range<Int> { 0..<max(0, (session?.count ?? 0) - ByteSpan.padding) }

    /// Where the name of a component lies among the texts of `components`.
    @inline(__always)
    func text(of component: ComponentID) -> PaddedText { components[Int(component.tag & 0xFFFF_FFFF)].text }

    /// How many components of its name there were before it.
    @inline(__always)
    func predecessors(of component: ComponentID) -> UInt64 { component.tag >> 32 }

    func name(of component: ComponentID) -> String { components.text.span.string(text(of: component).range) }

    func name(of scene: SceneID) -> String { scenes.name(at: scene.tag) }

    /// The identity of a page view as traces write it (rule TR-004).
    func label(of id: PageViewID) -> String {
        switch id {
        case .manual(let sequence): return "manual/\(sequence)"
        case .appearance(let appearance):
            let predecessors = predecessors(of: appearance.component)
            let number = predecessors == 0 ? "" : "~\(predecessors + 1)"
            return "\(name(of: appearance.component))\(number)/\(appearance.ordinal)"
        }
    }
}

/// The components of a session by the bytes of their names: each name has a slot, in the order in which they came, and
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

    private static let linearSearchLimit = 8

    /// The names, one after another, and behind the last one the padding of words. `Array.span` needs macOS 26 and iOS 26.
    private(set) var text: ContiguousArray<UInt8> = []
    private var entries: [Entry] = []
    /// The places by the hashes of the names, once there are many.
    private var index = NameIndex()

    /// The entry at a slot.
    subscript(slot: Int) -> Entry {
        get { entries[slot] }
        _modify { yield &entries[slot] }
    }

    /// The identity of the component that bears the name at a slot.
    @inline(__always)
    func id(at slot: Int, issuer: UInt32) -> ComponentID {
        let entry = entries[slot]
        return ComponentID(
            index: entry.index, generation: entry.generation, issuer: issuer,
            tag: Self.tag(slot: slot, predecessors: entry.predecessors))
    }

    /// What a component carries along: the slot of its name, and how many of that name there were before it.
    @inline(__always)
    private static func tag(slot: Int, predecessors: UInt32) -> UInt64 {
        UInt64(predecessors) << 32 | UInt64(UInt32(truncatingIfNeeded: slot))
    }

    /// The slot of a name.
    @inline(__always)
    func slot(of name: ScannedText, in bytes: ByteSpan) -> Int? {
        if index.isEmpty { return slotAmongFew(name, bytes) }
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
            guard let slot = index.firstNumber(events[event].component.hash) else { continue }
            sum ^= UInt64(text[entries[slot].start]) ^ more(entries[slot].index)
        }
        return sum
    }

    /// Reads ahead what any search among few names reads.
    @inline(__always)
    var readAheadOfFew: UInt64 { UInt64(entries.first?.hash ?? 0) ^ UInt64(text.first ?? 0) }

    private func slotAmongFew(_ name: ScannedText, _ bytes: ByteSpan) -> Int? {
        for slot in entries.indices where entries[slot].hash == name.hash && isName(at: slot, name, bytes) {
            return slot
        }
        return nil
    }

    /// Makes a component of this name, in the slot of the one that bears it, if there is one.
    mutating func add(
        _ name: ScannedText, from bytes: ByteSpan, make: (_ tag: UInt64) -> ComponentID
    ) -> ComponentID {
        var slot = entries.count
        if let known = self.slot(of: name, in: bytes) {
            slot = known
            entries[slot].predecessors &+= 1
            entries[slot].isDestroyed = false
        } else {
            append(name, from: bytes)
        }
        let id = make(Self.tag(slot: slot, predecessors: entries[slot].predecessors))
        entries[slot].index = id.index
        entries[slot].generation = id.generation
        return id
    }

    private mutating func append(_ name: ScannedText, from bytes: ByteSpan) {
        text.removeLast(min(ByteSpan.padding, text.count))
        entries.append(
            Entry(start: text.count, count: name.count, hash: name.hash, isPlain: bytes.isPlain(name.range)))
        for index in name.range { text.append(bytes[index]) }
        for _ in 0..<ByteSpan.padding { text.append(0) }
        if entries.count == Self.linearSearchLimit + 1 {
            for slot in entries.indices { index.insert(slot, entries[slot].hash) }
        } else if entries.count > Self.linearSearchLimit {
            index.insert(entries.count - 1, name.hash)
        }
    }

    @inline(__always)
    private func isName(at slot: Int, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        let entry = entries[slot]
        return entry.count == name.count
            && text.span.isSame(at: entry.start, as: bytes, at: Int(name.start), count: Int(name.count))
    }
}

/// The scenes of a session by their names. A scene that is closed and empty is let go of, and its number is given to
/// another: a trace may open and close any number.
struct SceneNames {
    private static let linearSearchLimit = 8
    private static let mainAlone = [Scene(Array("main".utf8), hash: nil, id: nil)]

    struct Scene {
        /// The name, with the padding of words behind it.
        let bytes: ContiguousArray<UInt8>
        /// Where the name lies among the bytes.
        let text: PaddedText
        /// The name as a string, of which all that keep it share the memory.
        let name: String
        fileprivate let hash: UInt32
        /// `nil` for the main scene.
        fileprivate let id: SceneID?
        /// Whether it is still that of the name.
        fileprivate var isNamed = true

        fileprivate init(_ name: [UInt8], hash: UInt32?, id: SceneID?) {
            let bytes = ContiguousArray(name) + ContiguousArray(repeating: 0, count: ByteSpan.padding)
            self.bytes = bytes
            self.hash = hash ?? TextHash.of(bytes.span, 0, name.count, seed: TextHash.start)
            text = PaddedText(range: name.indices, isPlain: bytes.span.isPlain(name.indices))
            self.name = String(decoding: name, as: UTF8.self)
            self.id = id
        }
    }

    /// By their tags.
    private var scenes = mainAlone
    private var freeTags: [Int] = []
    private var forgotten: [Int] = []
    /// The tags by the hashes of the names, once there are many.
    private var index = NameIndex()

    /// A scene that is there, or was until just now; its tag is one that was given out.
    subscript(tag: UInt64) -> Scene {
        @inline(__always) _read { yield scenes[Int(truncatingIfNeeded: tag)] }
    }

    /// The name of a scene that is there, or was until just now.
    func name(at tag: UInt64) -> String { self[tag].name }

    /// The scene of a name; a scene that is not known is made.
    mutating func scene(
        named name: ScannedText, in bytes: ByteSpan, main: SceneID, make: (_ tag: UInt64) -> SceneID
    ) -> SceneID {
        if let tag = tag(of: name, bytes) { return scenes[tag].id ?? main }
        let tag = freeTags.popLast() ?? scenes.count
        let scene = Scene(bytes.array(name.range), hash: name.hash, id: make(UInt64(tag)))
        if tag == scenes.count { scenes.append(scene) } else { scenes[tag] = scene }
        if !index.isEmpty {
            index.insert(tag, name.hash)
        } else if scenes.count > Self.linearSearchLimit {
            for (tag, scene) in scenes.enumerated() where scene.isNamed { index.insert(tag, scene.hash) }
        }
        return scene.id ?? main
    }

    /// Lets go of a scene, if it is none but the main one. When it is mentioned again it is a new scene anyhow.
    mutating func forget(_ name: ScannedText, in bytes: ByteSpan, if isForgotten: (SceneID) -> Bool) {
        guard let tag = tag(of: name, bytes), let id = scenes[tag].id, isForgotten(id) else { return }
        index.remove(tag, name.hash)
        scenes[tag].isNamed = false
        forgotten.append(tag)
    }

    /// Gives the numbers back that were let go of; not at once, because what is emitted on a close carries the name.
    @inline(__always)
    mutating func release() {
        if !forgotten.isEmpty { releaseForgotten() }
    }

    @inline(never)
    private mutating func releaseForgotten() {
        freeTags += forgotten
        forgotten.removeAll(keepingCapacity: true)
    }

    private func tag(of name: ScannedText, _ bytes: ByteSpan) -> Int? {
        if index.isEmpty { return scenes.indices.first { scenes[$0].isNamed && isName(of: scenes[$0], name, bytes) } }
        return index.number(name.hash) { isName(of: scenes[$0], name, bytes) }
    }

    private func isName(of scene: Scene, _ name: ScannedText, _ bytes: ByteSpan) -> Bool {
        scene.text.range.count == Int(name.count)
            && scene.bytes.span.isSame(at: 0, as: bytes, at: Int(name.start), count: Int(name.count))
    }
}

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
