import PageViewAutomation

/// The engine with reports that carry no time, so that it asks its own clock.
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
