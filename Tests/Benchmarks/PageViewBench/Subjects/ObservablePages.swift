import PageViewAutomation

/// The usual reactive style: each page publishes whether it is visible and whether it is ready, and what follows from both
/// is listened to.
final class ObservablePages: PageViewSubject {
    struct Page: Sendable {
        fileprivate let visibility: Observable<Visibility>
        fileprivate let values: Observable<[String: AnalyticsValue]?>
    }

    fileprivate struct Visibility {
        var isVisible = false
        /// When that began.
        var time: Int64 = 0
    }

    private enum Stage: Equatable {
        case hidden(at: Int64)
        case waiting
        case ready(since: Int64, [String: AnalyticsValue])

        init(_ visibility: Visibility, _ values: [String: AnalyticsValue]?) {
            guard visibility.isVisible else {
                self = .hidden(at: visibility.time)
                return
            }
            self = values.map { .ready(since: visibility.time, $0) } ?? .waiting
        }
    }

    private let hub: Hub

    init(_ receiver: some PageViewSink) {
        hub = Hub(receiver)
    }

    func makePage(_ name: String) -> Page {
        let index = hub.addPage()
        let page = Page(visibility: Observable(Visibility()), values: Observable(nil))
        page.visibility.combined(with: page.values).map(Stage.init).withoutRepetition().sink { [hub] stage in
            switch stage {
            case .ready(let since, let values): hub.count(index, name, values, since: since)
            case .hidden(let time): hub.leave(index, at: time)
            case .waiting: break
            }
        }
        return page
    }

    static func values(_ elements: [(String, AnalyticsValue)]) -> [String: AnalyticsValue] {
        Dictionary(elements) { $1 }
    }

    func didAppear(_ page: Page, at time: Int64) {
        page.visibility.change { if !$0.isVisible { $0 = Visibility(isVisible: true, time: time) } }
    }

    func ready(_ page: Page, _ values: [String: AnalyticsValue], at time: Int64) { page.values.send(values) }

    func pending(_ page: Page, at time: Int64) { page.values.send(nil) }

    func didDisappear(_ page: Page, at time: Int64) {
        page.visibility.send(Visibility(isVisible: false, time: time))
    }
}

/// What all pages have in common: which one was counted last, and in which order it is told.
private final class Hub: Sendable {
    private struct State: Sendable {
        /// Of each page that is counted, since when it is visible.
        var countedSince: [Int64?] = []
        var previous: String?
        var waiting: [DictionaryTable.Event] = []
        var isDelivering = false
    }

    private let lock = FoundationLock(guarding: State())
    private let sink: any PageViewSink

    init(_ receiver: some PageViewSink) { sink = receiver }

    func addPage() -> Int {
        lock.use { state in
            state.countedSince.append(nil)
            return state.countedSince.count - 1
        }
    }

    func count(_ page: Int, _ name: String, _ values: [String: AnalyticsValue], since time: Int64) {
        apply { state in
            guard state.countedSince[page] == nil else { return }
            state.countedSince[page] = time
            state.waiting.append(.pageView(page: page, name: name, values: values, previous: state.previous))
            state.previous = name
        }
    }

    func leave(_ page: Int, at time: Int64) {
        apply { state in
            guard let since = state.countedSince[page] else { return }
            state.countedSince[page] = nil
            state.waiting.append(.leave(page: page, nanoseconds: time - since))
        }
    }

    private func apply(_ change: (inout State) -> Void) {
        let isDue = lock.use { state in
            change(&state)
            guard !state.isDelivering, !state.waiting.isEmpty else { return false }
            state.isDelivering = true
            return true
        }
        guard isDue else { return }
        while let batch = lock.use({ Self.takeBatch(&$0) }) {
            for event in batch { sink.receive(event) }
        }
    }

    private static func takeBatch(_ state: inout State) -> [DictionaryTable.Event]? {
        guard !state.waiting.isEmpty else {
            state.isDelivering = false
            return nil
        }
        defer { state.waiting = [] }
        return state.waiting
    }
}
