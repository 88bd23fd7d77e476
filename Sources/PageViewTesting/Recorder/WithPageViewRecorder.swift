public import PageViewAutomation

/// Runs a test with an engine whose page views are recorded; none may be left that nobody expected (rule TS-002).
///
///     @Test func itemWaitsForItsPrice() throws {
///         try withPageViewRecorder { recorder in
///             let screen = ItemScreen(engine: recorder.engine)
///             screen.viewDidAppear()
///             try recorder.expectNothing()
///             screen.model.price = 89
///             try recorder.expect("item")
///         }
///     }
///
/// - Parameters:
///   - policy: The engine's policy.
///   - exhaustivity: Whether each page view has to be expected.
///   - fileID: Where the test is; left out, here.
///   - line: Where the test is; left out, here.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``PageViewTestFailure`` if a page view is left.
@discardableResult
public func withPageViewRecorder<Result>(
    policy: EnginePolicy = .standard, exhaustivity: Exhaustivity = .on, fileID: String = #fileID, line: Int = #line,
    _ body: (PageViewRecorder) throws -> Result
) throws -> Result {
    let recorder = PageViewRecorder(policy: policy, exhaustivity: exhaustivity)
    let result = try body(recorder)
    try recorder.finish(at: TestLocation(fileID: fileID, line: line))
    return result
}

/// Runs an asynchronous test with an engine whose page views are recorded; on the caller's actor.
///
/// - Parameters:
///   - policy: The engine's policy.
///   - exhaustivity: Whether each page view has to be expected.
///   - fileID: Where the test is; left out, here.
///   - line: Where the test is; left out, here.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws, or ``PageViewTestFailure`` if a page view is left.
@discardableResult
public nonisolated(nonsending) func withPageViewRecorder<Result>(
    policy: EnginePolicy = .standard, exhaustivity: Exhaustivity = .on, fileID: String = #fileID, line: Int = #line,
    _ body: nonisolated(nonsending) (PageViewRecorder) async throws -> Result
) async throws -> Result {
    let recorder = PageViewRecorder(policy: policy, exhaustivity: exhaustivity)
    let result = try await body(recorder)
    try recorder.finish(at: TestLocation(fileID: fileID, line: line))
    return result
}
