import PageViewAutomation

/// An implementation that counts pages: the engine, or code written by hand for comparison.
///
/// A page has a name. It appears, becomes ready with a payload, and disappears. It counts once per appearance. Each page
/// view has the name of the previous page, and each leave has the time on the page. One receiver gets both in order.
protocol PageViewSubject: Sendable {
    associatedtype Page: Sendable
    associatedtype Values: Sendable

    /// Creates a subject that sends page views and leaves to this receiver.
    init(_ receiver: some PageViewSink)

    /// Makes a pending page.
    func makePage(_ name: String) -> Page
    /// Returns a payload in the form that this subject takes.
    static func values(_ elements: [(String, AnalyticsValue)]) -> Values

    func didAppear(_ page: Page, at time: Int64)
    func ready(_ page: Page, _ values: Values, at time: Int64)
    func pending(_ page: Page, at time: Int64)
    func didDisappear(_ page: Page, at time: Int64)
}

/// A receiver of page views and leaves.
protocol PageViewSink: Sendable {
    func pageView(page: Int, name: String, previous: String?, valueCount: Int)
    func leave(page: Int, nanoseconds: Int64)
}

extension PageViewSubject {
    /// Performs the three measured calls of one appearance.
    @inline(__always)
    func appear(_ page: Page, _ values: Values, at time: Int64) {
        didAppear(page, at: time)
        ready(page, values, at: time + 1_000)
        didDisappear(page, at: time + 2_000)
    }
}

/// A subject with pages that appear one after another, each ready with the same payload.
struct Population<Subject: PageViewSubject> {
    let counter = Counter()
    let subject: Subject
    let pages: [Subject.Page]
    let values: Subject.Values
    private var time: Int64 = 0

    init(_ type: Subject.Type, pages count: Int) {
        let subject = Subject(counter)
        self.subject = subject
        // At most 200 names, as in an app, whatever the number of pages.
        pages = (0..<count).map { subject.makePage("page-name-\($0 % 200)") }
        values = Subject.values(Self.payload)
    }

    static var payload: [(String, AnalyticsValue)] { [("items", 12), ("currency", "EUR"), ("isMember", true)] }

    /// Makes the first pages appear, become ready and disappear. They must be pending.
    mutating func appear(_ count: Int) {
        for index in 0..<count {
            subject.appear(pages[index], values, at: time)
            time += 3_000
        }
    }

    /// Makes the first pages pending again.
    mutating func reset(_ count: Int) {
        for index in 0..<count { subject.pending(pages[index], at: time) }
    }

    /// Makes the first page appear and become pending again, `count` times.
    mutating func appearAgain(_ count: Int) {
        let page = pages[0]
        for _ in 0..<count {
            subject.appear(page, values, at: time)
            subject.pending(page, at: time + 2_000)
            time += 3_000
        }
    }
}

/// A receiver that counts page views, leaves and values. It costs little, so the measurement shows its caller.
final class Counter: PageViewSink {
    private struct Counts {
        var pageViews = 0
        var leaves = 0
        var values = 0
    }

    private let counts = Protected(Counts())

    var pageViews: Int { counts.withLock { $0.pageViews } }
    var leaves: Int { counts.withLock { $0.leaves } }
    var values: Int { counts.withLock { $0.values } }

    func pageView(page: Int, name: String, previous: String?, valueCount: Int) {
        counts.withLock { counts in
            counts.pageViews &+= 1
            counts.values &+= valueCount &+ (previous == nil ? 0 : 1)
        }
    }

    func leave(page: Int, nanoseconds: Int64) {
        counts.withLock { $0.leaves &+= nanoseconds < 0 ? 0 : 1 }
    }
}

/// A receiver that checks the order: each page has a page view, then its leave.
///
/// It also checks that it receives one record at a time. The records may come from any thread.
final class OrderCheck: PageViewSink {
    private struct State {
        var isLive: [Bool]
        var isReceiving = false
        var faults = 0
        var counted = 0
    }

    private let state: Protected<State>

    /// The number of records out of order, or received while another one was being received.
    var faults: Int { state.withLock { $0.faults } }
    /// The number of page views with their leaves.
    var counted: Int { state.withLock { $0.counted } }

    init(pages: Int) {
        state = Protected(State(isLive: Array(repeating: false, count: pages)))
    }

    func pageView(page: Int, name: String, previous: String?, valueCount: Int) { set(page, live: true) }

    func leave(page: Int, nanoseconds: Int64) {
        set(page, live: false)
        state.withLock { $0.counted += 1 }
    }

    private func set(_ page: Int, live: Bool) {
        state.withLock { state in
            if state.isReceiving { state.faults += 1 }
            state.isReceiving = true
            guard state.isLive.indices.contains(page), state.isLive[page] != live else { return state.faults += 1 }
            state.isLive[page] = live
        }
        // A separate critical section: a record that another thread delivers in between finds `isReceiving` set.
        state.withLock { $0.isReceiving = false }
    }
}
