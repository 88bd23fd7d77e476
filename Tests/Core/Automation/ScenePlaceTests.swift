import PageViewLifecycle
import TestSupport
import Testing

@testable import PageViewAutomation

/// The table of scenes (AP-009). The slot of a scene is freed once the scene is closed and empty.
@Suite(.watched)
struct ScenePlaceTests {
    @Test("The scene table never outgrows the number of scenes that exist at once")
    func placesAreBounded() {
        var model = Rules.started()
        var generations: [UInt32] = [0, 0]
        func component(_ index: Int) -> ComponentID {
            model.componentID(UInt32(index), generation: generations[index])
        }
        func destroy(_ index: Int) {
            model.apply(.component(component(index), .destroy, scene: nil))
            generations[index] += 1
        }
        for round in 0..<600 {
            let scenes = (1...2).map { SceneID(index: UInt32(2 * round + $0), issuer: 1, tag: 0) }
            for index in 0..<2 {
                model.apply(
                    .create(component: component(index), scene: scenes[index], .init(isAttached: round % 2 == 0)))
                model.apply(.component(component(index), .didAppear, scene: nil))
            }
            switch round % 6 {
            case 0, 1:
                // The last component leaves a closed scene.
                for scene in scenes { model.apply(.scene(scene, .close)) }
                for index in 0..<2 { destroy(index) }
            case 2, 3:
                // A scene closes after its components have left it.
                for index in 0..<2 { destroy(index) }
                for scene in scenes { model.apply(.scene(scene, .close)) }
            default:
                // One scene closes, and its component moves to the other one before that closes too.
                model.apply(.scene(scenes[0], .close))
                model.apply(.component(component(0), .attach, scene: scenes[1]))
                model.apply(.scene(scenes[1], .close))
                for index in 0..<2 { destroy(index) }
            }
            #expect(scenes.allSatisfy { model.isClosedAndEmpty($0) }, "round \(round)")
        }
        // Two scenes exist at once, and perhaps the main scene.
        #expect(model.scenes.count <= 3)
    }
}
