import PageViewLifecycle
import Synchronization
import Testing

@testable import PageViewAutomation

/// The current page, asked for without a lock (QU-007).
struct PublishedPageTests {
    private let stage = Stage()

    @Test("An answer comes while another thread is in the middle of a report")
    func answersWhileTheLockIsHeld() {
        let home = stage.page("home").component
        stage.engine.report(.didAppear, of: home)
        // Whoever waited for the lock in here would wait for ever.
        let (inScene, ofAll) = stage.engine.core.withState { _ in
            (stage.engine.currentPage(in: stage.engine.mainScene), stage.engine.currentPage)
        }
        #expect(inScene?.component == home)
        #expect(inScene?.page == "home")
        #expect(inScene?.isCounted == true)
        #expect(ofAll == inScene)
    }

    @Test("An answer is whole: component, name and number are those of one page")
    func answersAreWhole() {
        let scene = stage.engine.makeScene(tag: 7)
        let pages = (0..<4).map { number in
            let component = stage.engine.makeComponent(tag: UInt64(number), in: scene)
            stage.engine.declare(
                PageViewNotifier(PageViewEvent(name: PageName(rawValue: "page \(number)"))), for: component)
            return component
        }
        let isOver = Atomic(false)
        let faults = Atomic(0)
        let answers = Atomic(0)
        let readers = (0..<2).map { _ in
            TestThread { [engine = stage.engine] in
                while !isOver.load(ordering: .relaxed) || answers.load(ordering: .relaxed) == 0 {
                    for page in [engine.currentPage(in: scene), engine.currentPage] {
                        guard let page else { continue }
                        answers.add(1, ordering: .relaxed)
                        // The time of a beginning is that of its number.
                        let number = UInt64(page.since.nanoseconds)
                        if page.page.name.rawValue != "page \(page.component.tag)" || page.scene != scene
                            || !pages.contains(page.component) || number % 4 != page.component.tag
                        {
                            faults.add(1, ordering: .relaxed)
                        }
                    }
                }
            }
        }
        for round in 0..<40_000 {
            let time = Timestamp(nanoseconds: Int64(round))
            stage.engine.report(.didAppear, of: pages[round % 4], at: time)
            stage.engine.report(.didDisappear, of: pages[(round + 3) % 4], at: time)
        }
        isOver.store(true, ordering: .relaxed)
        for reader in readers { reader.join() }
        #expect(faults.load(ordering: .relaxed) == 0)
        #expect(answers.load(ordering: .relaxed) > 0)
    }

    @Test("Whatever is reported, the answer is the one that the tables give")
    func answersAreThoseOfTheModel() {
        var differences = 0
        for seed in 0..<300 {
            let policies: [EnginePolicy] = [.standard, .literal, .session]
            var journey = RandomJourney(seed: UInt64(seed), policy: policies[seed % 3])
            let board = CurrentPageBoard(issuer: 1)
            for _ in 0..<80 {
                journey.run(1)
                unsafe withUnsafePointer(to: board) { unsafe journey.model.publish(on: $0) }
                for index: UInt32 in 0..<4 {
                    let scene = SceneID(index: index, issuer: 1, tag: 0)
                    if board.page(in: scene) != journey.model.currentPage(in: scene) { differences += 1 }
                }
                if board.page() != journey.model.currentPage() { differences += 1 }
            }
        }
        #expect(differences == 0)
    }

    @Test("A scene that closes and comes back is found where it is now, wherever it was before")
    func sceneThatComesBack() {
        let scenes = (0..<2).map { _ in stage.engine.makeScene() }
        func show(_ scene: SceneID) -> ComponentID {
            let component = stage.engine.makeComponent(in: scene)
            stage.engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            stage.engine.report(.didAppear, of: component)
            return component
        }
        func close(_ scene: SceneID, _ component: ComponentID) {
            stage.engine.report(.close, of: scene)
            stage.engine.report(.destroy, of: component)
        }
        // The first scene has one place, then another, and then the first again, which nobody else had meanwhile.
        let first = [show(scenes[0]), show(scenes[1])]
        for index in 0..<2 { close(scenes[index], first[index]) }
        let second = show(scenes[0])
        #expect(stage.engine.currentPage(in: scenes[0])?.component == second)
        let other = show(scenes[1])
        for (scene, component) in [(scenes[1], other), (scenes[0], second)] { close(scene, component) }
        let third = show(scenes[0])
        #expect(stage.engine.currentPage(in: scenes[0])?.component == third)
        #expect(stage.engine.currentPage?.component == third)
    }

    @Test("Each of many scenes has its page; one that has closed has none, also when another one takes its place")
    func manyScenes() {
        let scenes = (0..<200).map { stage.engine.makeScene(tag: UInt64($0)) }
        let components = scenes.map { scene in
            let component = stage.engine.makeComponent(in: scene)
            stage.engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
            stage.engine.report(.didAppear, of: component)
            return component
        }
        for (scene, component) in zip(scenes, components) {
            #expect(stage.engine.currentPage(in: scene)?.component == component)
            #expect(stage.engine.currentPage(in: scene)?.scene == scene)
        }
        #expect(stage.engine.currentPage?.component == components.last)
        for (scene, component) in zip(scenes, components).dropFirst(100) {
            stage.engine.report(.close, of: scene)
            stage.engine.report(.destroy, of: component)
        }
        #expect(stage.engine.currentPage?.component == components[99])
        let next = stage.engine.makeScene()
        let component = stage.engine.makeComponent(in: next)
        stage.engine.declare(PageViewNotifier(PageViewEvent(name: "next")), for: component)
        stage.engine.report(.didAppear, of: component)
        #expect(stage.engine.currentPage(in: next)?.page == "next")
        #expect(scenes[100...].allSatisfy { stage.engine.currentPage(in: $0) == nil })
        #expect(stage.engine.currentPage(in: LifecycleNotifier().mainScene) == nil)
    }
}
