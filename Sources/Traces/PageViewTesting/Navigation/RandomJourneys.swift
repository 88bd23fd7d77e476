public import NavigationSimulator
public import NavigationTraces
import PageViewAutomation

/// The failure of a check on random journeys, with the shortened journey (TS-008).
public struct JourneyFailure: Error, Sendable, CustomStringConvertible {
    package let seed: UInt64
    /// The shortened journey, which still fails.
    package let journey: SimulatedJourney
    package let reason: String
    package let events: Int
    package let actions: Int
    /// The call of `checkRandomJourneys`.
    let location: TestLocation

    /// The command that prints the whole journey, or Swift code for a framework unknown to `pageview`.
    private var command: String {
        let framework = journey.framework
        return UIFramework(identifier: framework.identifier) != nil
            ? "swift run pageview simulate --framework \(framework.identifier) --seed \(seed) --events \(events)"
            : "SimulatedJourney.random(seed: \(seed), framework: /* \(framework.name) */, actions: \(actions))"
    }

    /// The reason, the shortened trace, and a command that prints the whole journey.
    public var description: String {
        var printer = TracePrinter(notation: .lines)
        for line in journey.lines { printer.print(line) }
        let trace = String(decoding: printer.takeBytes(), as: UTF8.self)
            .split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            \(location): a random journey fails: \(reason)

              The smallest trace that fails, after \(journey.actions.count) actions:

            \(trace)

              The whole journey:
                  \(command)
            """
    }
}

/// Runs a check on random journeys, and shortens the first one that fails (TS-008).
///
///     try checkRandomJourneys(200) { trace in
///         try withPageViewRecorder { recorder in
///             recorder.replay(trace, pages: ["item": { ItemScreen() }]) { page, _ in
///                 (page as? ItemScreen)?.load(89)
///             }
///             …
///         }
///     }
///
/// The check must throw its failures. A recorder with `reportFailure` does not throw, so omit that closure in the check.
///
/// - Parameters:
///   - count: The number of journeys.
///   - seed: The seed of the first journey; the seeds of the others follow.
///   - framework: The UI framework of the simulated app.
///   - actions: The number of actions of each journey.
///   - fileID: The file of the test, by default the caller's.
///   - filePath: The path of the file of the test, by default the caller's.
///   - line: The line of the test, by default the caller's.
///   - column: The column of the test, by default the caller's.
///   - check: Throws an error if a trace fails the check.
/// - Throws: ``JourneyFailure`` for the first journey that fails.
public func checkRandomJourneys(
    _ count: Int = 100, seed: UInt64 = 1, framework: UIFramework = .uiKit, actions: Int = 50, fileID: String = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ check: (_ trace: [TraceLine]) throws -> Void
) throws(JourneyFailure) {
    for number in 0..<UInt64(max(0, count)) {
        let journey = SimulatedJourney.random(seed: seed &+ number, framework: framework, actions: actions)
        guard let reason = failure(of: journey, check) else { continue }
        // A shorter journey must fail with the same error, because another error is another defect. A journey that fails only
        // once is not shortened.
        let kind = firstLine(reason)
        let isSteady = failure(of: journey, check).map(firstLine) == kind
        let smallest =
            isSteady ? journey.shrunk { failure(of: $0, check).map(firstLine) == kind } : journey
        throw JourneyFailure(
            seed: seed &+ number, journey: smallest,
            reason: isSteady
                ? failure(of: smallest, check) ?? reason
                : "\(reason)\n\n  A second run of this journey has another result.",
            events: journey.lines.count { if case .event = $0 { true } else { false } }, actions: journey.actions.count,
            location: TestLocation(fileID, filePath, line, column))
    }
}

/// The random journeys that a check runs on (TS-008).
enum JourneyCheck {
    /// The names of the pages that can occur in the journeys; empty outside a check. One journey need not contain all of them.
    @TaskLocal static var pageNames: [String] = []
}

/// Returns the reason why a check fails for a journey; `nil` if the check passes.
private func failure(
    of journey: SimulatedJourney, _ check: (_ trace: [TraceLine]) throws -> Void
) -> String? {
    do {
        try JourneyCheck.$pageNames.withValue(SimulatedJourney.randomPageNames) { try check(journey.lines) }
        return nil
    } catch {
        return "\(error)"
    }
}

/// Returns the first line of a text without its numbers, which differ between journeys.
private func firstLine(_ text: String) -> String {
    String(text.prefix { $0 != "\n" }.filter { !$0.isNumber })
}
