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

    /// What became different while it was held.
    package struct HoldChanges: Sendable, Hashable {
        /// As many are kept one by one.
        static let most = 3

        package private(set) var count = 0
        /// All, or the first ones if there are more.
        package private(set) var first: [HoldChange] = []
        package private(set) var last: HoldChange?

        /// Whether `first` has them all.
        package var isWhole: Bool { count == first.count }

        mutating func add(_ change: HoldChange) {
            count += 1
            if first.count < Self.most { first.append(change) }
            last = change
        }

        /// Adds several, of which those in the middle are not looked at.
        mutating func add(_ numbers: Range<Int>, _ change: (Int) -> HoldChange?) {
            for number in numbers.prefix(Self.most) { if let change = change(number) { add(change) } }
            let rest = numbers.dropFirst(Self.most)
            guard let number = rest.last, let change = change(number) else { return }
            count += rest.count
            last = change
        }
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
