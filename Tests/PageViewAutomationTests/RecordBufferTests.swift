import PageViewLifecycle
import Testing

@testable import PageViewAutomation

/// What there is to tell, where it waits.
struct RecordBufferTests {
    @Test("A leave holds on to nothing, so the buffer need not let go of it")
    func leavesAreBare() {
        #expect(_isPOD(PageLeave.self))
    }

    @Test("What was put in comes out in order, and what it held is let go")
    func letsGo() {
        weak var held: Boxed<DeepLinkVisit>?
        var buffer = RecordBuffer()
        do {
            let scene = SceneID(index: 0, issuer: 1, tag: 0)
            let link = Boxed(
                DeepLinkVisit(link: DeepLink(url: "app://a"), scene: scene, referrer: nil, time: .zero))
            held = link
            buffer.append(
                .pageView(
                    PageView(
                        sequence: 1, id: .manual(1), page: "a", payload: ["n": 1], scene: scene, appearedAt: nil,
                        countedAt: .zero, cause: .manual, previous: nil, deepLink: link)))
            buffer.append(
                .pageLeave(
                    PageLeave(
                        id: nil, page: "a", scene: scene,
                        component: ComponentID(index: 0, generation: 0, issuer: 1, tag: 0), outcome: .neverVisible,
                        foregroundNanoseconds: 0, backgroundNanoseconds: 0, endedAt: .zero)))
        }
        #expect(held != nil)
        var kinds: [EngineRecord.Kinds] = []
        while !buffer.isEmpty {
            buffer.withFirst { kinds.append($0.kind) }
            buffer.removeFirst()
        }
        #expect(kinds == [.pageViews, .pageLeaves])
        #expect(held == nil)
    }
}
