import NavigationTraces
package import PageViewAutomation

extension AppearanceStory {
    /// What a component that is said to be shown has not.
    package struct Lack: Sendable, Hashable {
        package internal(set) var window = false
        package internal(set) var foreground = false
    }

    /// Something that became different while it was held.
    package struct HoldChange: Sendable, Hashable {
        package let time: Timestamp
        /// The scene that it was in from then on.
        package let scene: String
        /// What was missing from then on.
        package let lack: Lack
    }

    /// The scenes that it was in, one after another, and since when, if it was held in others before the one where it
    /// appeared or ended. What is summed up was where it was last.
    package var scenes: [(scene: String, start: Timestamp)] {
        guard let start = heldSince ?? beganAt else { return [] }
        var scenes = [(scene: heldIn ?? scene, start: start)]
        func add(_ scene: String, _ time: Timestamp) {
            if ExactName(scene) != ExactName(scenes[scenes.count - 1].scene) { scenes.append((scene, time)) }
        }
        for change in holdChanges.first { add(change.scene, change.time) }
        if let last = holdChanges.last { add(last.scene, last.time) }
        if let beganAt { add(scene, beganAt) }
        return scenes
    }
}
