import AnalyticsJSON
import PageViewAutomation

/// The names of one session's components and scenes in the trace.
struct SessionNames {
    /// The session's name, followed by padding; `nil` for the session without a name.
    let session: [UInt8]?
    var components = ComponentTable()
    var scenes = SceneNames()

    init(session: [UInt8]?) {
        self.session = session
    }

    /// Returns a copy of a range of bytes, followed by padding.
    static func padded(_ bytes: ByteSpan, _ range: Range<Int>) -> [UInt8] {
        // One allocation, because a trace may have a million names.
        var padded = [UInt8](repeating: 0, count: range.count + ByteSpan.padding)
        for index in range { padded[index - range.lowerBound] = bytes[index] }
        return padded
    }

    /// The range of the session's name without the padding.
    var sessionRange: Range<Int> { 0..<max(0, (session?.count ?? 0) - ByteSpan.padding) }

    /// Returns the position of a component's name in the text of `components`.
    @inline(__always)
    func text(of component: ComponentID) -> PaddedText { components[Int(component.tag & 0xFFFF_FFFF)].text }

    /// Returns the number of earlier components with the same name.
    @inline(__always)
    func predecessors(of component: ComponentID) -> UInt64 { component.tag >> 32 }

    func name(of component: ComponentID) -> String { components.text.span.string(text(of: component).range) }

    func name(of scene: SceneID) -> String { scenes.name(at: scene.tag) }

    /// Returns the identity of a page view in output (TR-004).
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

/// The components of a session by name.
///
/// Each name has a slot. The slots are in the order of the first mentions, and each name is stored once. A few names are searched
/// linearly, without an index.
struct ComponentTable {
    /// A name, and the component that has it now.
    struct Entry {
        /// The position of the name in `text`.
        fileprivate let start: Int
        fileprivate let count: UInt32
        fileprivate let hash: UInt32
        fileprivate(set) var index: UInt32 = 0
        fileprivate(set) var generation: UInt32 = 0
        /// The number of earlier components with this name.
        fileprivate(set) var predecessors: UInt32 = 0
        var isDestroyed = false
        /// Whether the name needs no escapes in a JSON string.
        fileprivate let isPlain: Bool

        var text: PaddedText { PaddedText(range: start..<(start &+ Int(count)), isPlain: isPlain) }
    }

    private static let linearSearchLimit = 8

    /// The names, one after another, followed by padding. (`Array.span` needs macOS 26 and iOS 26.)
    private(set) var text: ContiguousArray<UInt8> = []
    private var entries: [Entry] = []
    /// The slots by the hashes of the names, if there are many.
    private var index = NameIndex()

    /// The entry at a slot.
    subscript(slot: Int) -> Entry {
        get { entries[slot] }
        _modify { yield &entries[slot] }
    }

    /// Returns the identity of the component whose name is in a slot.
    @inline(__always)
    func id(at slot: Int, issuer: UInt32) -> ComponentID {
        let entry = entries[slot]
        return ComponentID(
            index: entry.index, generation: entry.generation, issuer: issuer,
            tag: Self.tag(slot: slot, predecessors: entry.predecessors))
    }

    /// Returns the tag of a component: its name's slot, and the number of earlier components with the name.
    @inline(__always)
    private static func tag(slot: Int, predecessors: UInt32) -> UInt64 {
        UInt64(predecessors) << 32 | UInt64(UInt32(truncatingIfNeeded: slot))
    }

    /// Returns the slot of a name.
    @inline(__always)
    func slot(of name: ScannedText, in bytes: ByteSpan) -> Int? {
        if index.isEmpty { return slotAmongFew(name, bytes) }
        return index.number(name.hash) { isName(at: $0, name, bytes) }
    }

    /// Prefetches the memory that the search for these names reads, and what `more` reads of a component.
    ///
    /// The loads then overlap instead of following one another. Returns a meaningless number.
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

    /// A number that depends on the memory that a linear search reads. Reading it prefetches that memory.
    @inline(__always)
    var readAheadOfFew: UInt64 { UInt64(entries.first?.hash ?? 0) ^ UInt64(text.first ?? 0) }

    private func slotAmongFew(_ name: ScannedText, _ bytes: ByteSpan) -> Int? {
        for slot in entries.indices where entries[slot].hash == name.hash && isName(at: slot, name, bytes) {
            return slot
        }
        return nil
    }

    /// Creates a component with this name. It replaces the component that has the name, if there is one.
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

/// The scenes of a session by name.
///
/// When a scene is closed and empty, its tag is reused. So the memory does not grow with the number of scenes that a trace opens.
struct SceneNames {
    private static let linearSearchLimit = 8
    private static let mainAlone = [Scene(Array("main".utf8), hash: nil, id: nil)]

    struct Scene {
        /// The name, followed by padding.
        let bytes: ContiguousArray<UInt8>
        /// The position of the name in `bytes`.
        let text: PaddedText
        /// The name as a string. All copies share its memory.
        let name: String
        fileprivate let hash: UInt32
        /// The identity; `nil` for the main scene.
        fileprivate let id: SceneID?
        /// Whether the name still refers to this scene.
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

    /// The scenes by their tags.
    private var scenes = mainAlone
    private var freeTags: [Int] = []
    private var forgotten: [Int] = []
    /// The tags by the hashes of the names, if there are many.
    private var index = NameIndex()

    /// Returns the scene with a tag. The scene may have closed during the current event.
    subscript(tag: UInt64) -> Scene {
        @inline(__always) _read { yield scenes[Int(truncatingIfNeeded: tag)] }
    }

    /// Returns the name of a scene. The scene may have closed during the current event.
    func name(at tag: UInt64) -> String { self[tag].name }

    /// Returns the scene with a name, and creates it if necessary.
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

    /// Removes a closed and empty scene, except the main scene. The next mention of its name creates a new scene.
    mutating func forget(_ name: ScannedText, in bytes: ByteSpan, if isForgotten: (SceneID) -> Bool) {
        guard let tag = tag(of: name, bytes), let id = scenes[tag].id, isForgotten(id) else { return }
        index.remove(tag, name.hash)
        scenes[tag].isNamed = false
        forgotten.append(tag)
    }

    /// Frees the tags of removed scenes.
    ///
    /// The session calls it at the next event, because the records of a close still need the name.
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
