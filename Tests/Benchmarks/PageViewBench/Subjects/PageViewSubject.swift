import PageViewAutomation

/// What counts pages, so that the engine and what people write by hand do the same work under one measure.
///
/// A page has a name; it appears, becomes ready with a payload, and disappears; it is counted once an appearance. Each
/// page view has the name of the page before it, each leave the time on the page; both arrive in order at one receiver.
protocol PageViewSubject: Sendable {
    associatedtype Page: Sendable
    associatedtype Values: Sendable

    /// The receiver gets what comes out.
    init(_ receiver: some PageViewSink)

    /// A page that is pending.
    func makePage(_ name: String) -> Page
    /// A payload in the form that this one takes.
    static func values(_ elements: [(String, AnalyticsValue)]) -> Values

    func didAppear(_ page: Page, at time: Int64)
    func ready(_ page: Page, _ values: Values, at time: Int64)
    func pending(_ page: Page, at time: Int64)
    func didDisappear(_ page: Page, at time: Int64)
}

/// The one receiver.
protocol PageViewSink: Sendable {
    func pageView(page: Int, name: String, previous: String?, valueCount: Int)
    func leave(page: Int, nanoseconds: Int64)
}

extension PageViewSubject {
    /// The three calls that are measured: one appearance.
    @inline(__always)
    func appear(_ page: Page, _ values: Values, at time: Int64) {
        didAppear(page, at: time)
        ready(page, values, at: time + 1_000)
        didDisappear(page, at: time + 2_000)
    }
}
