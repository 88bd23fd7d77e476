public import PageViewTracking

/// A provider, as the compatibility test drives it (rule TS-011): what takes a tracker's events to a back end.
public protocol ProviderUnderTest: Sendable {
    /// What is given to the tracker.
    var provider: any TrackingProvider { get }

    /// The numbers under ``ProviderChecks/key`` in the events that have arrived where they are taken to, in the order of
    /// arrival. Events without one are left out.
    ///
    /// Asked for when the tracker has been flushed, and once before that, when it may keep events; wait for what is still on
    /// its way. Only the numbers are looked at: that names, values and users arrive is for a test of the provider's own.
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
            let stage = ProviderStage(subject.provider)
            let expected = await check.run(stage)
            result = ProviderCheck.compare(try await subject.arrived(), expected).adding(stage.complaints)
        } catch {
            result = .failed("\(error)")
        }
        checks.append(CompatibilityReport.Check(name: check.name, rule: check.rule, result: result))
    }
    checks.append(await checkPurge(make))
    let report = CompatibilityReport(checks: checks)
    guard report.failures.isEmpty else {
        throw CompatibilityFailure(report: report, location: TestLocation(fileID: fileID, line: line))
    }
    return report
}

/// Checks what becomes of what a provider keeps when consent is taken back.
private func checkPurge<Provider: ProviderUnderTest>(_ make: () throws -> Provider) async -> CompatibilityReport.Check {
    let result: CompatibilityReport.Result
    do {
        let subject = try make()
        let stage = ProviderStage(subject.provider)
        stage.tracker.configure()
        for number in 1...20 { stage.track(number) }
        // Until it has received them all; it is not flushed, so it keeps what it keeps.
        while stage.tracker.providerCounts.contains(where: { $0.waiting > 0 }) { await Task.yield() }
        let before = try await subject.arrived()
        stage.tracker.revoke(.purge)
        stage.tracker.setConsent(.granted)
        stage.track(21)
        stage.tracker.flush()
        result = ProviderCheck.comparePurge(before: before, after: try await subject.arrived(), first: 21)
            .adding(stage.complaints)
    } catch {
        result = .failed("\(error)")
    }
    return CompatibilityReport.Check(
        name: "what it keeps when consent is taken back it does not send any more", rule: "CO-004", result: result)
}

extension CompatibilityReport.Result {
    /// A failure with what the provider threw as well.
    fileprivate func adding(_ complaints: [String]) -> Self {
        guard case .failed(let reason) = self, !complaints.isEmpty else { return self }
        return .failed(([reason] + complaints).joined(separator: "\n"))
    }
}
