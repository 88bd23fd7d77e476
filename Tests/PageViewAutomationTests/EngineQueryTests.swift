import PageViewAutomation
import TestWatch
import Testing

/// Questions, and the current page as a sequence (QU-005, QU-006).
@Suite(.watched)
struct EngineQueryTests {
    private let stage = Stage()

    @Test("A name that is composed otherwise is another name")
    func nameComposedOtherwise() {
        let (component, notifier) = stage.page("caf\u{E9}", isReady: false)
        stage.engine.report(.didAppear, of: component)
        notifier.state = .pending("cafe\u{301}")
        let told = stage.recorder.records.compactMap { record -> [UInt8]? in
            guard case .currentPage(let change) = record, let page = change.page else { return nil }
            return Array(page.page.name.rawValue.utf8)
        }
        #expect(told == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
    }

    @Test("An answer sees every report that has returned, whatever other threads do")
    func answerSeesEveryReportThatHasReturned() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { [stage] in
                    let scene = stage.engine.makeScene()
                    let component = stage.engine.makeComponent(in: scene)
                    stage.engine.declare(PageViewNotifier(PageViewEvent(name: "page")), for: component)
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

    @Test("An answer waits for no receiver")
    func answerWaitsForNoReceiver() {
        // The receiver asks on another thread while it is being called, and waits for the answer.
        let answer = Answer()
        stage.engine.addReceiver { [weak engine = stage.engine] record in
            guard case .pageView = record else { return }
            TestThread { [engine] in answer.give(engine?.currentPage) }.join()
        }
        stage.engine.report(.didAppear, of: stage.page("home").component)
        #expect(answer.page?.page == "home")
    }

    @Test("Live pages are in the order in which they began")
    func livePagesAreInOrder() {
        let pages = ["first", "second", "third"].map { stage.page($0).component }
        for page in pages { stage.engine.report(.didAppear, of: page) }
        stage.engine.report(.didAppear, of: stage.engine.makeComponent())
        let live = stage.engine.livePages(in: stage.engine.mainScene)
        #expect(live.map(\.component) == pages)
        #expect(live.allSatisfy { $0.scene == stage.engine.mainScene && $0.isCounted })
        stage.engine.report(.didDisappear, of: pages[1])
        #expect(stage.engine.livePages(in: stage.engine.mainScene).map(\.page) == ["first", "third"])
        #expect(stage.engine.livePages(in: stage.engine.makeScene()).isEmpty)
    }

    @Test("An appearance tells since when it has been there and whether it is counted")
    func appearanceTellsItsTime() throws {
        stage.clock.set(seconds: 3)
        let (component, notifier) = stage.page("home", isReady: false)
        stage.engine.report(.didAppear, of: component)
        let pending = try #require(stage.engine.currentPage)
        #expect(pending.beganAt == Timestamp(nanoseconds: 3_000_000_000))
        #expect(!pending.isCounted)
        stage.clock.set(seconds: 5)
        notifier.markReady()
        #expect(stage.engine.currentPage?.isCounted == true)
        #expect(stage.engine.currentPage?.beganAt == pending.beganAt)
        #expect(stage.recorder.pageViews.first?.countedAt == Timestamp(nanoseconds: 5_000_000_000))
    }

    @Test("The sequence starts with the current page")
    func sequenceStartsWithTheCurrentPage() async {
        stage.engine.report(.didAppear, of: stage.page("home").component)
        for await page in stage.engine.currentPages {
            #expect(page?.page == "home")
            break
        }
        for await page in stage.engine.currentPages(in: stage.engine.makeScene()) {
            #expect(page == nil)
            break
        }
    }

    @Test("A slow consumer gets the last value")
    func slowConsumerGetsTheLastValue() async {
        var pages = stage.engine.currentPages.makeAsyncIterator()
        for number in 0..<100 { stage.engine.report(.didAppear, of: stage.page("page \(number)").component) }
        #expect(await pages.next(isolation: nil)??.page == "page 99")
    }

    @Test("Another appearance or another name is a change; being counted is none")
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
        // Counting came between and is not there: this is the end already.
        #expect(await pages.next(isolation: nil) == .some(nil))
        stage.engine.report(.didAppear, of: component)
        #expect(await pages.next(isolation: nil)??.id.ordinal == 2)
    }

    @Test("That a page has been counted is no change")
    func countedIsNoChange() async {
        var engine: PageViewEngine? = PageViewEngine()
        let notifier = PageViewNotifier(pending: "item")
        let component = engine?.makeComponent()
        if let component { engine?.declare(notifier, for: component) }
        if let component { engine?.report(.didAppear, of: component) }
        var pages = engine?.currentPages.makeAsyncIterator()
        #expect(await pages?.next(isolation: nil)??.isCounted == false)
        notifier.markReady()
        #expect(engine?.currentPage?.isCounted == true)
        // The sequence ends with its engine, and nothing came before that.
        engine = nil
        let last = await pages?.next(isolation: nil)
        #expect(last == nil)
    }

    @Test("Another appearance under the same name is a change")
    func anotherAppearanceUnderTheSameNameIsAChange() async {
        var engine: PageViewEngine? = PageViewEngine()
        let components = [engine?.makeComponent(), engine?.makeComponent()].compactMap(\.self)
        for component in components {
            engine?.declare(PageViewNotifier(PageViewEvent(name: "item")), for: component)
        }
        engine?.report(.didAppear, of: components[0])
        var pages = engine?.currentPages.makeAsyncIterator()
        #expect(await pages?.next(isolation: nil)??.component == components[0])
        engine?.report(.didAppear, of: components[1])
        // Without it the sequence ends, and the test need not wait for a change that does not come.
        engine = nil
        #expect(await pages?.next(isolation: nil)??.component == components[1])
    }

    @Test("Receivers are told of another page, another name or none, and not of the same page once more")
    func receiversAreToldOfChanges() {
        let changes = Protected<[PageContext?]>([])
        stage.engine.addReceiver { record in
            guard case .currentPage(let change) = record else { return }
            changes.withLock { $0.append(change.page?.page) }
        }
        let (component, notifier) = stage.page("loading", isReady: false)
        stage.engine.report(.didAppear, of: component)
        notifier.state = .pending("item")
        // Being counted is no change.
        notifier.markReady()
        stage.engine.report(.didDisappear, of: component)
        stage.engine.report(.didAppear, of: component)
        #expect(changes.withLock { $0 } == ["loading", "item", nil, "item"])
    }

    @Test("The engine's page follows the scene that is in front")
    func sequenceOfTheEngineFollowsScenes() async {
        let scene = stage.engine.makeScene()
        let (home, _) = stage.page("home")
        let other = stage.engine.makeComponent(in: scene)
        stage.engine.declare(PageViewNotifier(PageViewEvent(name: "other")), for: other)
        stage.engine.report(.didAppear, of: home)
        stage.engine.report(.didAppear, of: other)
        var pages = stage.engine.currentPages.makeAsyncIterator()
        #expect(await pages.next(isolation: nil)??.page == "other")
        stage.engine.report(.active, of: stage.engine.mainScene)
        #expect(await pages.next(isolation: nil)??.page == "home")
        stage.engine.report(.background, of: stage.engine.mainScene)
        #expect(await pages.next(isolation: nil)??.page == "other")
    }

    @Test("The sequence ends with its engine")
    func sequenceEndsWithItsEngine() async {
        var engine: PageViewEngine? = PageViewEngine()
        let pages = engine?.currentPages
        engine = nil
        var count = 0
        if let pages { for await _ in pages { count += 1 } }
        #expect(count <= 1)
        #expect(engine == nil)
    }

    @Test("A stream of events is reported until it ends")
    func streamIsObserved() async {
        let (component, _) = stage.page("home")
        let events = AsyncStream<NavigationEvent> { continuation in
            continuation.yield(.component(component, .didAppear))
            continuation.yield(.component(component, .didDisappear))
            continuation.yield(.component(component, .didAppear))
            continuation.finish()
        }
        await stage.engine.observe(events)
        #expect(stage.recorder.names == ["home", "home"])
    }
}

/// An answer from another thread.
private final class Answer: Sendable {
    private let storage = Protected<PageAppearance?>(nil)

    func give(_ page: PageAppearance?) { storage.withLock { $0 = page } }

    var page: PageAppearance? { storage.withLock { $0 } }

    @Test("An answer is what one report has left behind, never the component of one page with the name of another")
    func answersAreWhole() async {
        let stage = Stage()
        let names = (0..<2).map { PageContext(name: PageName(rawValue: "page \($0)")) }
        let components = names.map { name in
            let component = stage.engine.makeComponent()
            stage.engine.declare(PageViewNotifier(PageViewEvent(pageContext: name)), for: component)
            return component
        }
        let isDone = Protected(false)
        async let reporter: Void = {
            for step in 0..<5_000 {
                stage.engine.report(.didAppear, of: components[step % 2])
                stage.engine.report(.didDisappear, of: components[step % 2])
            }
            isDone.withLock { $0 = true }
        }()
        var answers = 0
        while !isDone.withLock({ $0 }) {
            guard let page = stage.engine.currentPage else { continue }
            answers += 1
            #expect(page.page == (page.component == components[0] ? names[0] : names[1]))
            #expect(page.isCounted)
        }
        await reporter
        #expect(answers > 0)
    }
}
