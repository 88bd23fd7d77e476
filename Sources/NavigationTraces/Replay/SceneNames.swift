import AnalyticsJSON
import PageViewAutomation

/// The scenes of a session by their names. A scene that is closed and empty is let go of, and its number is given to
/// another: a trace may open and close any number.
struct SceneNames {
    private static let few = 8
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
        } else if scenes.count > Self.few {
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
