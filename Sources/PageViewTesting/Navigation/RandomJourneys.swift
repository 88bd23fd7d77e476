public import NavigationSimulator
public import NavigationTraces
import PageViewAutomation

/// A random journey for which something does not hold, made as small as it goes (rule TS-008).
public struct JourneyFailure: Error, Sendable, CustomStringConvertible {
    /// Where the random numbers began.
    public let seed: UInt64
    /// The smallest journey that still fails.
    public let journey: SimulatedJourney
    /// What is wrong with it.
    public let reason: String
    /// How many events the journey had before it was made smaller.
    public let events: Int
    /// How many actions it had.
    public let actions: Int
    /// Where in the test.
    public let location: TestLocation

    /// What repeats the journey: a command or, for a framework that no command knows, Swift.
    private var command: String {
        let framework = journey.framework
        return UIFramework.all.contains { $0.identifier == framework.identifier }
            ? "swift run pageview simulate --framework \(framework.identifier) --seed \(seed) --events \(events)"
            : "SimulatedJourney.random(seed: \(seed), framework: /* \(framework.name) */, actions: \(actions))"
    }

    /// Everything there is to say: what is wrong, the smallest trace, and a command that repeats the journey.
    public var description: String {
        var printer = TracePrinter(notation: .lines)
        for line in journey.lines { printer.print(line) }
        let trace = String(decoding: printer.takeBytes(), as: UTF8.self)
            .split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            \(location): a random journey fails: \(reason)

              The smallest trace that does, after \(journey.actions.count) actions:

            \(trace)

              The whole journey:
                  \(command)
            """
    }
}

/// Tries random journeys, and makes the first that fails as small as it goes (rule TS-008).
///
///     try checkRandomJourneys(200) { trace in
///         try withPageViewRecorder { recorder in
///             recorder.replay(trace)
///             …
///         }
///     }
///
/// - Parameters:
///   - count: How many.
///   - seed: The seed of the first; each of the others has the next number.
///   - framework: What the app is made with.
///   - actions: How many actions each has.
///   - fileID: Where the test is; left out, here.
///   - line: Where the test is; left out, here.
///   - check: Throws if something does not hold of a trace.
/// - Throws: ``JourneyFailure``.
public func checkRandomJourneys(
    _ count: Int = 100, seed: UInt64 = 1, framework: UIFramework = .uiKit, actions: Int = 50, fileID: String = #fileID,
    line: Int = #line, _ check: (_ trace: [TraceLine]) throws -> Void
) throws(JourneyFailure) {
    for number in 0..<UInt64(max(0, count)) {
        let journey = SimulatedJourney.random(seed: seed &+ number, framework: framework, actions: actions)
        guard let reason = failure(of: journey, check) else { continue }
        // Only what fails in the same way is a smaller case of the same thing; what fails by chance is left as it is.
        let kind = firstLine(reason)
        let isSteady = failure(of: journey, check).map(firstLine) == kind
        let smallest =
            isSteady ? journey.shrunk { failure(of: $0, check).map(firstLine) == kind } : journey
        throw JourneyFailure(
            seed: seed &+ number, journey: smallest,
            reason: isSteady ? failure(of: smallest, check) ?? reason : "\(reason)\n\n  Tried again, it was otherwise.",
            events: journey.lines.count { if case .event = $0 { true } else { false } }, actions: journey.actions.count,
            location: TestLocation(fileID: fileID, line: line))
    }
}

/// Why a check fails for a journey; `nil` if it does not.
private func failure(
    of journey: SimulatedJourney, _ check: (_ trace: [TraceLine]) throws -> Void
) -> String? {
    do {
        try check(journey.lines)
        return nil
    } catch {
        return "\(error)"
    }
}

/// What a text begins with, without the numbers in it, which change from one case to the next.
private func firstLine(_ text: String) -> String {
    String(text.prefix { $0 != "\n" }.filter { !$0.isNumber })
}
