public import PageViewProviders

/// A provider, as the compatibility test drives it (rule TS-011): what takes a tracker's events to a back end.
public protocol ProviderUnderTest: Sendable {
    /// What is given to the tracker.
    var provider: any TrackingProvider { get }

    /// The numbers under ``ProviderChecks/key`` in the events that have arrived where they are taken to, in the order of
    /// arrival. Events without one are left out.
    ///
    /// Asked for when the tracker has been flushed; wait for what is still on its way.
    func arrived() async throws -> [Int]
}

/// What the compatibility test for providers puts into events.
public enum ProviderChecks {
    /// The property by which events are told apart: a whole number, 1, 2, 3 and so on.
    public static let key = "check_number"
}

/// Checks that a provider takes each event to its back end exactly once and in order (rule TS-011).
///
/// - Parameters:
///   - fileID: Where the test is; left out, here.
///   - line: Where the test is; left out, here.
///   - make: Makes a provider to which nothing has been given; called anew for each check.
/// - Returns: What was checked.
/// - Throws: ``CompatibilityFailure`` if a check fails.
@discardableResult
public func checkProvider<Provider: ProviderUnderTest>(
    fileID: String = #fileID, line: Int = #line, _ make: () throws -> Provider
) async throws(CompatibilityFailure) -> CompatibilityReport {
    var checks: [CompatibilityReport.Check] = []
    for check in ProviderCheck.all {
        let result: CompatibilityReport.Result
        do {
            let subject = try make()
            let expected = await check.run(ProviderStage(subject.provider))
            result = ProviderCheck.compare(try await subject.arrived(), expected)
        } catch {
            result = .failed("\(error)")
        }
        checks.append(CompatibilityReport.Check(name: check.name, rule: check.rule, result: result))
    }
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}
