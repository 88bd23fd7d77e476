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
