import Dispatch
import PageViewAutomation

/// An actor with pages that appear one after another.
struct ActorPopulation: Sendable {
    let tally = Tally()
    private let table: ActorTable
    private let pages: [Int]
    private let values = Dictionary(Population<EngineSubject>.payload) { $1 }

    init(pages count: Int) {
        let table = ActorTable(tally)
        self.table = table
        pages = Waiting.run {
            var pages: [Int] = []
            for index in 0..<count { pages.append(await table.makePage("page-name-\(index % 200)")) }
            return pages
        }
    }

    func reset() async { await table.reset(pages) }

    /// As whoever reports from outside has to.
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

/// Waits for what is asynchronous, on the main thread alone.
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
    /// As many tasks, each with a page that appears again and again.
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
