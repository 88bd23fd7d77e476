import PageViewAutomation

/// The state of a page-view counter as it is written by hand: a dictionary of pages. What guards it comes on top.
struct DictionaryTable: Sendable {
    /// What comes out.
    enum Event: Sendable {
        case pageView(page: Int, name: String, values: [String: AnalyticsValue], previous: String?)
        case leave(page: Int, nanoseconds: Int64)
    }

    private struct Entry {
        let name: String
        /// The payload of a page that is ready.
        var values: [String: AnalyticsValue]?
        var appearedAt: Int64?
        var isCounted = false
    }

    private var pages: [Int: Entry] = [:]
    private var previous: String?
    /// What has to be told, in order.
    var waiting: [Event] = []

    mutating func makePage(_ name: String) -> Int {
        pages[pages.count] = Entry(name: name)
        return pages.count - 1
    }

    // An entry is taken out, changed and put back: changed in its place it would cost three allocations each time.

    mutating func didAppear(_ page: Int, at time: Int64) {
        guard var entry = pages[page], entry.appearedAt == nil else { return }
        entry.appearedAt = time
        countIfReady(page, &entry)
        pages[page] = entry
    }

    mutating func ready(_ page: Int, _ values: [String: AnalyticsValue]) {
        guard var entry = pages[page] else { return }
        entry.values = values
        countIfReady(page, &entry)
        pages[page] = entry
    }

    mutating func pending(_ page: Int) {
        guard var entry = pages[page] else { return }
        entry.values = nil
        pages[page] = entry
    }

    mutating func didDisappear(_ page: Int, at time: Int64) {
        guard var entry = pages[page], let start = entry.appearedAt else { return }
        if entry.isCounted { waiting.append(.leave(page: page, nanoseconds: time - start)) }
        entry.appearedAt = nil
        entry.isCounted = false
        pages[page] = entry
    }

    private mutating func countIfReady(_ page: Int, _ entry: inout Entry) {
        guard entry.appearedAt != nil, !entry.isCounted, let values = entry.values else { return }
        entry.isCounted = true
        waiting.append(.pageView(page: page, name: entry.name, values: values, previous: previous))
        previous = entry.name
    }
}

extension PageViewSink {
    func receive(_ event: DictionaryTable.Event) {
        switch event {
        case .pageView(let page, let name, let values, let previous):
            pageView(page: page, name: name, previous: previous, valueCount: values.count)
        case .leave(let page, let nanoseconds): leave(page: page, nanoseconds: nanoseconds)
        }
    }
}
