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
    /// The component that has each name now.
    ///
    /// Its tag is the number of the name and, in the upper half, the number of earlier components with the name.
    var components = NameTable<ComponentID>()
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

extension NameTable<ComponentID> {
    /// Creates a component with this name. It replaces the component that has the name, if there is one.
    mutating func add(
        _ name: ScannedText, from bytes: ByteSpan, make: (_ tag: UInt64) -> ComponentID
    ) -> ComponentID {
        if let number = number(of: name, in: bytes) {
            let id = make(self[number].tag &+ 1 << 32)
            self[number] = id
            return id
        }
        let id = make(UInt64(UInt32(truncatingIfNeeded: nextNumber)))
        insert(name, from: bytes, id)
        return id
    }
}
