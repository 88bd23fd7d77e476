import AnalyticsJSON
import PageViewAutomation

/// The names of one session's components and scenes in the trace.
///
/// The tags of identities are the numbers of the names.
struct SessionNames {
    /// A table with the scene that every session has.
    private static let mainScene: NameTable<SceneID?> = {
        var scenes = NameTable<SceneID?>()
        ScannedText.with("main") { _ = scenes.insert($0, from: $1, nil) }
        return scenes
    }()

    /// The session's name, followed by padding; `nil` for the session without a name.
    let session: [UInt8]?
    var components = NameTable<NamedComponent>()
    /// The scenes; `nil` stands for the main scene.
    ///
    /// The name of a closed and empty scene is removed. So the memory does not grow with the number of scenes that a trace opens.
    var scenes = mainScene

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
    func text(of component: ComponentID) -> PaddedText { components.text(of: Self.number(of: component)) }

    /// Returns the position of a scene's name in the text of `scenes`. The scene may have closed during the current event.
    @inline(__always)
    func text(of scene: SceneID) -> PaddedText { scenes.text(of: Int(truncatingIfNeeded: scene.tag)) }

    @inline(__always)
    private static func number(of component: ComponentID) -> Int { Int(component.tag & 0xFFFF_FFFF) }

    /// Returns the number of earlier components with the same name.
    @inline(__always)
    func predecessors(of component: ComponentID) -> UInt64 { component.tag >> 32 }

    func name(of component: ComponentID) -> String { components.string(of: Self.number(of: component)) }

    func name(of scene: SceneID) -> String { scenes.string(of: Int(truncatingIfNeeded: scene.tag)) }
}

/// The component that has a name now.
struct NamedComponent {
    fileprivate var index: UInt32 = 0
    fileprivate var generation: UInt32 = 0
    /// The number of earlier components with this name.
    fileprivate var predecessors: UInt32 = 0
    var isDestroyed = false

    /// Returns the component's tag: the number of its name, and the number of earlier components with the name.
    @inline(__always)
    fileprivate func tag(_ number: Int) -> UInt64 {
        UInt64(predecessors) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
    }
}

extension NameTable<NamedComponent> {
    /// Returns the identity of the component whose name has this number.
    @inline(__always)
    func id(at number: Int, issuer: UInt32) -> ComponentID {
        let component = self[number]
        return ComponentID(
            index: component.index, generation: component.generation, issuer: issuer, tag: component.tag(number))
    }

    /// Creates a component with this name. It replaces the component that has the name, if there is one.
    mutating func add(
        _ name: ScannedText, from bytes: ByteSpan, make: (_ tag: UInt64) -> ComponentID
    ) -> ComponentID {
        let known = number(of: name, in: bytes)
        let number = known ?? insert(name, from: bytes, NamedComponent())
        if known != nil { self[number].predecessors &+= 1 }
        let id = make(self[number].tag(number))
        (self[number].index, self[number].generation, self[number].isDestroyed) = (id.index, id.generation, false)
        return id
    }

    /// Prefetches the memory that the search for these names reads, and what `more` reads of a component.
    ///
    /// The loads then overlap instead of following one another. Returns a meaningless number.
    @inline(__always)
    func readAhead(_ events: Span<ScannedEvent>, more: (_ index: UInt32) -> UInt64) -> UInt64 {
        guard isLarge else { return 0 }
        var sum: UInt64 = 0
        for event in events.indices { sum ^= readAheadSlot(of: events[event].component) }
        for event in events.indices { sum ^= readAhead(events[event].component) { more($0.index) } }
        return sum
    }
}
