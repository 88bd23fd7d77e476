import Dispatch
import Foundation
import PageViewLifecycle
@testable import PageViewProviders
import Testing

/// Lets other threads run.
func letOthersRun() { sched_yield() }

/// A calendar that stands still until it is told a time.
final class TestCalendar: Sendable {
    private let time: Protected<WallTime>

    init(_ text: String = "2026-03-01T12:30:05.250Z") {
        time = Protected(wallTime(text))
    }

    var clock: WallClock { WallClock { [self] in time.withLock { $0 } } }

    func advance(by seconds: Int64) { time.withLock { $0.nanoseconds += seconds * 1_000_000_000 } }
}

/// A moment by ISO 8601, read by Foundation.
func wallTime(_ text: String) -> WallTime {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let seconds = formatter.date(from: text)?.timeIntervalSince1970 ?? .nan
    return WallTime(nanoseconds: Int64((seconds * 1_000).rounded()) * 1_000_000)
}

/// Values that any thread may add to.
final class Log<Value: Sendable>: Sendable {
    private let storage = Protected<[Value]>([])

    var values: [Value] { storage.withLock { $0 } }

    func append(_ value: Value) { storage.withLock { $0.append(value) } }
}

/// A gate that is closed until it is opened; who comes to it before waits.
final class Gate: Sendable {
    private let bell = Bell()
    private let isOpen = Protected(false)

    func open() {
        isOpen.withLock { $0 = true }
        bell.ring()
    }

    func pass() { bell.wait { isOpen.withLock { $0 } } }
}

extension TrackerStore {
    /// Replaces what is saved, whatever that is.
    func save(_ state: StoredTrackerState) throws { try update { _ in state } }
}

/// A store in memory, which can fail, and which keeps all states that it ever had.
final class TestStore: TrackerStore {
    private struct State {
        var saved: [StoredTrackerState] = []
        var isUnreadable = false
        var isFull = false
    }

    private let storage = Protected(State())

    init(_ state: StoredTrackerState? = nil, isUnreadable: Bool = false, isFull: Bool = false) {
        storage.withLock { $0 = State(saved: [state].compactMap(\.self), isUnreadable: isUnreadable, isFull: isFull) }
    }

    var saved: [StoredTrackerState] { storage.withLock { $0.saved } }
    var state: StoredTrackerState? { saved.last }
    var isUnreadable: Bool {
        get { storage.withLock { $0.isUnreadable } }
        set { storage.withLock { $0.isUnreadable = newValue } }
    }
    var isFull: Bool {
        get { storage.withLock { $0.isFull } }
        set { storage.withLock { $0.isFull = newValue } }
    }

    var version: UInt64 { storage.withLock { UInt64($0.saved.count) << 1 | ($0.isUnreadable ? 1 : 0) } }

    func load() throws -> StoredTrackerState? {
        try storage.withLock { state in
            if state.isUnreadable { throw Refusal(description: "unreadable") }
            return state.saved.last
        }
    }

    func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws {
        try storage.withLock { state in
            let stored: Result<StoredTrackerState?, any Error> =
                state.isUnreadable ? .failure(Refusal(description: "unreadable")) : .success(state.saved.last)
            guard let next = change(stored) else { return }
            if state.isFull { throw Refusal(description: "full") }
            state.saved.append(next)
            state.isUnreadable = false
        }
    }
}

struct Refusal: Error, CustomStringConvertible {
    let description: String
}

/// A provider of closures.
struct TestProvider: TrackingProvider {
    var name = "TestProvider"
    var delivery = ProviderDelivery.queued
    var flushInterval: Duration?
    var onConfigure: @Sendable () throws -> Void = {}
    var onReceive: @Sendable (TrackedEvent) throws -> Void = { _ in }
    var onIdentify: @Sendable (UserIdentity) throws -> Void = { _ in }
    var onFlush: @Sendable () throws -> Void = {}
    var onPurge: @Sendable () throws -> Void = {}

    func configure() throws { try onConfigure() }
    func receive(_ event: TrackedEvent) throws { try onReceive(event) }
    func identify(_ identity: UserIdentity) throws { try onIdentify(identity) }
    func flush() throws { try onFlush() }
    func purge() throws { try onPurge() }
}

/// A thread of its own, for what blocks: tasks share a few threads, which a test must not keep from each other.
struct TestThread {
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Void) {
        let isDone = isDone
        Thread {
            body()
            isDone.signal()
        }.start()
    }

    /// Waits until the body has returned.
    func join() { isDone.wait() }
}

/// Runs a body on so many threads at once, and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for thread in (0..<count).map({ number in TestThread { body(number) } }) { thread.join() }
}

extension Payload {
    var dictionary: [String: AnalyticsValue] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }
}

/// A page of a test.
struct TestPage: AnalyticsPage {
    let pageViewNotifier: PageViewNotifier

    init(_ notifier: PageViewNotifier) {
        pageViewNotifier = notifier
    }

    init(_ name: PageName, context: ContextName? = nil, payload: Payload = [:]) {
        self.init(PageViewNotifier(PageViewEvent(name: name, context: context, payload: payload)))
    }
}
