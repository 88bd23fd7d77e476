import NavigationTraces
import PageViewAutomation

/// The stories of a session that go on.
struct OpenStories {
    /// A story that goes on; a class, so that a table that grows moves no stories.
    final class Open {
        var story: AppearanceStory
        /// Where it stands among the history's items once it has ended.
        let place: Int
        /// How many stays in the background its scene had begun when it began.
        var backgroundsBefore = 0
        /// Whether it has a window.
        var hasWindow: Bool
        /// While it is held: how often its scene had gone to the background or come back when that was looked at last.
        var sceneChangesBefore: Int

        init(story: AppearanceStory, place: Int, hasWindow: Bool, sceneChangesBefore: Int) {
            self.story = story
            self.place = place
            self.hasWindow = hasWindow
            self.sceneChangesBefore = sceneChangesBefore
        }
    }

    private var all: [ComponentID: Open] = [:]
    /// The same by their scenes. In what order they come nothing depends on: each one changes its own story alone.
    private var inScene: [ExactName: Set<ComponentID>] = [:]
    /// Those of a scene that wait for nothing but the foreground.
    private var waiting: [ExactName: Set<ComponentID>] = [:]

    subscript(id: ComponentID) -> Open? { all[id] }

    /// All of them.
    var ids: [ComponentID] { Array(all.keys) }

    /// Those in a scene.
    func ids(in scene: String) -> [ComponentID] { inScene[ExactName(scene)].map { Array($0) } ?? [] }

    /// Those that begin when a scene comes to the foreground.
    func waiting(in scene: String) -> [ComponentID] { waiting[ExactName(scene)].map { Array($0) } ?? [] }

    mutating func add(_ id: ComponentID, _ open: Open) {
        all[id] = open
        file(id)
    }

    /// Changes one.
    mutating func change(_ id: ComponentID, _ body: (Open) -> Void) {
        guard let open = all[id] else { return }
        let (scene, isWaiting) = (open.story.scene, open.isWaiting)
        body(open)
        guard scene != open.story.scene || isWaiting != open.isWaiting else { return }
        unfile(id, in: scene)
        file(id)
    }

    mutating func remove(_ id: ComponentID) -> Open? {
        guard let open = all.removeValue(forKey: id) else { return nil }
        unfile(id, in: open.story.scene)
        return open
    }

    private mutating func file(_ id: ComponentID) {
        guard let open = all[id] else { return }
        let scene = ExactName(open.story.scene)
        inScene[scene, default: []].insert(id)
        if open.isWaiting { waiting[scene, default: []].insert(id) }
    }

    private mutating func unfile(_ id: ComponentID, in scene: String) {
        Self.remove(id, from: &inScene, ExactName(scene))
        Self.remove(id, from: &waiting, ExactName(scene))
    }

    private static func remove(
        _ id: ComponentID, from table: inout [ExactName: Set<ComponentID>], _ scene: ExactName
    ) {
        table[scene]?.remove(id)
        if table[scene]?.isEmpty == true { table[scene] = nil }
    }
}

extension OpenStories.Open {
    fileprivate var isWaiting: Bool { story.beganAt == nil && hasWindow }
}
