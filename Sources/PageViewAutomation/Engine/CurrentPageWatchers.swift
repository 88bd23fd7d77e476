import PageViewLifecycle

/// Who follows the current page as a sequence, and what each was told last.
///
/// Looked at under the engine's lock after each input, so that no change is missed and the last word is the true one;
/// told outside it, in order.
struct CurrentPageWatchers {
    /// How one that follows is told, and how it is ended. That is as much of a stream as is needed here: a program that
    /// follows none is not linked with what streams need.
    struct Continuation: Sendable {
        let yield: @Sendable (PageAppearance?) -> Void
        let finish: @Sendable () -> Void
    }

    typealias News = (continuation: Continuation, page: PageAppearance?)

    private struct Watcher {
        let number: UInt64
        /// The scene it follows; `nil` follows the engine as a whole.
        let scene: SceneID?
        let continuation: Continuation
        var told: PageAppearance?
    }

    private var watchers: [Watcher] = []
    private var count: UInt64 = 0
    private var outbox = Outbox<News>()
    /// What was taken for the drainer.
    private var batch: [News] = []

    /// Whether nobody follows the current page.
    var isEmpty: Bool { watchers.isEmpty }

    /// Whether somebody is to be told.
    @inline(__always)
    var hasNews: Bool { !outbox.waiting.isEmpty }

    /// The thread that tells them, while one does.
    var drainer: ThreadIdentity { outbox.drainer ?? .none }

    /// Takes the news that wait, and makes the calling thread their drainer, if nobody is.
    @inline(never)
    mutating func startNews() -> Bool { outbox.startDraining() && moreNews() }

    /// Takes the news that wait, for who has been their drainer; without any it is no more.
    @inline(never)
    mutating func moreNews() -> Bool {
        guard let next = outbox.nextBatch(returning: []) else { return false }
        batch = next
        return true
    }

    /// Hands over what was taken, to be let go outside the lock.
    mutating func takeBatch() -> [News] {
        defer { batch = [] }
        return batch
    }

    /// Adds a watcher, which is told the current page at once.
    mutating func add(_ continuation: Continuation, scene: SceneID?, model: borrowing EngineModel) -> UInt64 {
        let page = Self.answer(scene, model)
        count += 1
        watchers.append(Watcher(number: count, scene: scene, continuation: continuation, told: page))
        outbox.waiting.append((continuation, page))
        return count
    }

    mutating func remove(_ number: UInt64) {
        watchers.removeAll { $0.number == number }
    }

    /// Removes all; returns them, to be ended outside the lock.
    mutating func removeAll() -> [Continuation] {
        defer { watchers = [] }
        return watchers.map(\.continuation)
    }

    /// Puts down what is news to whom.
    mutating func look(at model: borrowing EngineModel) {
        for index in watchers.indices {
            let page = Self.answer(watchers[index].scene, model)
            let told = watchers[index].told
            guard page?.id != told?.id || page?.page.word != told?.page.word else { continue }
            watchers[index].told = page
            outbox.waiting.append((watchers[index].continuation, page))
        }
    }

    private static func answer(_ scene: SceneID?, _ model: borrowing EngineModel) -> PageAppearance? {
        if let scene { model.currentPage(in: scene) } else { model.currentPage() }
    }
}
