import PageViewAutomation
import TestSupport
import Testing

/// Queries, and the current page as an asynchronous sequence (QU-005, QU-006).
@Suite(.watched)
struct EngineQueryTests {
    private let stage = Stage()

    @Test("A change of only a name's Unicode composition emits a current-page record")
    func nameComposedOtherwise() {
        let (component, notifier) = stage.page("caf\u{E9}", isReady: false)
        stage.engine.report(.didAppear, of: component)
        notifier.state = .pending("cafe\u{301}")
        let reported = stage.recorder.records.compactMap { record -> [UInt8]? in
            guard case .currentPage(let change) = record, let page = change.page else { return nil }
            return Array(page.page.name.rawValue.utf8)
        }
        #expect(reported == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
    }

    @Test("A query sees every report that has returned, while other threads report")
    func answerSeesEveryReportThatHasReturned() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { [stage] in
                    let scene = stage.engine.makeScene()
                    let component = stage.engine.makeComponent(page: PageViewNotifier("page"), in: scene)
                    for _ in 0..<500 {
                        stage.engine.report(.didAppear, of: component)
                        guard stage.engine.isLive(component),
                            stage.engine.currentPage(in: scene)?.component == component,
                            stage.engine.currentPage(in: scene)?.isCounted == true
                        else { return false }
                        stage.engine.report(.didDisappear, of: component)
                        guard stage.engine.currentPage(in: scene) == nil,
                            stage.engine.lastPage(in: scene)?.component == component
                        else { return false }
                    }
                    return true
                }
            }
            for await isSeen in group { #expect(isSeen) }
        }
    }

    @Test("A query does not wait for a receiver")
    func answerWaitsForNoReceiver() {
        // The receiver queries on another thread during its call and waits for the answer.
        let answer = Locked<PageAppearance?>(nil)
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView = record else { return }
            TestThread { [engine] in
                let page = engine?.currentPage
                answer.withLock { $0 = page }
            }.join()
        }
        stage.engine.report(.didAppear, of: stage.page("home").component)
        #expect(answer.withLock { $0?.page } == "home")
    }

    @Test("A slow consumer of the sequence gets the latest page")
    func slowConsumerGetsTheLastValue() async {
        var pages = stage.engine.currentPages.makeAsyncIterator()
        for number in 0..<100 { stage.engine.report(.didAppear, of: stage.page("page \(number)").component) }
        #expect(await pages.next(isolation: nil)??.page == "page 99")
    }

    @Test("The sequence yields a new appearance and a new name, but not a count")
    func anotherAppearanceOrAnotherNameIsAChange() async {
        var pages = stage.engine.currentPages.makeAsyncIterator()
        #expect(await pages.next(isolation: nil) == .some(nil))
        let (component, notifier) = stage.page("loading", isReady: false)
        stage.engine.report(.didAppear, of: component)
        let first = await pages.next(isolation: nil)
        #expect(first??.page == "loading")
        notifier.state = .pending("item")
        #expect(await pages.next(isolation: nil)??.page == "item")
        notifier.markReady()
        stage.engine.report(.didDisappear, of: component)
        // The count yielded no value, so the next value is the end of the appearance.
        #expect(await pages.next(isolation: nil) == .some(nil))
        stage.engine.report(.didAppear, of: component)
        #expect(await pages.next(isolation: nil)??.id.ordinal == 2)
    }

    @Test("The sequence yields another appearance under the same name")
    func anotherAppearanceUnderTheSameNameIsAChange() async {
        var engine: PageViewEngine? = PageViewEngine()
        let components = [engine?.makeComponent(), engine?.makeComponent()].compactMap(\.self)
        for component in components {
            engine?.declare(PageViewNotifier("item"), for: component)
        }
        engine?.report(.didAppear, of: components[0])
        var pages = engine?.currentPages.makeAsyncIterator()
        #expect(await pages?.next(isolation: nil)??.component == components[0])
        engine?.report(.didAppear, of: components[1])
        // Releasing the engine ends the sequence, so a missing change fails the test instead of blocking it.
        engine = nil
        #expect(await pages?.next(isolation: nil)??.component == components[1])
    }

    @Test("The sequence starts with the current page, and the engine's current page follows the frontmost scene")
    func sequenceOfTheEngineFollowsScenes() async {
        let scene = stage.engine.makeScene()
        let (home, _) = stage.page("home")
        let other = stage.engine.makeComponent(page: PageViewNotifier("other"), in: scene)
        stage.engine.report(.didAppear, of: home)
        stage.engine.report(.didAppear, of: other)
        var pages = stage.engine.currentPages.makeAsyncIterator()
        #expect(await pages.next(isolation: nil)??.page == "other")
        stage.engine.report(.active, of: stage.engine.mainScene)
        #expect(await pages.next(isolation: nil)??.page == "home")
        stage.engine.report(.background, of: stage.engine.mainScene)
        #expect(await pages.next(isolation: nil)??.page == "other")
    }

    @Test("The sequence ends when its engine is deallocated")
    func sequenceEndsWithItsEngine() async {
        var engine: PageViewEngine? = PageViewEngine()
        let pages = engine?.currentPages
        engine = nil
        var count = 0
        if let pages { for await _ in pages { count += 1 } }
        #expect(count <= 1)
        #expect(engine == nil)
    }

    @Test("A query never combines the component of one page with the name of another")
    func answersAreWhole() async {
        let names = (0..<2).map { PageContext(name: PageName(rawValue: "page \($0)")) }
        let components = names.map { name in
            let component = stage.engine.makeComponent(page: PageViewNotifier(PageViewEvent(pageContext: name)))
            return component
        }
        stage.engine.report(.didAppear, of: components[1])
        let isDone = Locked(false)
        async let reporter: Void = {
            for step in 0..<5_000 {
                stage.engine.report(.didAppear, of: components[step % 2])
                stage.engine.report(.didDisappear, of: components[1 - step % 2])
            }
            isDone.withLock { $0 = true }
        }()
        var answers = 0
        repeat {
            // The reporter may need this thread, because the process has few.
            await Task.yield()
            guard let page = stage.engine.currentPage else { continue }
            answers += 1
            #expect(page.page == (page.component == components[0] ? names[0] : names[1]))
            #expect(page.isCounted)
        } while !isDone.withLock { $0 }
        await reporter
        #expect(answers > 0)
    }
}
