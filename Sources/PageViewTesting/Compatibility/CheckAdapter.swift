public import PageViewAutomation

/// Checks that an adapter reports what its framework shows, so that every appearance is counted exactly once (rule TS-009).
///
/// - Parameters:
///   - fileID: Where the test is; left out, here.
///   - line: Where the test is; left out, here.
///   - make: Makes the framework with an adapter that reports to this engine; called anew for each check.
/// - Returns: What was checked, and what could not be.
/// - Throws: ``CompatibilityFailure`` if a check fails.
@discardableResult
public nonisolated(nonsending) func checkAdapter<Adapter: AdapterUnderTest>(
    fileID: String = #fileID, line: Int = #line,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in AdapterChecks<Adapter>.all {
        checks.append(
            CompatibilityReport.Check(name: check.name, rule: check.rule, result: await result(of: check, make)))
    }
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}

private nonisolated(nonsending) func result<Adapter>(
    of check: AdapterChecks<Adapter>.Check,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async -> CompatibilityReport.Result {
    do {
        try await withPageViewRecorder { recorder in
            try await check.run(make(recorder.engine), recorder)
        }
        return .passed
    } catch is AdapterChecks<Adapter>.NotApplicable {
        return .notApplicable
    } catch let failure as PageViewTestFailure {
        return .failed(failure.message)
    } catch {
        return .failed("\(error)")
    }
}
