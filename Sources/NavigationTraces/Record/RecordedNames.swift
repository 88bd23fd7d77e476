import PageViewAutomation

/// The names that a recording gives to components and scenes: each once among those that are there, and always the same
/// for the same (rule RC-006).
struct RecordedNames {
    /// What a component is called, and the generation that is meant.
    private struct Entry {
        let generation: UInt32
        let name: String
        /// Whether the trace has told of its end.
        var isDestroyed: Bool
        /// Whether the trace knows it, or only that it is gone.
        let isInTrace: Bool
    }

    /// What a trace can say about a component.
    enum NameState {
        /// It is there under this name.
        case known(String)
        /// It has not been mentioned; this is what it is called from now on. `replaced` had its place, and is there still.
        case new(String, replaced: String?)
        /// It is gone, and its name still means it.
        case destroyed(String)
        /// It is gone, and the trace has no name for it.
        case unnamed
        /// It is another engine's.
        case foreign
    }

    private let naming: RecordedNaming
    private let mainScene: SceneID
    private var entries: [Entry?] = []
    private var scenes: [UInt32: String] = [:]
    /// Who bears each name now: a component's place, or nobody for one that a scene or the dead may have.
    private var indexByName: [String: UInt32] = [:]
    /// What stands for nothing, if it is in the trace, and whether its end is.
    private var placeholder: (name: String, isDestroyed: Bool)?
    private var usedSceneNames: Set<String> = ["main"]

    init(naming: RecordedNaming, mainScene: SceneID) {
        self.naming = naming
        self.mainScene = mainScene
    }

    // MARK: Components

    /// Notes that a component was gone before the recording.
    mutating func noteDestroyed(_ id: ComponentID) {
        extend(to: id)
        entries[Int(id.index)] = Entry(generation: id.generation, name: "", isDestroyed: true, isInTrace: false)
    }

    /// What can be said about a component; one that is new has its name from now on.
    mutating func state(of id: ComponentID, page: PageContext? = nil) -> NameState {
        guard id.issuer == mainScene.issuer else { return .foreign }
        extend(to: id)
        guard let entry = entries[Int(id.index)] else { return add(id, page, replacing: nil) }
        if entry.generation > id.generation { return .unnamed }
        if entry.generation < id.generation {
            if entry.isDestroyed { release(entry, id.index) }
            return add(id, page, replacing: entry.isDestroyed ? nil : entry)
        }
        guard entry.isDestroyed else { return .known(entry.name) }
        return entry.isInTrace && indexByName[entry.name] == id.index ? .destroyed(entry.name) : .unnamed
    }

    /// The trace has told that a component is gone.
    mutating func destroy(_ id: ComponentID) {
        guard id.issuer == mainScene.issuer, Int(id.index) < entries.count,
            entries[Int(id.index)]?.generation == id.generation
        else { return }
        entries[Int(id.index)]?.isDestroyed = true
    }

    /// The name of a component that the trace tells of only to say that another one is in nothing.
    mutating func placeholderName() -> String {
        if let placeholder { return placeholder.name }
        var name = "nothing"
        while indexByName[name] != nil { name += "'" }
        indexByName[name] = .max
        placeholder = (name, isDestroyed: false)
        return name
    }

    /// That name, if it is in the trace and its end is not.
    mutating func destroyPlaceholder() -> String? {
        guard let placeholder, !placeholder.isDestroyed else { return nil }
        self.placeholder?.isDestroyed = true
        return placeholder.name
    }

    /// What a component is called that the trace tells of only to say what was.
    func formerName(of id: ComponentID, page: PageContext) -> String {
        let name = naming.component(id, page) ?? ""
        return name.isEmpty ? Self.name(of: id, page) : indexByName[name] == nil ? name : Self.name(of: id, page)
    }

    private mutating func extend(to id: ComponentID) {
        while entries.count <= id.index { entries.append(nil) }
    }

    private mutating func add(_ id: ComponentID, _ page: PageContext?, replacing: Entry?) -> NameState {
        if let replacing { release(replacing, id.index) }
        var name = naming.component(id, page) ?? ""
        // A name that somebody has would mean that one.
        if name.isEmpty || indexByName[name] != nil { name = Self.name(of: id, page) }
        while indexByName[name] != nil { name += "'" }
        indexByName[name] = id.index
        entries[Int(id.index)] = Entry(generation: id.generation, name: name, isDestroyed: false, isInTrace: true)
        return .new(name, replaced: replacing?.name)
    }

    private mutating func release(_ entry: Entry, _ index: UInt32) {
        if indexByName[entry.name] == index { indexByName[entry.name] = nil }
    }

    /// A name that says what it is and is no other's: the page or the tag, the place, and which one of those that had it.
    private static func name(of id: ComponentID, _ page: PageContext?) -> String {
        let kind = page?.name.rawValue ?? (id.tag == 0 ? "component" : "tag\(id.tag)")
        return "\(kind)-\(id.index)" + (id.generation == 0 ? "" : ".\(id.generation)")
    }

    // MARK: Scenes

    /// What a scene is called; `nil` for one of another engine.
    mutating func name(of scene: SceneID) -> String? {
        guard scene.issuer == mainScene.issuer else { return nil }
        guard scene.index != mainScene.index else { return "main" }
        if let known = scenes[scene.index] { return known }
        var name = naming.scene(scene) ?? ""
        if name.isEmpty || usedSceneNames.contains(name) { name = "scene-\(scene.index)" }
        while usedSceneNames.contains(name) { name += "'" }
        scenes[scene.index] = name
        usedSceneNames.insert(name)
        return name
    }

    /// A scene has closed. Most are not heard of again.
    mutating func close(_ scene: SceneID) {
        guard let name = scenes.removeValue(forKey: scene.index) else { return }
        usedSceneNames.remove(name)
    }
}
