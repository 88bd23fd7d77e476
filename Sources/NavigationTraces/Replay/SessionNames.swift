import PageViewAutomation

/// The names that the trace gives to the components and scenes of one session.
struct SessionNames {
    /// The session's name; `nil` for the one without a name.
    let session: String?
    var components = ComponentTable()
    var scenes = SceneNames()

    init(session: String?) {
        self.session = session
    }

    /// Where the name of a component lies among the texts of `components`.
    @inline(__always)
    func range(of component: ComponentID) -> Range<Int> { components[Int(component.tag & 0xFFFF_FFFF)].range }

    /// How many components of its name there were before it.
    @inline(__always)
    func predecessors(of component: ComponentID) -> UInt64 { component.tag >> 32 }

    func name(of component: ComponentID) -> String { components.text.span.string(range(of: component)) }

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
