import NavigationTraces
import PageViewAutomation

/// How scenes are spoken of: by name, where there are several.
package struct ScenePlace: Sendable {
    private let isNamed: Bool

    /// Where there is one scene, which needs no name.
    package static let only = ScenePlace(isNamed: false)

    /// Among the scenes of a history.
    package init(in history: TraceHistory) {
        var names: Set<ExactName> = []
        for background in history.backgrounds where names.count < 2 { names.insert(ExactName(background.scene)) }
        for announcement in history.announcements where names.count < 2 {
            names.insert(ExactName(announcement.scene))
        }
        for item in history.items where names.count < 2 {
            if let scene = item.scene { names.insert(ExactName(scene)) }
            if case .appearance(let story) = item {
                for stay in story.scenes { names.insert(ExactName(stay.scene)) }
            }
        }
        isNamed = names.count > 1
    }

    private init(isNamed: Bool) {
        self.isNamed = isNamed
    }

    /// Where something was.
    func text(of scene: String) -> String { isNamed ? " in the scene \(scene)" : "" }

    /// That nothing was counted before in the same scene.
    func first(of scene: String) -> String {
        isNamed ? "as the first of the scene \(scene)" : "as the first of its scene"
    }
}
