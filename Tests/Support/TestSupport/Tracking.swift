import Dispatch
import Foundation
import PageViewLifecycle
package import PageViewTracking
import Testing

/// Yields the processor to other threads.
package func letOthersRun() { sched_yield() }

/// A calendar that stands still until the test advances it.
package final class TestCalendar: Sendable {
    private let time: Locked<WallTime>

    package init(_ text: String = "2026-03-01T12:30:05.250Z") {
        time = Locked(wallTime(text))
    }

    package var clock: WallClock { WallClock { [self] in time.withLock { $0 } } }

    package func advance(by seconds: Int64) { time.withLock { $0.nanoseconds += seconds * 1_000_000_000 } }
}

/// Parses a moment in ISO 8601 with Foundation.
package func wallTime(_ text: String) -> WallTime {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let seconds = formatter.date(from: text)?.timeIntervalSince1970 ?? .nan
    return WallTime(nanoseconds: Int64((seconds * 1_000).rounded()) * 1_000_000)
}

/// A list of values to which any thread may append.
package final class Log<Value: Sendable>: Sendable {
    private let storage = Locked<[Value]>([])

    package init() {}

    package var values: [Value] { storage.withLock { $0 } }

    package func append(_ value: Value) { storage.withLock { $0.append(value) } }
}

/// A gate: a thread that passes it waits until the test opens it.
package final class Gate: Sendable {
    private let opened = Signal()

    package init() {}

    package func open() { opened.send() }

    package func pass() { opened.wait() }
}

/// A point at which threads stop until the test opens it. The test can wait for the first thread.
package struct Checkpoint: Sendable {
    private let reached = Gate()
    private let opened = Gate()

    package init() {}

    package func stop() {
        reached.open()
        opened.pass()
    }

    package func waitForArrival() { reached.pass() }
    package func open() { opened.open() }
}

extension ClosureMiddleware {
    /// Returns middleware that changes every event.
    package static func changing(_ change: @escaping @Sendable (inout TrackedEvent) -> Void) -> ClosureMiddleware {
        ClosureMiddleware { event in
            var event = event
            change(&event)
            return event
        }
    }
}

extension TrackerStore {
    /// Replaces the saved state, even if it is unreadable.
    package func save(_ state: StoredTrackerState) throws { try update { _ in state } }
}

/// A store in memory that can fail and keeps all its saved states.
package final class TestStore: TrackerStore {
    private struct State {
        var saved: [StoredTrackerState] = []
        var isUnreadable = false
        var isFull = false
    }

    private let storage = Locked(State())

    package init(_ state: StoredTrackerState? = nil, isUnreadable: Bool = false, isFull: Bool = false) {
        storage.withLock { $0 = State(saved: [state].compactMap(\.self), isUnreadable: isUnreadable, isFull: isFull) }
    }

    package var saved: [StoredTrackerState] { storage.withLock { $0.saved } }
    package var state: StoredTrackerState? { saved.last }
    package var isUnreadable: Bool {
        get { storage.withLock { $0.isUnreadable } }
        set { storage.withLock { $0.isUnreadable = newValue } }
    }
    package var isFull: Bool {
        get { storage.withLock { $0.isFull } }
        set { storage.withLock { $0.isFull = newValue } }
    }

    package var version: UInt64 { storage.withLock { UInt64($0.saved.count) << 1 | ($0.isUnreadable ? 1 : 0) } }

    package func load() throws -> StoredTrackerState? {
        try storage.withLock { state in
            if state.isUnreadable { throw Refusal(description: "unreadable") }
            return state.saved.last
        }
    }

    package func update(_ change: (Result<StoredTrackerState?, any Error>) -> StoredTrackerState?) throws {
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

package struct Refusal: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

/// A thread for blocking work, which must not block the few threads that tasks share.
package struct TestThread {
    private let isDone = DispatchSemaphore(value: 0)

    package init(_ body: @escaping @Sendable () -> Void) {
        let isDone = isDone
        Thread {
            body()
            isDone.signal()
        }.start()
    }

    /// Waits until the body has returned.
    package func join() { isDone.wait() }
}

/// Runs a body on `count` threads at the same time, and waits for all of them.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for thread in (0..<count).map({ number in TestThread { body(number) } }) { thread.join() }
}

/// A page for tests.
package struct TestPage: AnalyticsPage {
    package let pageViewNotifier: PageViewNotifier

    package init(_ notifier: PageViewNotifier) {
        pageViewNotifier = notifier
    }

    package init(_ name: PageName, context: ContextName? = nil, payload: Payload = [:]) {
        self.init(PageViewNotifier(PageViewEvent(name: name, context: context, payload: payload)))
    }
}
