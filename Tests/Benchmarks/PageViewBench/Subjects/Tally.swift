import PageViewAutomation

/// A receiver that counts what it gets. It costs next to nothing, so that what is measured is who calls it.
final class Tally: PageViewSink {
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

/// A receiver that looks whether what it gets is in order and nothing is missing: of each page a page view, then its leave.
///
/// It gets one record at a time, from whichever thread, which is what it relies on and what is looked at, too.
final class OrderCheck: PageViewSink {
    private struct State {
        var isLive: [Bool]
        var isReceiving = false
        var faults = 0
        var counted = 0
    }

    private let state: Protected<State>

    /// What was out of order, or came while another record was being received.
    var faults: Int { state.withLock { $0.faults } }
    /// How many page views with their leaves.
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
        // Apart from the above: a record that another thread delivers in between finds `isReceiving` set.
        state.withLock { $0.isReceiving = false }
    }
}
