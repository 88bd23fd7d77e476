import PageViewDelivery
import Foundation
import PageViewLifecycle
@testable import PageViewTracking
import TestSupport
import Testing

/// Failures that users of analytics products report from the field. They must not occur here.
@Suite(.watched)
struct FieldTests {
    private let memory = InMemoryTrackingProvider()

    @Test("An event belongs to the page current at the call, however late the provider receives it")
    func contextIsBoundAtTheCall() {
        let gate = Gate()
        let log = Log<String>()
        let engine = PageViewEngine()
        let tracker = Tracker(
            observing: engine,
            providers: [
                TestProvider(onReceive: { event in
                    gate.pass()
                    log.append("\(event.name) \(event.page?.name ?? "nowhere")")
                })
            ])
        for name in ["a", "b", "c"] {
            let page = engine.makeComponent(page: TestPage(PageName(rawValue: name)))
            engine.report(.didAppear, of: page)
            tracker.track("tap")
            engine.report(.destroy, of: page)
        }
        tracker.track("tap")
        gate.open()
        tracker.flush()
        #expect(
            log.values == ["a", "b", "c"].flatMap { ["pageView \($0)", "tap \($0)", "pageLeave \($0)"] } + [
                "tap nowhere"
            ])
    }

    @Test("Ten thousand screens that reuse addresses give ten thousand page views")
    func addressesAreUsedAgain() {
        final class Screen: AnalyticsPage {
            let pageViewNotifier: PageViewNotifier
            private let component: ComponentHandle

            init(_ engine: PageViewEngine, _ number: Int) {
                pageViewNotifier = PageViewNotifier(
                    PageViewEvent(name: "screen", payload: ["number": .int(Int64(number))]))
                component = engine.makeHandle()
                engine.declare(pageViewNotifier, for: component.id)
                component.report(.didAppear)
            }
        }
        let engine = PageViewEngine()
        let tracker = Tracker(observing: engine, providers: [memory])
        var addresses: Set<ObjectIdentifier> = []
        for number in 0..<10_000 { addresses.insert(ObjectIdentifier(Screen(engine, number))) }
        let views = memory.events.filter { $0.kind == .pageView }
        #expect(addresses.count < 10_000)
        #expect(views.map { $0.payload["number"] } == (0..<10_000).map { .int($0) })
        #expect(Set(views.compactMap(\.page?.id)).count == 10_000)
        #expect(memory.events.filter { $0.kind == .pageLeave }.map { $0.page?.id } == views.map { $0.page?.id })
        withExtendedLifetime(tracker) {}
    }

    #if !os(Windows) && !os(WASI)
    @Test("A journal receives every event at once while another provider is still being configured")
    func unreachableBackEndCostsNothing() throws {
        let gate = Gate()
        let folder = FileManager.default.temporaryDirectory.appending(path: "field-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = Tracker(providers: [
            TestProvider(onConfigure: { gate.pass() }), JournalProvider(directory: folder),
        ])
        for number in 1...10 { tracker.track("event \(number)") }
        // Reads without a flush or a close, as after a kill.
        var reader = try JournalReader(directory: folder)
        var found: [String] = []
        while let item = reader.next() {
            if case .event(let event) = item { found.append(event.name) }
        }
        #expect(found == (1...10).map { "event \($0)" })
        gate.open()
        #expect(tracker.flush())
    }
    #endif
}
