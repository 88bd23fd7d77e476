import PageViewAutomation

/// The engine, through its public calls.
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
        // A notifier has no time of its own: the engine asks its clock.
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

/// Hands the engine's records on.
struct EngineReceiver<Sink: PageViewSink>: PageViewReceiver {
    let sink: Sink

    /// What the baselines tell as well.
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
