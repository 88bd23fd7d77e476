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
public func checkAdapter<Adapter: AdapterUnderTest>(
    fileID: String = #fileID, line: Int = #line, _ make: (PageViewEngine) throws -> Adapter
) throws(CompatibilityFailure) -> CompatibilityReport {
    let checks = AdapterChecks<Adapter>.all.map { check in
        CompatibilityReport.Check(name: check.name, rule: check.rule, result: result(of: check, make))
    }
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}

private func result<Adapter>(
    of check: AdapterChecks<Adapter>.Check, _ make: (PageViewEngine) throws -> Adapter
) -> CompatibilityReport.Result {
    do {
        try withPageViewRecorder { recorder in try check.run(make(recorder.engine), recorder) }
        return .passed
    } catch is AdapterChecks<Adapter>.NotApplicable {
        return .notApplicable
    } catch let failure as PageViewTestFailure {
        return .failed(failure.message)
    } catch {
        return .failed("\(error)")
    }
}
