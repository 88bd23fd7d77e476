import PageViewAutomation

/// The names of one session's components and scenes in the trace.
///
/// The tags of identities are the numbers of the names.
struct SessionNames {
    /// The component that has each name now.
    ///
    /// Its tag is the number of the name and, in the upper half, the number of earlier components with the name.
    private(set) var components: [ExactName: ComponentID] = [:]
    private var componentNames: [String] = []
    /// The scene that has each name.
    ///
    /// The name of a closed and empty scene is removed. So the memory does not grow with the number of scenes that a trace opens.
    private(set) var scenes: [ExactName: SceneID]
    /// The names of the scenes. A removed name stays until another one takes its number.
    private var sceneNames = ["main"]
    private var freeSceneNumbers: [Int] = []

    /// Creates the names of a session whose engine has this main scene.
    init(mainScene: SceneID) {
        scenes = [ExactName("main"): mainScene]
    }

    /// Returns the number of earlier components with the same name.
    func predecessors(of component: ComponentID) -> UInt64 { component.tag >> 32 }

    func name(of component: ComponentID) -> String { componentNames[Int(component.tag & 0xFFFF_FFFF)] }

    func name(of scene: SceneID) -> String { sceneNames[Int(truncatingIfNeeded: scene.tag)] }

    /// Creates a component with this name. It replaces the component that has the name, if there is one.
    mutating func addComponent(_ name: String, make: (_ tag: UInt64) -> ComponentID) -> ComponentID {
        let tag: UInt64
        if let earlier = components[ExactName(name)] {
            tag = earlier.tag &+ 1 << 32
        } else {
            tag = UInt64(UInt32(truncatingIfNeeded: componentNames.count))
            componentNames.append(name)
        }
        let component = make(tag)
        components[ExactName(name)] = component
        return component
    }

    /// Creates a scene with this name.
    mutating func addScene(_ name: String, make: (_ tag: UInt64) -> SceneID) -> SceneID {
        let number = freeSceneNumbers.popLast() ?? sceneNames.count
        if number == sceneNames.count { sceneNames.append(name) } else { sceneNames[number] = name }
        let scene = make(UInt64(number))
        scenes[ExactName(name)] = scene
        return scene
    }

    /// Removes the name of a scene, and frees its number. The records of the present event can still use the name.
    mutating func removeScene(_ name: String) {
        if let scene = scenes.removeValue(forKey: ExactName(name)) { freeSceneNumbers.append(Int(scene.tag)) }
    }
}
