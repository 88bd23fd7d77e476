/// A lock of one word, and the place where those sleep that wait for it (`Lock`, `ParkingLot`). Each step is one access to
/// a word, or what the operating system does at once.
struct LockProtocol: Interleaved {
    /// A fault that it must not have.
    enum Fault: CaseIterable {
        /// Who lets go wakes nobody.
        case noWaking
        /// Who goes to sleep does not mark the word as awaited.
        case sleepsUnmarked
        /// Who wakes does not take the place for it, and so comes between question and sleep.
        case wakesOutsideThePlace
        /// The word is looked at before it is let go, and not in one step.
        case looksBeforeLettingGo
        /// The word is looked at and taken in two steps.
        case takenInTwoSteps
        /// Who wakes up goes on without asking again.
        case wokenIsIn
    }

    private enum Word: Hashable { case free, taken, awaited }

    /// What a thread is at.
    private enum Stage: Hashable {
        case outside
        /// It has found the word free, and takes it in a later step; only a fault does.
        case found
        /// It has found the lock taken; it tries so often before it sleeps.
        case trying(Int)
        /// It is about to take the place, has it and asks, goes to sleep, sleeps.
        case goingToThePlace, asking, goingToSleep, sleeping
        /// It has taken the lock, and lets go of the place.
        case leavingThePlace
        case inside
        /// It has looked at the word and lets go later; only a fault does.
        case looked(isAwaited: Bool)
        /// It wakes those who sleep.
        case waking, awakening
        case done
    }

    private struct Thread: Hashable {
        let lock: Int
        var rounds: Int
        var stage = Stage.outside
    }

    private var words: [Word]
    private var threads: [Thread]
    /// Who has the place, of which there is one for all locks.
    private var place: Int?
    private let fault: Fault?

    /// Each thread takes and lets go of its lock so often.
    init(locks: [Int], rounds: Int, _ fault: Fault? = nil) {
        words = Array(repeating: .free, count: (locks.max() ?? 0) + 1)
        threads = locks.map { Thread(lock: $0, rounds: rounds) }
        self.fault = fault
    }

    /// The number of a thread whose exchange fails for no reason, as a weak one may.
    private static let weak = 100

    var choices: [Int] {
        threads.indices.flatMap { thread -> [Int] in
            switch threads[thread].stage {
            case .done, .sleeping: []
            case .goingToThePlace, .waking:
                place == nil || (fault == .wakesOutsideThePlace && threads[thread].stage == .waking) ? [thread] : []
            case .outside: [thread, thread + Self.weak]
            default: [thread]
            }
        }
    }

    mutating func take(_ choice: Int) {
        guard choice < Self.weak else {
            threads[choice - Self.weak].stage = .trying(1)
            return
        }
        let thread = choice
        let lock = threads[thread].lock
        switch threads[thread].stage {
        case .outside: tryToTake(thread, orElse: .trying(1))
        case .found:
            words[lock] = .taken
            threads[thread].stage = .inside
        case .trying(let attempts): tryToTake(thread, orElse: attempts > 1 ? .trying(attempts - 1) : .goingToThePlace)
        case .goingToThePlace:
            place = thread
            threads[thread].stage = .asking
        case .asking: ask(thread)
        case .goingToSleep:
            place = nil
            threads[thread].stage = .sleeping
        case .leavingThePlace:
            place = nil
            threads[thread].stage = .inside
        case .inside: letGo(thread)
        case .looked(let isAwaited):
            words[lock] = .free
            end(thread, isAwaited: isAwaited)
        case .waking:
            if fault != .wakesOutsideThePlace { place = thread }
            wake()
            threads[thread].stage = .awakening
        case .awakening:
            if place == thread { place = nil }
            returnFromRound(thread)
        case .sleeping, .done: break
        }
    }

    private mutating func tryToTake(_ thread: Int, orElse stage: Stage) {
        let lock = threads[thread].lock
        guard words[lock] == .free else {
            threads[thread].stage = stage
            return
        }
        if fault != .takenInTwoSteps { words[lock] = .taken }
        threads[thread].stage = fault == .takenInTwoSteps ? .found : .inside
    }

    /// Marks the word as awaited, which takes the lock if it was free.
    private mutating func ask(_ thread: Int) {
        let lock = threads[thread].lock
        let isFree = words[lock] == .free
        if fault != .sleepsUnmarked { words[lock] = .awaited } else if isFree { words[lock] = .taken }
        threads[thread].stage = isFree ? .leavingThePlace : .goingToSleep
    }

    private mutating func letGo(_ thread: Int) {
        let lock = threads[thread].lock
        let isAwaited = words[lock] == .awaited
        guard fault != .looksBeforeLettingGo else {
            threads[thread].stage = .looked(isAwaited: isAwaited)
            return
        }
        words[lock] = .free
        end(thread, isAwaited: isAwaited)
    }

    private mutating func end(_ thread: Int, isAwaited: Bool) {
        if isAwaited, fault != .noWaking { threads[thread].stage = .waking } else { returnFromRound(thread) }
    }

    private mutating func wake() {
        for thread in threads.indices where threads[thread].stage == .sleeping {
            threads[thread].stage = fault == .wokenIsIn ? .inside : .goingToThePlace
        }
    }

    private mutating func returnFromRound(_ thread: Int) {
        threads[thread].rounds -= 1
        threads[thread].stage = threads[thread].rounds > 0 ? .outside : .done
    }

    private func isInside(_ thread: Thread) -> Bool {
        switch thread.stage {
        case .inside, .leavingThePlace, .looked: true
        default: false
        }
    }

    var faults: [String] {
        words.indices.contains { lock in threads.count { $0.lock == lock && isInside($0) } > 1 }
            ? ["two threads have one lock"] : []
    }

    var faultsAtTheEnd: [String] {
        var faults: [String] = []
        if threads.contains(where: { $0.stage != .done }) { faults.append("a thread sleeps for ever") }
        if words.contains(where: { $0 != .free }) { faults.append("a lock is taken by nobody") }
        return faults
    }
}
