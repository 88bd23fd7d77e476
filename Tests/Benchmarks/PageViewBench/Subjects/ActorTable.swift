import PageViewAutomation

/// The same dictionary in an actor, which also puts the events in order.
actor ActorTable {
    private var table = DictionaryTable()
    private let sink: any PageViewSink

    init(_ receiver: some PageViewSink) {
        sink = receiver
    }

    func makePage(_ name: String) -> Int { table.makePage(name) }

    func didAppear(_ page: Int, at time: Int64) {
        table.didAppear(page, at: time)
        deliver()
    }

    func ready(_ page: Int, _ values: [String: AnalyticsValue]) {
        table.ready(page, values)
        deliver()
    }

    func pending(_ page: Int) { table.pending(page) }

    func didDisappear(_ page: Int, at time: Int64) {
        table.didDisappear(page, at: time)
        deliver()
    }

    /// Whole appearances without a change of threads: what is left if whoever reports is inside the actor already.
    func appearInside(_ pages: [Int], _ values: [String: AnalyticsValue], from time: Int64) {
        for page in pages {
            didAppear(page, at: time)
            ready(page, values)
            didDisappear(page, at: time + 2_000)
        }
    }

    /// Makes all pending.
    func reset(_ pages: [Int]) {
        for page in pages { pending(page) }
    }

    private func deliver() {
        guard !table.waiting.isEmpty else { return }
        for event in table.waiting { sink.receive(event) }
        table.waiting.removeAll(keepingCapacity: true)
    }
}
