import PageViewAutomation

/// The names of components and scenes in a recording (RC-006).
///
/// No two components that exist at one time have equal names. A component keeps its name.
struct RecordedNames {
    private struct Entry {
        let generation: UInt32
        let name: String
        /// Whether the trace contains the end of the component.
        var isDestroyed: Bool
        /// Whether the trace contains the component. `false` if it was destroyed before the recording.
        let isInTrace: Bool
    }

    enum NameState {
        /// The component exists under this name.
        case known(String)
        /// The component has just received this name. `replaced` is an existing component that had the same index.
        case new(String, replaced: String?)
        /// The component is destroyed, and the name still refers to it.
        case destroyed(String)
        /// The component is destroyed, and the trace has no name for it.
        case unnamed
        /// The component belongs to another engine.
        case foreign
    }

    private let texts: RecordedTexts
    private let mainScene: SceneID
    /// The maximum number of code points of a page's name in the name of its component.
    private static let longestPageName = 100
    private var entries: [Entry?] = []
    private var scenes: [UInt32: String] = [:]
    /// The index of the component that has each name; `.max` for the placeholder.
    private var indexByName: [String: UInt32] = [:]
    /// The container that stands for no container, and whether the trace has destroyed it.
    private var placeholder: (name: String, isDestroyed: Bool)?
    private var usedSceneNames: Set<String> = ["main"]

    init(_ texts: RecordedTexts, mainScene: SceneID) {
        self.texts = texts
        self.mainScene = mainScene
    }

    mutating func noteDestroyed(_ id: ComponentID) {
        extend(to: id)
        entries[Int(id.index)] = Entry(generation: id.generation, name: "", isDestroyed: true, isInTrace: false)
    }

    /// Returns the state of a component's name, and gives a name to a new component.
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

    /// Returns the name of a component that the trace contains and that is not destroyed.
    func name(of id: ComponentID) -> String? {
        guard id.issuer == mainScene.issuer, Int(id.index) < entries.count, let entry = entries[Int(id.index)],
            entry.generation == id.generation, !entry.isDestroyed
        else { return nil }
        return entry.name
    }

    mutating func destroy(_ id: ComponentID) {
        guard id.issuer == mainScene.issuer, Int(id.index) < entries.count,
            entries[Int(id.index)]?.generation == id.generation
        else { return }
        entries[Int(id.index)]?.isDestroyed = true
    }

    /// Returns the name of the container that stands for no container (RC-002).
    mutating func placeholderName() -> String {
        if let placeholder { return placeholder.name }
        var name = "nothing"
        while indexByName[name] != nil { name += "'" }
        indexByName[name] = .max
        placeholder = (name, isDestroyed: false)
        return name
    }

    /// Marks the placeholder as destroyed. Returns its name if the trace contains it and not its end.
    mutating func destroyPlaceholder() -> String? {
        guard let placeholder, !placeholder.isDestroyed else { return nil }
        self.placeholder?.isDestroyed = true
        return placeholder.name
    }

    /// Returns a name for a component that was destroyed before the recording.
    func formerName(of id: ComponentID, page: PageContext) -> String {
        let name = texts.given(texts.options.naming.component(id, page)) ?? ""
        return name.isEmpty || indexByName[name] != nil ? self.name(of: id, page) : name
    }

    private mutating func extend(to id: ComponentID) {
        while entries.count <= id.index { entries.append(nil) }
    }

    private mutating func add(_ id: ComponentID, _ page: PageContext?, replacing: Entry?) -> NameState {
        if let replacing { release(replacing, id.index) }
        var name = texts.given(texts.options.naming.component(id, page)) ?? ""
        // A duplicate name would refer to the other component.
        if name.isEmpty || indexByName[name] != nil { name = self.name(of: id, page) }
        while indexByName[name] != nil { name += "'" }
        indexByName[name] = id.index
        entries[Int(id.index)] = Entry(generation: id.generation, name: name, isDestroyed: false, isInTrace: true)
        return .new(name, replaced: replacing?.name)
    }

    private mutating func release(_ entry: Entry, _ index: UInt32) {
        if indexByName[entry.name] == index { indexByName[entry.name] = nil }
    }

    /// Returns the default name: the page or the tag, the component's index, and its generation unless 0.
    private func name(of id: ComponentID, _ page: PageContext?) -> String {
        let kind =
            page.map { String(texts.pageName($0.name.rawValue).unicodeScalars.prefix(Self.longestPageName)) }
            ?? (id.tag == 0 ? "component" : "tag\(id.tag)")
        return "\(kind)-\(id.index)" + (id.generation == 0 ? "" : ".\(id.generation)")
    }

    /// Returns the name of a scene, or `nil` for a scene of another engine.
    mutating func name(of scene: SceneID) -> String? {
        guard scene.issuer == mainScene.issuer else { return nil }
        guard scene.index != mainScene.index else { return "main" }
        if let known = scenes[scene.index] { return known }
        var name = texts.given(texts.options.naming.scene(scene)) ?? ""
        if name.isEmpty || usedSceneNames.contains(name) { name = "scene-\(scene.index)" }
        while usedSceneNames.contains(name) { name += "'" }
        scenes[scene.index] = name
        usedSceneNames.insert(name)
        return name
    }

    func hasName(_ scene: SceneID) -> Bool { scene.index == mainScene.index || scenes[scene.index] != nil }

    /// Returns a name that no scene has, for a scene that the lines open and close.
    func formerSceneName() -> String {
        var name = "closed"
        while usedSceneNames.contains(name) { name += "'" }
        return name
    }

    /// Removes the name of a closed scene, so that a recording of many scenes needs little memory.
    mutating func close(_ scene: SceneID) {
        guard let name = scenes.removeValue(forKey: scene.index) else { return }
        usedSceneNames.remove(name)
    }
}
