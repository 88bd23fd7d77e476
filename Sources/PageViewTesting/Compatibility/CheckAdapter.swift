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
        let (result, missing) = await result(of: check, make)
        checks.append(CompatibilityReport.Check(name: check.name, rule: check.rule, result: result, missing: missing))
    }
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}

/// The result of a check, and the method without which it could not be made.
private nonisolated(nonsending) func result<Adapter>(
    of check: AdapterChecks<Adapter>.Check,
    _ make: nonisolated(nonsending) (PageViewEngine) async throws -> Adapter
) async -> (CompatibilityReport.Result, missing: String?) {
    let reports = ReportLog()
    do {
        try await withPageViewRecorder { recorder in
            recorder.engine.lifecycle.addObserver(reports)
            try await check.run(make(recorder.engine), recorder)
        }
        return (.passed, nil)
    } catch let error as CannotBeDone {
        return (.notApplicable, error.method)
    } catch let failure as PageViewTestFailure {
        // The caller has no test that could be mended, so the advice for that is left out.
        return (.failed(failure.finding + hint(reports)), nil)
    } catch {
        return (.failed("\(error)" + hint(reports)), nil)
    }
}

/// The likely reasons if no report has reached the engine.
private func hint(_ reports: ReportLog) -> String {
    reports.count > 0
        ? ""
        : """


          The engine that this check has made has received no report. There are two likely reasons:

          - The adapter reports to another engine, such as one that is global: it has to report to the engine that it is made with.
          - The views of a declarative framework are in an environment without a tree, `PageEnvironment.none`, which is the default.
            The root of each window has to hand down `PageTree.environment`, and nothing below may replace it.
        """
}
