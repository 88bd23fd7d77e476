import Synchronization

/// A receiver that counts what it gets. It costs next to nothing, so that what is measured is who calls it.
final class Tally: PageViewSink {
    private let pageViewCount = Atomic<Int>(0)
    private let leaveCount = Atomic<Int>(0)
    private let valueCount = Atomic<Int>(0)

    var pageViews: Int { pageViewCount.load(ordering: .relaxed) }
    var leaves: Int { leaveCount.load(ordering: .relaxed) }
    var values: Int { valueCount.load(ordering: .relaxed) }

    func pageView(page: Int, name: String, previous: String?, valueCount: Int) {
        pageViewCount.add(1, ordering: .relaxed)
        self.valueCount.add(valueCount &+ (previous == nil ? 0 : 1), ordering: .relaxed)
    }

    func leave(page: Int, nanoseconds: Int64) {
        leaveCount.add(nanoseconds < 0 ? 0 : 1, ordering: .relaxed)
    }
}

/// A receiver that looks whether what it gets is in order and nothing is missing: of each page a page view, then its leave.
///
/// It gets one record at a time, from whichever thread, which is what it relies on and what is looked at, too.
final class OrderCheck: PageViewSink {
    private let isLive: [Cell]
    private let faultCount = Atomic<Int>(0)
    private let countedCount = Atomic<Int>(0)
    private let isReceiving = Atomic<Bool>(false)

    private final class Cell: Sendable {
        let isLive = Atomic<Bool>(false)
    }

    /// What was out of order, or came while another record was being received.
    var faults: Int { faultCount.load(ordering: .acquiring) }
    /// How many page views with their leaves.
    var counted: Int { countedCount.load(ordering: .acquiring) }

    init(pages: Int) {
        isLive = (0..<pages).map { _ in Cell() }
    }

    func pageView(page: Int, name: String, previous: String?, valueCount: Int) { set(page, live: true) }

    func leave(page: Int, nanoseconds: Int64) {
        set(page, live: false)
        countedCount.add(1, ordering: .relaxed)
    }

    private func set(_ page: Int, live: Bool) {
        if isReceiving.exchange(true, ordering: .acquiring) { faultCount.add(1, ordering: .relaxed) }
        if !isLive.indices.contains(page) || isLive[page].isLive.exchange(live, ordering: .relaxed) == live {
            faultCount.add(1, ordering: .relaxed)
        }
        isReceiving.store(false, ordering: .releasing)
    }
}
