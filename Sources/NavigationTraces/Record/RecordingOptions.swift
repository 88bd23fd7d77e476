public import PageViewAutomation

/// What a recording says, and how (rules RC-006, RC-007).
public struct RecordingOptions: Sendable {
    /// What the trace is called.
    public var title: String
    /// Whether the values in payloads and of interactions are written; page names always are.
    public var includesPayloads: Bool
    /// Whether links and the apps they came from are written; that one was opened always is.
    public var includesLinks: Bool
    /// The names of components and scenes, where those of the recording's own are not wanted.
    public var naming: RecordedNaming

    /// Creates options; left out, everything is written.
    public init(
        title: String = "recorded", includesPayloads: Bool = true, includesLinks: Bool = true,
        naming: RecordedNaming = RecordedNaming()
    ) {
        self.title = title
        self.includesPayloads = includesPayloads
        self.includesLinks = includesLinks
        self.naming = naming
    }

    /// All that says nothing about the user: no payloads, no links.
    public static let withoutUserData = RecordingOptions(includesPayloads: false, includesLinks: false)
}

/// What components and scenes are called in a recording (rule RC-006).
///
/// The closures are called when a trace is written, under no lock, on whichever thread writes it; by the tag a framework
/// finds what it has given the tag to. One that answers `nil`, or with a name that another one has, leaves it to the recording.
public struct RecordedNaming: Sendable {
    let component: @Sendable (ComponentID, PageContext?) -> String?
    let scene: @Sendable (SceneID) -> String?

    /// Creates a naming; left out, components are called by their page or tag and a number.
    public init(
        component: @escaping @Sendable (ComponentID, PageContext?) -> String? = { _, _ in nil },
        scene: @escaping @Sendable (SceneID) -> String? = { _ in nil }
    ) {
        self.component = component
        self.scene = scene
    }
}
