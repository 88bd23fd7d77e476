import Dispatch
import Foundation
package import Testing

/// Ends the test run, with the names of the tests that hang, when a test takes longer than it may.
///
/// A time limit of Swift Testing cancels a task. It cannot end a thread that is blocked, and then the run never ends.
package struct Watch: SuiteTrait, TestTrait, TestScoping {
    private let minutes: Int

    fileprivate init(minutes: Int) {
        self.minutes = minutes
    }

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let entry = Watchdog.shared.begin("\(test.name) at \(test.sourceLocation)", minutes: minutes)
        defer { Watchdog.shared.end(entry) }
        try await function()
    }
}

extension Trait where Self == Watch {
    /// Ends the run when a test of the suite takes more than ten minutes. Tests wait for each other: most of that is waiting.
    package static var watched: Watch { .watched(minutes: 10) }

    package static func watched(minutes: Int) -> Watch { Watch(minutes: minutes) }
}

/// A thread that looks at the running tests every few seconds. It needs nothing of the threads that tests share.
///
/// Proof that it is `Sendable`: the lock guards the variables.
final class Watchdog: @unchecked Sendable {
    static let shared = Watchdog()

    private let lock = NSLock()
    private var running: [Int: (name: String, deadline: ContinuousClock.Instant)] = [:]
    private var lastEntry = 0

    private init() {
        let thread = Thread { [self] in
            let never = DispatchSemaphore(value: 0)
            while never.wait(timeout: .now() + 5) == .timedOut { abortIfATestHangs() }
        }
        thread.start()
    }

    func begin(_ name: String, minutes: Int) -> Int {
        lock.withLock {
            lastEntry += 1
            running[lastEntry] = (name, .now + .seconds(60 * minutes))
            return lastEntry
        }
    }

    func end(_ entry: Int) { lock.withLock { running[entry] = nil } }

    /// What to print about the tests that have passed their deadline; `nil` if none has.
    func report(at time: ContinuousClock.Instant) -> String? {
        lock.withLock {
            let late = running.values.filter { $0.deadline < time }.map(\.name).sorted()
            guard !late.isEmpty else { return nil }
            let others = running.values.count - late.count
            return "watchdog: expected tests to end within their time, found \(late.count) that hang "
                + "and \(others) that still run:\n" + late.map { "  \($0)\n" }.joined()
        }
    }

    private func abortIfATestHangs() {
        guard let report = report(at: .now) else { return }
        FileHandle.standardError.write(Data(report.utf8))
        abort()
    }
}
