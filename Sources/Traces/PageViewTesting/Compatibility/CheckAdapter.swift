public import PageViewAutomation

/// Checks that an adapter reports what its framework shows (TS-009).
///
/// An adapter that passes counts every appearance exactly once in each journey of the checks. A check runs only if the framework
/// supports each method that the check calls. Print the report to see which checks ran, and which methods the skipped checks need.
///
/// `make` makes the framework for each check, with an adapter that reports to the given engine.
///
/// - Returns: The report of all checks, including the checks that the framework cannot do.
/// - Throws: ``CompatibilityFailure`` if a check fails.
public nonisolated(nonsending) func checkAdapter<Adapter: AdapterUnderTest>(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in AdapterChecks.all { checks.append(await result(of: check, make)) }
    return try CompatibilityReport(of: checks, at: TestLocation(fileID, filePath, line, column))
}

private nonisolated(nonsending) func result<Adapter: AdapterUnderTest>(
    of check: AdapterCheck,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async -> CompatibilityReport.Check {
    var result = CompatibilityReport.Check(name: check.name, rule: check.rule, result: .passed)
    do {
        try await withPageViewRecorder(exhaustivity: .off) { recorder in
            let driver = try await AdapterDriver(recorder, title: check.name, make)
            defer { result.hasReportedIn = driver.hasReportedIn }
            for step in check.steps { try await driver.perform(step) }
        }
    } catch let error as CannotBeDone {
        (result.result, result.missing) = (.notApplicable, error.method)
    } catch let failure as AdapterCheckFailure {
        (result.result, result.trace) = (.failed(failure.reason), failure.trace)
    } catch {
        result.result = .failed("expected no error, found \(error)")
    }
    return result
}
