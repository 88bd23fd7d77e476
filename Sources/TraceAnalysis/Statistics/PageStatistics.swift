import NavigationTraces
package import PageViewAutomation

/// How often what happened to one page, over any number of traces (rule ST-001).
package struct PageStatistics: Sendable {
    package let page: PageContext
    /// How many of its appearances were counted, were left before it was ready, and are still waiting at the end.
    package internal(set) var counted = 0
    package internal(set) var neverReady = 0
    package internal(set) var waiting = 0
    /// How often it was said to be shown and never could be seen; no appearance.
    package internal(set) var neverVisible = 0
    /// How many of its page views were recorded by hand with no appearance to count.
    package internal(set) var manual = 0
    /// How long each appearance that was counted waited for that, in nanoseconds.
    package internal(set) var timeToReady = Durations()
    /// How long each appearance that has ended was in front of the user, in nanoseconds.
    package internal(set) var timeOnPage = Durations()

    init(page: PageContext) {
        self.page = page
    }

    /// Adds what was counted elsewhere.
    mutating func add(_ other: PageStatistics) {
        counted += other.counted
        neverReady += other.neverReady
        waiting += other.waiting
        neverVisible += other.neverVisible
        manual += other.manual
        timeToReady.add(other.timeToReady)
        timeOnPage.add(other.timeOnPage)
    }

    /// How many appearances it had.
    package var appearances: Int { counted + neverReady + waiting }

    /// The share of the appearances that have ended, or been counted, which were left before the page was ready.
    package var shareLeft: Double? {
        counted + neverReady == 0 ? nil : Double(neverReady) / Double(counted + neverReady)
    }
}

/// Spans of time, of which is asked how long they are.
package struct Durations: Sendable {
    private var nanoseconds: [Int64] = []
    private var isSorted = true

    package var count: Int { nanoseconds.count }

    mutating func add(_ duration: Int64) {
        isSorted = isSorted && duration >= nanoseconds.last ?? .min
        nanoseconds.append(duration)
    }

    mutating func add(_ other: Durations) {
        if nanoseconds.isEmpty {
            self = other
        } else if let first = other.nanoseconds.first {
            isSorted = isSorted && other.isSorted && first >= nanoseconds.last ?? .min
            nanoseconds += other.nanoseconds
        }
    }

    mutating func sort() {
        if !isSorted { nanoseconds.sort() }
        isSorted = true
    }

    /// The shortest of them that is at least as long as this share of all, by the nearest rank; `nil` of none.
    package func percentile(_ share: Int) -> Int64? {
        assert(isSorted)
        guard !nanoseconds.isEmpty else { return nil }
        let rank = (nanoseconds.count * share + 99) / 100
        return nanoseconds[max(rank, 1) - 1]
    }

    /// The longest; `nil` of none.
    package var longest: Int64? { isSorted ? nanoseconds.last : nanoseconds.max() }
}
