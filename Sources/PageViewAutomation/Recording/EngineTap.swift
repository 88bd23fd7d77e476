import PageViewLifecycle

/// Hears all that an engine hears, in the engine's order and with its times (rule RC-001).
///
/// Only this package's own code is one: it is called inside the engine's lock, where nothing foreign may run.
package protocol EngineTap: AnyObject, Sendable {
    /// It hears from now on; `model` is what the engine knows. Inside the lock.
    func begin(_ model: borrowing EngineModel)
    /// The engine hears something, and has not applied it yet. Inside the lock.
    func hear(_ recorded: RecordedInput, _ model: borrowing EngineModel)
    /// It hears nothing from now on. Inside the lock.
    func end()
    /// Whether something waits to be written. Inside the lock.
    var hasWaiting: Bool { get }
    /// Takes what waits, for the calling thread to write. Inside the lock.
    func takeWaiting()
    /// Writes what was taken. Under no lock, in order, one thread at a time.
    func write()
}

/// Who hears all that an engine hears, besides its model.
struct EngineTaps {
    private var taps: [any EngineTap] = []
    /// Those that hear nothing any more, and for whom somebody is still writing.
    private var leaving: [any EngineTap] = []
    /// The thread that writes, while one does, and for whom.
    private var writer = ThreadIdentity.none
    private var written: [any EngineTap] = []

    /// Whether there is nobody.
    var isEmpty: Bool { taps.isEmpty && leaving.isEmpty }

    @inline(never)
    func hear(_ input: consuming EngineInput?, at time: Timestamp, _ model: borrowing EngineModel) {
        guard let input else { return }
        // Made once: copying it costs more than handing it over.
        let recorded = RecordedInput(input, at: time)
        for tap in taps { tap.hear(recorded, model) }
    }

    mutating func add(_ tap: any EngineTap, _ model: borrowing EngineModel) {
        tap.begin(model)
        taps.append(tap)
    }

    /// Removes a tap, or all; they are returned to be let go outside the lock.
    mutating func remove(_ tap: (any EngineTap)? = nil) -> [any EngineTap] {
        let removed = taps.filter { tap == nil || $0 === tap }
        taps.removeAll { tap == nil || $0 === tap }
        for tap in removed { tap.end() }
        leaving += removed.filter(\.hasWaiting)
        return removed
    }

    // MARK: Writing

    /// Whether something waits to be written.
    var hasWaiting: Bool { taps.contains(where: \.hasWaiting) || leaving.contains(where: \.hasWaiting) }

    /// Takes what waits, and makes a thread its writer, if nobody is.
    @inline(never)
    mutating func startWriting(for thread: ThreadIdentity) -> Bool {
        guard writer == .none, hasWaiting else { return false }
        writer = thread
        return moreToWrite()
    }

    /// Takes what waits, for who has been writing; without any it is no more.
    @inline(never)
    mutating func moreToWrite() -> Bool {
        written = (taps + leaving).filter(\.hasWaiting)
        for tap in written { tap.takeWaiting() }
        leaving = []
        if written.isEmpty { writer = .none }
        return !written.isEmpty
    }

    /// Hands over for whom something was taken; to be written outside the lock.
    mutating func takeWritten() -> [any EngineTap] {
        defer { written = [] }
        return written
    }
}
