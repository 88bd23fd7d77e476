import PageViewAutomation

/// The scenes of a session by their names. A scene that is closed and empty is let go of, and its number is given to
/// another: a trace may open and close any number.
struct SceneNames {
    private static let few = 8
    private static let mainAlone = [Scene?.some(Scene(name: "main", id: nil))]

    private struct Scene {
        let name: String
        /// `nil` for the main scene.
        let id: SceneID?
    }

    /// By their tags.
    private var scenes = mainAlone
    private var freeTags: [Int] = []
    private var forgotten: [Int] = []
    /// The tags by name, once there are many.
    private var tags: [ExactName: Int] = [:]

    /// The name of a scene that is there, or was until just now.
    func name(at tag: UInt64) -> String { scenes[Int(tag)]?.name ?? "" }

    /// The scene of a name; a scene that is not known is made.
    mutating func scene(named name: String, main: SceneID, make: (_ tag: UInt64) -> SceneID) -> SceneID {
        if let tag = tag(of: name) { return scenes[tag]?.id ?? main }
        let tag = freeTags.popLast() ?? scenes.count
        let scene = Scene(name: name, id: make(UInt64(tag)))
        if tag == scenes.count { scenes.append(scene) } else { scenes[tag] = scene }
        if !tags.isEmpty {
            tags[ExactName(name)] = tag
        } else if scenes.count > Self.few {
            for (tag, scene) in scenes.enumerated() { if let scene { tags[ExactName(scene.name)] = tag } }
        }
        return scene.id ?? main
    }

    /// Lets go of a scene, if it is none but the main one. When it is mentioned again it is a new scene anyhow.
    mutating func forget(_ name: String, if isForgotten: (SceneID) -> Bool) {
        guard let tag = tag(of: name), let id = scenes[tag]?.id, isForgotten(id) else { return }
        tags[ExactName(name)] = nil
        forgotten.append(tag)
    }

    /// Gives the numbers back that were let go of; not at once, because what is emitted on a close carries the name.
    mutating func release() {
        guard !forgotten.isEmpty else { return }
        for tag in forgotten { scenes[tag] = nil }
        freeTags += forgotten
        forgotten.removeAll(keepingCapacity: true)
    }

    private func tag(of name: String) -> Int? {
        guard tags.isEmpty else { return tags[ExactName(name)] }
        return scenes.indices.first { tag in
            guard let scene = scenes[tag], scene.name.isSame(as: name) else { return false }
            return !forgotten.contains(tag)
        }
    }
}
