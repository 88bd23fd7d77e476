import NavigationTraces
import PageViewAutomation

/// The engine, driven by its public API.
final class EngineSubject: PageViewSubject {
    struct Page: Sendable {
        let component: ComponentID
        let notifier: PageViewNotifier
    }

    let engine: PageViewEngine
    private let clock: ManualClock
    private let pageCount = Protected<UInt64>(0)

    init(_ receiver: some PageViewSink) {
        let clock = ManualClock()
        self.clock = clock
        engine = PageViewEngine(clock: .manual(clock), receivers: [EngineReceiver(sink: receiver)])
    }

    func makePage(_ name: String) -> Page {
        let notifier = PageViewNotifier(pending: PageContext(name: PageName(rawValue: name)))
        return makePage(notifier)
    }

    func makePage(_ notifier: PageViewNotifier) -> Page {
        let tag = pageCount.withLock { count in
            defer { count += 1 }
            return count
        }
        let component = engine.makeComponent(tag: tag)
        engine.declare(notifier, for: component)
        return Page(component: component, notifier: notifier)
    }

    static func values(_ elements: [(String, AnalyticsValue)]) -> Payload { Payload(elements) }

    @inline(__always)
    func didAppear(_ page: Page, at time: Int64) {
        engine.report(.didAppear, of: page.component, at: Timestamp(nanoseconds: time))
    }

    @inline(__always)
    func ready(_ page: Page, _ values: Payload, at time: Int64) {
        // A notifier carries no time, so the engine reads its clock.
        clock.now = Timestamp(nanoseconds: time)
        page.notifier.markReady(payload: values)
    }

    @inline(__always)
    func pending(_ page: Page, at time: Int64) {
        clock.now = Timestamp(nanoseconds: time)
        page.notifier.markPending()
    }

    @inline(__always)
    func didDisappear(_ page: Page, at time: Int64) {
        engine.report(.didDisappear, of: page.component, at: Timestamp(nanoseconds: time))
    }
}

/// A receiver that passes the engine's records on to a sink.
struct EngineReceiver<Sink: PageViewSink>: PageViewReceiver {
    let sink: Sink

    /// The records that the other subjects also emit.
    var interests: EngineRecord.Kinds { [.pageViews, .pageLeaves] }

    func receive(_ record: EngineRecord) {
        switch record {
        case .pageView(let view):
            sink.pageView(
                page: Int(truncatingIfNeeded: view.component?.tag ?? 0), name: view.page.name.rawValue,
                previous: view.previous?.page.name.rawValue, valueCount: view.payload.entries.count)
        case .pageLeave(let leave) where leave.outcome == .counted:
            sink.leave(
                page: Int(truncatingIfNeeded: leave.component.tag),
                nanoseconds: leave.foregroundNanoseconds + leave.backgroundNanoseconds)
        case .pageLeave, .interaction, .deepLink, .currentPage, .diagnostic: break
        }
    }
}

/// The engine with reports that carry no time, so that it reads its own clock.
struct OwnClockSubject: PageViewSubject {
    private let engine: PageViewEngine

    init(_ receiver: some PageViewSink) {
        engine = PageViewEngine(receivers: [EngineReceiver(sink: receiver)])
    }

    func makePage(_ name: String) -> EngineSubject.Page {
        let notifier = PageViewNotifier(pending: PageContext(name: PageName(rawValue: name)))
        let component = engine.makeComponent()
        engine.declare(notifier, for: component)
        return EngineSubject.Page(component: component, notifier: notifier)
    }

    static func values(_ elements: [(String, AnalyticsValue)]) -> Payload { Payload(elements) }

    @inline(__always)
    func didAppear(_ page: EngineSubject.Page, at time: Int64) { engine.report(.didAppear, of: page.component) }

    @inline(__always)
    func ready(_ page: EngineSubject.Page, _ values: Payload, at time: Int64) {
        page.notifier.markReady(payload: values)
    }

    func pending(_ page: EngineSubject.Page, at time: Int64) { page.notifier.markPending() }

    @inline(__always)
    func didDisappear(_ page: EngineSubject.Page, at time: Int64) { engine.report(.didDisappear, of: page.component) }
}

/// The engine with a recorder that keeps the last thousand events.
struct RecordedSubject: PageViewSubject {
    private let subject: EngineSubject
    private let recorder: TraceRecorder

    init(_ receiver: some PageViewSink) {
        subject = EngineSubject(receiver)
        recorder = TraceRecorder(of: subject.engine)
    }

    func makePage(_ name: String) -> EngineSubject.Page { subject.makePage(name) }

    static func values(_ elements: [(String, AnalyticsValue)]) -> Payload { Payload(elements) }

    func didAppear(_ page: EngineSubject.Page, at time: Int64) { subject.didAppear(page, at: time) }

    func ready(_ page: EngineSubject.Page, _ values: Payload, at time: Int64) { subject.ready(page, values, at: time) }

    func pending(_ page: EngineSubject.Page, at time: Int64) { subject.pending(page, at: time) }

    func didDisappear(_ page: EngineSubject.Page, at time: Int64) { subject.didDisappear(page, at: time) }
}
