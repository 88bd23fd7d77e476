import NavigationTraces
import PageViewAutomation

/// The engine with a recorder on it that keeps the last thousand events.
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
