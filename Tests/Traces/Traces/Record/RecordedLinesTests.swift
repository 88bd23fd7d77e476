import Foundation
import NavigationTraces
import PageViewAutomation
import TestSupport
import Testing

/// The lines and names of a recording (RC-002, RC-006, RC-007).
@Suite(.watched)
struct RecordedLinesTests {
    private let clock = ManualClock()
    private let engine: PageViewEngine

    init() {
        engine = PageViewEngine(clock: clock)
    }

    /// Makes the calls at intervals of one second.
    private func callEverySecond(_ calls: [() -> Void]) {
        for call in calls {
            clock.now = Timestamp(nanoseconds: clock.now.nanoseconds + 1_000_000_000)
            call()
        }
    }

    private func apply(_ inputs: [EngineInput<ComponentID, SceneID>]) {
        for input in inputs { engine.apply(input) }
    }

    private func text(_ recorder: TraceRecorder) -> [String] {
        recorder.text().split(separator: "\n").map(String.init)
    }

    @Test("Each input of an engine is a line of the recording")
    func everythingHeardIsALine() {
        let recorder = TraceRecorder(of: engine, options: RecordingOptions(title: "all"))
        let window = engine.makeScene()
        let notifier = PageViewNotifier(pending: PageContext(name: "item", context: "shop"))
        let item = engine.makeComponent(in: window, isAttached: false)
        callEverySecond([
            { engine.declare(notifier, for: item) },
            { engine.report(.attach(item, to: window)) },
            { engine.report(.willAppear, of: item) },
            { engine.report(.didAppear, of: item) },
            { notifier.markReady(payload: ["sku": "A-42"]) },
            { engine.recordInteraction("tap", ["on": "row"], in: window) },
            { engine.handle(DeepLink(url: "app://cart", source: "mail"), in: window) },
            { engine.apply(.discardDeepLink(scene: window)) },
            { engine.apply(.discardDeepLink(scene: nil)) },
            { engine.recordPageView("help", payload: ["n": 1], in: window) },
            { engine.recordPageView(of: item, as: "item again") },
            { engine.report(.background, of: window) },
            { engine.report(.foreground, of: window) },
            { engine.report(.active, of: window) },
            { engine.report(.inactive, of: window) },
            { engine.report(.willDisappear, of: item) },
            { engine.report(.didDisappear, of: item) },
            { notifier.markPending() },
            { engine.report(.destroy, of: item) },
            { engine.report(.close, of: window) },
            { recorder.note("that was all") },
            { engine.stop() },
        ])
        #expect(
            text(recorder) == [
                "trace title=all",
                "0 create item-0 scene=scene-1 attached=false",
                "1 pending item-0 page=item context=shop",
                "2 attach item-0 scene=scene-1",
                "3 willAppear item-0",
                "4 didAppear item-0",
                "5 ready item-0 page=item context=shop payload={\"sku\":\"A-42\"}",
                "6 interaction tap scene=scene-1 properties={\"on\":\"row\"}",
                "7 deepLink app://cart scene=scene-1 source=mail",
                "8 discardDeepLink scene-1",
                "9 discardDeepLink",
                "10 record scene=scene-1 page=help payload={\"n\":1}",
                "11 record item-0 page=\"item again\"",
                "12 sceneBackground scene-1",
                "13 sceneForeground scene-1",
                "14 sceneActive scene-1",
                "15 sceneInactive scene-1",
                "16 willDisappear item-0",
                "17 didDisappear item-0",
                "18 pending item-0 page=item context=shop",
                "19 destroy item-0",
                "20 sceneClose scene-1",
                "21 note \"that was all\"",
                "22 sessionEnd",
            ])
    }

    @Test("Updates, lists, selections, levels and the targets of links are recorded whole, in memory and in a file")
    func newerInputs() throws {
        let recorder = TraceRecorder(of: engine)
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace").path
        let file = try TraceFileRecorder(of: engine, path: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let window = engine.makeScene()
        let (tabs, feed, item) = (
            engine.lifecycle.makeComponent(), engine.lifecycle.makeComponent(), engine.lifecycle.makeComponent()
        )
        apply([
            .begin, .create(component: tabs, scene: nil, .init(isExclusive: true, level: -1)),
            .create(component: feed, scene: nil, .init(page: "feed", parent: tabs)),
            .component(feed, .select, scene: nil), .component(feed, .deselect, scene: nil),
            .component(feed, .focus, scene: nil), .commit,
            .show(
                scene: window,
                [
                    .init(component: item, page: "item", payload: ["n": 1], isReady: false, parent: feed, level: 2),
                    .init(component: feed, isVisible: false),
                ]),
            .interaction(name: "tap", scene: nil, properties: [:], component: feed),
            .deepLink(url: "app://item", scene: window, source: nil, target: "item", expires: 2_500_000_000),
            .note("remark", nextPageView: 1_000),
        ])
        file.stop()
        let texts = [
            "0 begin", "0 create component-0 exclusive=true level=-1", "0 create feed-1 page=feed parent=component-0",
            "0 select feed-1", "0 deselect feed-1", "0 focus feed-1", "0 commit",
            #"0 show scene=scene-1 [item-2 page=item state=pending payload={"n":1} parent=feed-1 level=2] [feed-1 visible=false]"#,
            "0 interaction tap component=feed-1 properties={}",
            "0 deepLink app://item scene=scene-1 page=item expires=2.5", "0 note remark nextPageView=1000",
        ]
        #expect(Array(text(recorder).dropFirst()) == texts)
        let lines = recorder.lines
        #expect(Reading(recorder.bytes(as: .jsonLines), .jsonLines).lines == lines)
        #expect(Reading(Array(try Data(contentsOf: URL(filePath: path))), nil).lines.dropFirst() == lines.dropFirst())
    }

    @Test("A component that a `show` destroys is destroyed in the recording, and one that has left the scene is not")
    func destroyedByShow() {
        let recorder = TraceRecorder(of: engine)
        let window = engine.makeScene()
        let (first, second) = (engine.lifecycle.makeComponent(), engine.lifecycle.makeComponent())
        engine.apply(.show(scene: nil, [.init(component: first), .init(component: second)]))
        engine.apply(.component(second, .attach, scene: window))
        engine.apply(.show(scene: nil, []))
        for component in [first, second] {
            engine.apply(.create(component: component, scene: nil, .init(page: "late")))
        }
        #expect(
            text(recorder).suffix(2) == [
                #"0 note "create of late-0, which was destroyed""#, "0 create late-1 page=late",
            ])
        engine.apply(.component(second, .didAppear, scene: nil))
        #expect(RecordedRun.replayed(recorder.lines).count == 1)
    }

    @Test("A new component in a container of another scene keeps its scene")
    func otherSceneThanItsContainer() {
        let recorder = TraceRecorder(of: engine)
        let window = engine.makeScene()
        let (container, part) = (engine.lifecycle.makeComponent(), engine.lifecycle.makeComponent())
        engine.apply(.create(component: container, scene: window, .init()))
        engine.apply(.create(component: part, scene: engine.mainScene, .init(page: "part", parent: container)))
        let late = TraceRecorder(of: engine)
        engine.apply(.component(part, .didAppear, scene: nil))
        for recorder in [recorder, late] {
            #expect(RecordedRun.replayed(recorder.lines).map { $0.contains(" main ") } == [true])
        }
    }

    @Test("A note's number reaches the recording, and a number that a trace cannot have changes nothing")
    func numbersOfNotes() {
        let recorder = TraceRecorder(of: engine)
        for number: UInt64 in [0, .max, UInt64(Int64.max) + 1] {
            engine.apply(.note("", nextPageView: number))
            engine.recordPageView("home")
        }
        #expect(replayedNumbers(recorder) == [1, 2, 3])
        engine.apply(.note("", nextPageView: 1_000))
        engine.recordPageView("home")
        #expect(replayedNumbers(recorder) == [1, 2, 3, 1_000])
        engine.apply(.note("", nextPageView: UInt64(Int64.max)))
        for _ in 1...3 { engine.recordPageView("home") }
        let largest = UInt64(Int64.max)
        #expect(replayedNumbers(recorder).suffix(3) == [largest, largest + 1, largest + 2])
        // The state of an engine beyond the largest number is still a trace.
        let late = TraceRecorder(of: engine)
        #expect(Reading(late.bytes(), .jsonLines).errors.isEmpty)
    }

    @Test("The option `withoutUserData` omits names, payloads and links")
    func userDataCanBeLeftOut() {
        let recorder = TraceRecorder(of: engine, options: .withoutUserData)
        _ = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "item", payload: ["name": "Ann"]))))
        engine.recordInteraction("tap", ["name": "Ann"])
        engine.handle(DeepLink(url: "app://ann", source: "ann"))
        engine.recordPageView("help", payload: ["name": "Ann"])
        #expect(
            text(recorder) == [
                "trace title=recorded", "0 create page-1-0", "0 ready page-1-0 page=page-1 payload={}",
                "0 interaction interaction-1 properties={}", "0 deepLink \"left out\"",
                "0 record page=page-2 payload={}",
            ])
    }

    @Test("A name belongs to one component at a time, even if a framework repeats it")
    func namesAreUnique() {
        let naming = RecordedNaming(component: { _, _ in "view" }, scene: { _ in "main" })
        let recorder = TraceRecorder(of: engine, options: RecordingOptions(naming: naming))
        let first = engine.makeComponent(tag: 7)
        let second = engine.makeComponent(tag: 8, in: engine.makeScene())
        for component in [first, second] { engine.report(.didAppear, of: component) }
        engine.report(.destroy, of: first)
        let third = engine.makeComponent(tag: 9)
        engine.report(.didAppear, of: third)
        #expect(
            text(recorder).dropFirst() == [
                "0 create view", "0 create tag8-1 scene=scene-1", "0 didAppear view", "0 didAppear tag8-1",
                "0 destroy view", "0 create view", "0 didAppear view",
            ])
    }

    @Test("A report about a destroyed component creates no component and counts nothing in the replay")
    func reportsAfterTheEnd() {
        let recorder = TraceRecorder(of: engine)
        let small = TraceRecorder(of: engine, last: 1)
        let component = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "item"))))
        engine.report(.destroy, of: component)
        engine.report(.didAppear, of: component)
        engine.report(.create(component, in: engine.mainScene, parent: nil, attached: true))
        engine.report(.didAppear, of: component)
        #expect(
            text(recorder).suffix(4) == [
                "0 destroy item-0", "0 didAppear item-0", "0 note \"create of item-0, which was destroyed\"",
                "0 didAppear item-0",
            ])
        #expect(text(small).last == "0 note \"didAppear of component 0.0, which was destroyed\"")
        #expect(RecordedRun.replayed(recorder.lines).isEmpty && RecordedRun.replayed(small.lines).isEmpty)
    }

    @Test("A recording keeps explicit times, and starts a clock below zero at 0")
    func times() {
        let recorder = TraceRecorder(of: engine)
        let component = engine.makeComponent()
        engine.report(.didAppear, of: component, at: Timestamp(nanoseconds: 500_000_000))
        #expect(text(recorder).last == "0.5 didAppear component-0")
        let early = PageViewEngine(clock: ManualClock(now: Timestamp(nanoseconds: -5_000_000_000)))
        let other = TraceRecorder(of: early)
        early.report(.active, of: early.mainScene)
        early.report(.inactive, of: early.mainScene, at: Timestamp(nanoseconds: -4_000_000_000))
        #expect(text(other).suffix(2) == ["0 sceneActive main", "1 sceneInactive main"])
    }

    @Test("An engine that starts again begins a new session with its live page")
    func startBeginsAnew() {
        let recorder = TraceRecorder(of: engine)
        let component = engine.show("home")
        engine.stop()
        engine.report(.active, of: engine.mainScene)
        engine.start(countingVisible: true)
        engine.report(.didDisappear, of: component)
        engine.report(.didAppear, of: component)
        let live = [
            "3 0 home-0/3 home  [:] main appeared since 0 after home-0/2 home "
        ]
        #expect(RecordedRun.replayed(recorder.lines) == live)
        #expect(text(recorder).contains("0 sessionEnd"))
        #expect(!text(recorder).contains("0 sceneActive main"))
    }

    @Test("The replay moves a component out of its container as the engine did", arguments: [false, true])
    func takenOut(_ isInNoScene: Bool) {
        let naming = RecordedNaming(component: { id, _ in id.tag == 9 ? "nothing" : nil })
        let recorder = TraceRecorder(of: engine, options: RecordingOptions(naming: naming))
        let window = engine.makeScene()
        let tabs = engine.makeHandle(in: window)
        let feed = engine.makeHandle(tag: 9, in: window, parent: tabs.id, isAttached: !isInNoScene)
        engine.declare(PageViewNotifier(PageViewEvent(name: "tabs")), for: tabs.id)
        engine.declare(PageViewNotifier(PageViewEvent(name: "feed")), for: feed.id)
        feed.attach(to: window)
        feed.report(.didAppear)
        tabs.report(.didAppear)
        #expect(engine.currentPage?.page == "feed")
        engine.report(.close, of: engine.mainScene)
        for _ in 1...2 {
            feed.move(into: nil)
            #expect(engine.currentPage?.page == "tabs")
            feed.move(into: tabs.id)
            #expect(engine.currentPage?.page == "feed")
        }
        feed.move(into: engine.lifecycle.makeComponent())
        let lines = text(recorder)
        #expect(lines.count { $0.contains("parent=nothing'") } == 2 && lines.count { $0.contains("destroy") } == 1)
        #expect(currentPages(of: recorder.lines).suffix(5) == ["tabs", "feed", "tabs", "feed", "tabs"])
    }

    @Test("A recorder keeps the requested number of events, however large")
    func manyToKeep() {
        let count = TestDepth.number(9_000, proof: 20_000)
        let recorders = [.max, 1 << 36, count, 8_193].map { TraceRecorder(of: engine, last: $0) }
        for number in 0...count { engine.recordInteraction("tap-\(number)") }
        #expect(recorders.map(\.evictedCount) == [0, 0, 1, UInt64(count + 1 - 8_193)])
        for (recorder, first) in zip(recorders, [0, 0, 1, count + 1 - 8_193]) {
            let taps = recorder.lines.compactMap { line in
                if case .event(let event) = line, case .interaction(let name, _, _, _) = event.action {
                    name
                } else {
                    nil
                }
            }
            #expect(taps == (first...count).map { "tap-\($0)" })
        }
    }

    @Test("A later recording gives no link to a page that returned with its scene")
    func returnedPageCarriesNoLink() {
        let item = PageViewNotifier(pending: "item")
        let component = engine.makeComponent(page: Page(item))
        engine.report(.background, of: engine.mainScene)
        engine.report(.didAppear, of: component)
        engine.handle(DeepLink(url: "app://next"))
        engine.report(.foreground, of: engine.mainScene)
        let recorder = TraceRecorder(of: engine)
        let live = Locked<[String?]>([])
        engine.addReceiver(of: .pageViews) { record in
            guard case .pageView(let view) = record else { return }
            live.withLock { $0.append(view.deepLink?.link.url) }
        }
        item.markReady()
        engine.show("next")
        #expect(live.withLock { $0 } == [nil, "app://next"])
        let links = RecordedRun.replayed(recorder.lines).map { $0.contains("by app://next") }
        #expect(links == [false, true])
    }

    @Test("A later recorder knows the components that exist")
    func lateRecorderKnows() {
        let component = engine.show("home")
        let recorder = TraceRecorder(of: engine)
        engine.report(.didAppear, of: component)
        #expect(RecordedRun.replayed(recorder.lines).isEmpty)
        engine.report(.didDisappear, of: component)
        engine.report(.didAppear, of: component)
        #expect(RecordedRun.replayed(recorder.lines).count == 1)
        recorder.stop()
        engine.report(.didDisappear, of: component)
        #expect(text(recorder).last == "0 didAppear home-0")
    }

    @Test("A late recording numbers page views as the engine did, also those by hand (RC-004)")
    func numbersOfTheEngine() {
        for name in ["a", "b", "c"] { engine.recordPageView(PageContext(name: PageName(name))) }
        let recorder = TraceRecorder(of: engine, last: 1)
        engine.recordPageView("d")
        engine.recordPageView("e")
        #expect(
            text(recorder) == [
                "trace title=recorded", #"0 note "restores the number of a page view recorded by hand" nextPageView=4"#,
                "0 record scene=main page=d",
                #"0 note "recorded from here on: the events above restore the earlier state" nextPageView=5"#,
                "0 record page=e payload={}",
            ])
        #expect(replayedNumbers(recorder) == [4, 5])
        // A recording that contains a stop has two sessions. The second one continues the engine's numbers.
        engine.stop()
        engine.start()
        let both = TraceRecorder(of: engine, last: 9)
        engine.recordPageView("f")
        engine.stop()
        engine.start()
        engine.recordPageView("g")
        #expect(replayedNumbers(both).suffix(2) == [6, 7])
    }

    @Test("The first page view after a changed replay still has the engine's number (RC-004)")
    func numbersOfADifferentReplay() {
        let trace = """
            0 create a page=a session=x
            0 didAppear a session=x
            0 note "recorded from here on" nextPageView=8 session=x
            1 record page=b session=x
            1 record page=c session=y
            2 note "recorded from here on" nextPageView=3 session=y
            3 record page=d session=y
            """
        let numbers = pageViews(of: Reading(trace, .lines).lines).map { view in
            "\(view.page) \(view.sequence) \(view.previous.map { "\($0.id)" } ?? "none")"
        }
        #expect(numbers == ["a 1 none", "b 8 component 0.0/1", "c 1 none", "d 3 manual 1"])
    }

    private func replayedNumbers(_ recorder: TraceRecorder) -> [UInt64] {
        pageViews(of: recorder.lines).map(\.sequence)
    }
}

extension PageViewEngine {
    /// Shows a ready page with a component of its own.
    @discardableResult func show(_ name: PageName) -> ComponentID {
        let component = makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: name))))
        report(.didAppear, of: component)
        return component
    }
}

/// A page with a given notifier.
struct Page: AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ notifier: PageViewNotifier) { pageViewNotifier = notifier }
}
