import NavigationTraces
import PageViewAutomation
import Testing

/// What a recording says, and what it calls things (RC-002, RC-006, RC-007).
struct RecordedLinesTests {
    private let clock = SteppingClock()
    private let engine: PageViewEngine

    init() {
        let clock = clock
        engine = PageViewEngine(clock: EngineClock { clock.now })
    }

    private func text(_ recorder: TraceRecorder) -> [String] {
        recorder.text().split(separator: "\n").map(String.init)
    }

    @Test("All that an engine can hear is a line each")
    func everythingHeardIsALine() {
        let recorder = TraceRecorder(of: engine, options: RecordingOptions(title: "all"))
        let window = engine.makeScene()
        let notifier = PageViewNotifier(pending: PageContext(name: "item", context: "shop"))
        let item = engine.makeComponent(in: window, isAttached: false)
        engine.declare(notifier, for: item)
        engine.report(.attach(item, to: window))
        for event in [ComponentEvent.willAppear, .didAppear] { engine.report(event, of: item) }
        notifier.ready(payload: ["sku": "A-42"])
        engine.interact("tap", ["on": "row"], in: window)
        engine.open(DeepLink(url: "app://cart", source: "mail"), in: window)
        engine.record("help", payload: ["n": 1], in: window)
        engine.record(item, as: "item again")
        for event in [SceneEvent.background, .foreground, .active, .inactive] { engine.report(event, of: window) }
        engine.report(.willDisappear, of: item)
        engine.report(.didDisappear, of: item)
        notifier.pending()
        engine.report(.destroy, of: item)
        engine.report(.close, of: window)
        recorder.note("that was all")
        engine.stop()
        #expect(
            text(recorder) == [
                "trace title=all",
                "1 create item-0 scene=scene-1 attached=false",
                "3 pending item-0 page=item context=shop",
                "4 attach item-0 scene=scene-1",
                "5 willAppear item-0",
                "6 didAppear item-0",
                "7 ready item-0 page=item context=shop payload={\"sku\":\"A-42\"}",
                "8 interaction tap scene=scene-1 properties={\"on\":\"row\"}",
                "9 deepLink app://cart scene=scene-1 source=mail",
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

    @Test("Payloads and links can be left out")
    func userDataCanBeLeftOut() {
        let recorder = TraceRecorder(of: engine, options: .withoutUserData)
        _ = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "item", payload: ["name": "Ann"]))))
        engine.interact("tap", ["name": "Ann"])
        engine.open(DeepLink(url: "app://ann", source: "ann"))
        engine.record("help", payload: ["name": "Ann"])
        #expect(
            text(recorder) == [
                "trace title=recorded",
                "1 create item-0",
                "3 ready item-0 page=item payload={}",
                "4 interaction tap properties={}",
                "5 deepLink \"left out\"",
                "6 record page=help payload={}",
            ])
    }

    @Test("A name is that of one component, whatever a framework says")
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
                "1 create view", "2 create tag8-1 scene=scene-1", "3 didAppear view", "4 didAppear tag8-1",
                "5 destroy view", "6 create view", "7 didAppear view",
            ])
    }

    @Test("What is reported after the end is told as odd, and never as a new component")
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
                "4 destroy item-0", "5 didAppear item-0", "6 note \"create of item-0, which is gone\"",
                "7 didAppear item-0",
            ])
        #expect(text(small).last == "7 note \"didAppear of component 0.0, which is gone\"")
        #expect(RecordedRun.replayed(recorder.lines).isEmpty && RecordedRun.replayed(small.lines).isEmpty)
    }

    @Test("A time that went back stays so, and a clock from before the beginning is counted from where it stood")
    func times() {
        let recorder = TraceRecorder(of: engine)
        let component = engine.makeComponent()
        engine.report(.didAppear, of: component, at: Timestamp(nanoseconds: 500_000_000))
        #expect(text(recorder).last == "0.5 didAppear component-0")
        let early = PageViewEngine(clock: EngineClock { Timestamp(nanoseconds: -5_000_000_000) })
        let other = TraceRecorder(of: early)
        early.report(.active, of: early.mainScene)
        early.report(.inactive, of: early.mainScene, at: Timestamp(nanoseconds: -4_000_000_000))
        #expect(text(other).suffix(2) == ["0 sceneActive main", "1 sceneInactive main"])
    }

    @Test("An engine that starts again begins a new session, and what was live then is in it")
    func startBeginsAnew() {
        let recorder = TraceRecorder(of: engine)
        let component = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "home"))))
        engine.report(.didAppear, of: component)
        engine.stop()
        engine.report(.active, of: engine.mainScene)
        engine.start(countingVisible: true)
        engine.report(.didDisappear, of: component)
        engine.report(.didAppear, of: component)
        let live = [
            "9000000000 home-0/3 home  Payload(entries: []) main appeared since 9000000000 after home-0/2 home "
        ]
        #expect(RecordedRun.replayed(recorder.lines) == live)
        #expect(text(recorder).contains("5 sessionEnd"))
        #expect(!text(recorder).contains("6 sceneActive main"))
    }

    @Test("What is taken out of its container is so in the replay", arguments: [false, true])
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
        #expect(currentPages(recorder.lines).suffix(5) == ["tabs", "feed", "tabs", "feed", "tabs"])
    }

    /// The current pages of a trace, one after the other.
    private func currentPages(_ lines: [TraceLine]) -> [String] {
        var replay = TraceReplay()
        var pages: [String] = []
        for case .event(let event) in lines {
            for record in replay.apply(event) {
                guard case .currentPage(let change) = record.record else { continue }
                pages.append(change.page?.page.name.rawValue ?? "none")
            }
        }
        return pages
    }

    @Test("However many events are to be kept, there is memory for those that come")
    func manyToKeep() {
        let recorders = [.max, 1 << 36, 20_000, 8_193].map { TraceRecorder(of: engine, last: $0) }
        for number in 0..<20_001 { engine.interact("tap-\(number)") }
        #expect(recorders.map(\.pushedOutCount) == [0, 0, 1, 20_001 - 8_193])
        for (recorder, first) in zip(recorders, [0, 0, 1, 20_001 - 8_193]) {
            let taps = text(recorder).filter { $0.contains("tap") }
            #expect(taps.first?.contains(" tap-\(first) ") == true && taps.count == 20_001 - first)
        }
    }

    @Test("A recorder that comes late knows what is there")
    func lateRecorderKnows() {
        let component = engine.makeComponent(page: Page(PageViewNotifier(PageViewEvent(name: "home"))))
        engine.report(.didAppear, of: component)
        let recorder = TraceRecorder(of: engine)
        engine.report(.didAppear, of: component)
        #expect(RecordedRun.replayed(recorder.lines).isEmpty)
        engine.report(.didDisappear, of: component)
        engine.report(.didAppear, of: component)
        #expect(RecordedRun.replayed(recorder.lines).count == 1)
        recorder.stop()
        engine.report(.didDisappear, of: component)
        #expect(text(recorder).last == "7 didAppear home-0")
    }
}

/// A clock that goes on by a second each time it is asked.
final class SteppingClock: Sendable {
    private let seconds = Protected<Int64>(0)

    var now: Timestamp {
        seconds.withLock { seconds in
            seconds += 1
            return Timestamp(nanoseconds: seconds * 1_000_000_000)
        }
    }
}

/// A page that has a notifier.
struct Page: AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ notifier: PageViewNotifier) { pageViewNotifier = notifier }
}
