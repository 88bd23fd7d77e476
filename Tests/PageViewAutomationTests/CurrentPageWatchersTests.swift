import Testing

@testable import PageViewAutomation

/// Who follows the current page (QU-006), without the engine around it.
struct CurrentPageWatchersTests {
    @Test("Who does not follow any more is let go, and nobody else")
    func whoLeavesIsLetGo() {
        let model = EngineModel.started()
        var watchers = CurrentPageWatchers()
        let numbers = (0..<3).map { _ in
            watchers.add(CurrentPageWatchers.Continuation(yield: { _ in }, finish: {}), scene: nil, model: model)
        }
        watchers.remove(numbers[1])
        #expect(watchers.removeAll().count == 2)
        #expect(watchers.removeAll().isEmpty)
    }
}
