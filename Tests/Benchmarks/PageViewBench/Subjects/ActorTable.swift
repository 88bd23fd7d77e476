import Dispatch
import PageViewAutomation

/// The handwritten page-view counter in an actor, which also orders the events.
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

    /// Performs whole appearances inside the actor, without a change of threads.
    func appearInside(_ pages: [Int], _ values: [String: AnalyticsValue], from time: Int64) {
        for page in pages {
            didAppear(page, at: time)
            ready(page, values)
            didDisappear(page, at: time + 2_000)
        }
    }

    /// Makes all pages pending.
    func reset(_ pages: [Int]) {
        for page in pages { pending(page) }
    }

    private func deliver() {
        guard !table.waiting.isEmpty else { return }
        for event in table.waiting { sink.receive(event) }
        table.waiting.removeAll(keepingCapacity: true)
    }
}

/// An actor's pages, which appear one after another.
struct ActorPopulation: Sendable {
    let counter = Counter()
    private let table: ActorTable
    private let pages: [Int]
    private let values = Dictionary(Population<EngineSubject>.payload) { $1 }

    init(pages count: Int) {
        let table = ActorTable(counter)
        self.table = table
        pages = Waiting.run {
            var pages: [Int] = []
            for index in 0..<count { pages.append(await table.makePage("page-name-\(index % 200)")) }
            return pages
        }
    }

    func reset() async { await table.reset(pages) }

    /// Performs appearances from outside the actor, which suspends at each call.
    @concurrent
    func appear() async {
        var time: Int64 = 0
        for page in pages {
            await table.didAppear(page, at: time)
            await table.ready(page, values)
            await table.didDisappear(page, at: time + 2_000)
            time += 3_000
        }
    }

    func appearInside() async { await table.appearInside(pages, values, from: 0) }
}

/// Waits for asynchronous work on the main thread.
enum Waiting {
    static func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let isDone = DispatchSemaphore(value: 0)
        let box = FoundationLock<Result?>(guarding: nil)
        Task.detached {
            let result = await body()
            box.use { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        guard let result = box.use({ $0 }) else { fatalError("a task has ended without its result") }
        return result
    }
}

extension ActorPopulation {
    /// Runs tasks at the same time, each with a page that appears repeatedly.
    @concurrent
    static func appear(_ table: ActorTable, tasks: Int, rounds: Int) async {
        let values = Dictionary(Population<EngineSubject>.payload) { $1 }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<tasks {
                let page = await table.makePage("page-\(index)")
                group.addTask {
                    for round in 0..<rounds {
                        let time = Int64(round) * 3_000
                        await table.didAppear(page, at: time)
                        await table.ready(page, values)
                        await table.didDisappear(page, at: time + 2_000)
                        await table.pending(page)
                    }
                }
            }
        }
    }
}
