import PageViewTesting
import Testing

/// Runs each test of a suite with a recorded engine, and fails a test that leaves an unexpected page view or mistake.
struct Recorded: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal fileprivate static var recorder: PageViewRecorder?

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withPageViewRecorder(line: test.sourceLocation.line) { recorder in
            try await Self.$recorder.withValue(recorder) { try await function() }
        }
    }
}

extension Trait where Self == Recorded {
    static var recorded: Recorded { Recorded() }
}

extension PageViewRecorder {
    /// The recorder of the running test, whose suite has the trait `recorded`.
    static var ofTest: PageViewRecorder {
        guard let recorder = Recorded.recorder else { preconditionFailure("expected the trait 'recorded', found none") }
        return recorder
    }
}
