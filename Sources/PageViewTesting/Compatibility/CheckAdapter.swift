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
    let reports = ReportLog()
    do {
        try await withPageViewRecorder { recorder in
            recorder.engine.lifecycle.addObserver(reports)
            try await check.run(make(recorder.engine), recorder)
        }
        return .passed
    } catch is CannotBeDone {
        return .notApplicable
    } catch let failure as PageViewTestFailure {
        // How to mend a test is no use where there is none to mend.
        return .failed(failure.finding + hint(reports))
    } catch {
        return .failed("\(error)" + hint(reports))
    }
}

/// The likely reason where nothing has reached the engine.
private func hint(_ reports: ReportLog) -> String {
    reports.count > 0
        ? ""
        : """


          Nothing at all was reported to the engine that this check has made. The likely reason is that the adapter reports to
          another one, such as one that is global: it has to report to the engine that it is made with.
        """
}
