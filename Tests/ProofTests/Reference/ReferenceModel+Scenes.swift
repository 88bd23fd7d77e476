import PageViewAutomation

/// Reports about one scene.
extension ReferenceModel {
    mutating func apply(_ event: SceneEvent, to scene: String) {
        switch event {
        case .foreground: foreground(scene)
        case .background:
            scenes[scene, default: ReferenceScene()].isForeground = false
            scenes[scene, default: ReferenceScene()].link = nil
        case .active: moveToFront(scene)
        case .inactive: break
        case .close: close(scene)
        }
    }

    /// QU-004: moves a scene to the front of the scenes with its visibility.
    mutating func moveToFront(_ scene: String) {
        front.removeAll { $0 == scene }
        front.insert(scene, at: 0)
    }

    /// RD-005, AP-002, POL-004: handles live components before held ones, in the order of ORD-002.
    private mutating func foreground(_ scene: String) {
        guard !isForeground(scene) else { return }
        scenes[scene, default: ReferenceScene()].isForeground = true
        for place in visible(in: scene) {
            let wasCounted = components[place].live?.countedAs != nil
            if !wasCounted {
                countIfDue(place, .foregrounded)
            } else if policy.foreground == .counts, place == currentBefore[scene]?.place {
                countAgain(place, .foregrounded)
            }
        }
        for place in held(in: scene) { beginIfVisible(place, .foregrounded) }
    }

    /// AP-009: forgets the scene. Its components stay without a window, and still belong to its name.
    private mutating func close(_ scene: String) {
        for place in visible(in: scene).reversed() + held(in: scene).reversed() {
            end(place)
            // Reading: after the end of a held component, a `didDisappear` is still expected too (AP-005).
            components[place].owesDisappearance = true
        }
        for place in components.indices where components[place].scene == scene {
            components[place].isAttached = false
            // All rows of `sceneClose` in LC-002 lead here.
            components[place].state = .disappeared
        }
        scenes[scene] = nil
        front.removeAll { $0 == scene }
        if enginesLastPage?.scene == scene { isLastSceneThere = false }
    }
}
