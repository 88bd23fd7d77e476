import AnalyticsJSON
import PageViewAutomation

/// Replays a trace and checks its expectations (TR-003). A copy shares the engines of the original.
package struct TraceVerifier {
    /// The number of expectations that held.
    package private(set) var passed = 0
    /// The number of failures: expectations that did not hold, and unclaimed records of exhaustive kinds.
    package private(set) var failed = 0

    private var replay = TraceReplay()
    private var exhaustive: [TraceExpectation.Subject] = [.pageView]
    private var unclaimed: [Queue: ArraySlice<Entry>] = [:]
    /// Whether the trace has an expectation. A trace without one is not a test, so its records need no claims.
    private var isTest = false
    private var unclaimedBeforeTest: [VerificationFailure] = []

    private struct Queue: Hashable {
        let session: ExactName?
        let subject: TraceExpectation.Subject

        init(_ session: String?, _ subject: TraceExpectation.Subject) {
            (self.session, self.subject) = (session.map(ExactName.init), subject)
        }
    }

    private struct Entry {
        let record: TraceReplay.Record
        /// The number of the line that emitted the record.
        let line: Int
    }

    package init() {}

    package mutating func check(_ line: TraceLine, number: Int) -> [VerificationFailure] {
        switch line {
        case .header(let header):
            replay = TraceReplay(policy: header.policy)
            if let subjects = header.exhaustive { exhaustive = subjects }
            return []
        case .event(let event):
            let failures = apply(event, number)
            if isTest { return report(failures) }
            unclaimedBeforeTest += failures.prefix(max(0, 100 - unclaimedBeforeTest.count))
            return []
        case .expectation(let expectation):
            let before = isTest ? [] : unclaimedBeforeTest
            isTest = true
            unclaimedBeforeTest = []
            let failure = check(expectation)
            if failure == nil { passed += 1 }
            return report(before + (failure.map { [VerificationFailure(line: number, message: $0)] } ?? []))
        }
    }

    /// Ends the trace. Returns a failure for each unclaimed record of an exhaustive kind.
    package mutating func finish() -> [VerificationFailure] {
        guard isTest else { return [] }
        var failures: [VerificationFailure] = []
        for subject in exhaustive {
            for queue in unclaimed.keys where queue.subject == subject { failures += failUnclaimed(queue) }
        }
        return report(failures.sorted { $0.line < $1.line })
    }

    private mutating func report(_ failures: [VerificationFailure]) -> [VerificationFailure] {
        failed += failures.count
        return failures
    }

    // MARK: Events

    private mutating func apply(_ event: TraceEvent, _ number: Int) -> [VerificationFailure] {
        let records = replay.apply(event)
        var failures: [VerificationFailure] = []
        for subject in exhaustive where records.contains(where: { TraceExpectation.Subject($0.record) == subject }) {
            // Expectations had to claim the earlier records before this event.
            failures += failUnclaimed(Queue(event.session, subject))
        }
        for record in records {
            guard let subject = TraceExpectation.Subject(record.record) else { continue }
            unclaimed[Queue(event.session, subject), default: []].append(Entry(record: record, line: number))
        }
        return failures
    }

    private mutating func failUnclaimed(_ queue: Queue) -> [VerificationFailure] {
        (unclaimed.removeValue(forKey: queue) ?? []).map {
            VerificationFailure(
                line: $0.line, message: "expected no unclaimed \(queue.subject), got \(Self.text($0.record))")
        }
    }

    // Limits in code points, for each text and for a whole message. A name or a payload can be as long as a file.
    private static let (longestText, longestMessage) = (200, 2_000)

    /// Returns a record in the notation of expectations, with the properties that `expected` names.
    private static func text(_ record: TraceReplay.Record, like expected: TraceExpectation.Condition? = nil) -> String {
        guard let condition = TraceExpectation.Condition(of: record) else { return "none" }
        let keys = condition.describingKeys + (expected?.fields.fields.map(\.key) ?? [])
        var printer = WordLinePrinter(longestText: longestText)
        printer.print(condition, keeping: keys)
        return shortened(printer.writer.takeBytes()[...])
    }

    private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
        JSONParser.shortened(String(decoding: bytes, as: UTF8.self), to: longestMessage)
    }

    // MARK: Expectations

    /// Returns the failure message, or `nil` if the expectation holds.
    private mutating func check(_ expectation: TraceExpectation) -> String? {
        switch expectation.condition.name {
        case .nothing:
            let oldest = unclaimed[Queue(expectation.session, .pageView)]?.first
            return oldest.map { failure(expectation, Self.text($0.record)) }
        case .currentPage, .lastPage, .lastCountedPage:
            return checkQuery(expectation)
        case .pageView, .pageLeave, .interaction, .deepLink, .diagnostic:
            guard let subject = expectation.condition.subject else { return nil }
            return claim(subject, expectation)
        }
    }

    private mutating func claim(
        _ subject: TraceExpectation.Subject, _ expectation: TraceExpectation
    ) -> String? {
        let queue = Queue(expectation.session, subject)
        guard let records = unclaimed[queue], let oldest = records.first else { return failure(expectation, "none") }
        func described() -> String { Self.text(oldest.record, like: expectation.condition) }
        if exhaustive.contains(subject) {
            // An expectation claims the record even if it does not match, so that one mistake causes one failure.
            unclaimed[queue]?.removeFirst()
            return expectation.condition.matches(oldest.record) ? nil : failure(expectation, described())
        }
        guard let index = records.firstIndex(where: { expectation.condition.matches($0.record) }) else {
            return failure(expectation, "none, the oldest is " + described())
        }
        unclaimed[queue] = records[(index + 1)...]
        return nil
    }

    private func checkQuery(_ expectation: TraceExpectation) -> String? {
        let condition = expectation.condition
        let scene = condition.fields.value(.scene)
        let answer = replay.session(expectation.session)?.answer(to: condition.name, scene: scene)
        var found = FieldList()
        found.add(.page, answer.map { FieldValue($0.page) } ?? .nothing)
        found.add(.scene, scene)
        found.add(.component, Expected(answer?.component))
        if condition.fields.match(found) { return nil }
        guard let answer else { return failure(expectation, "none") }
        return failure(expectation, Self.text(answer.page, answer.component))
    }

    /// Returns a page and its component as words. Their quotes keep a name with a line end on one line.
    private static func text(_ page: PageContext, _ component: String?) -> String {
        var printer = WordLinePrinter(longestText: longestText)
        let context = page.context.map { " (\(printer.written($0.rawValue)))" } ?? ""
        let owner = component.map { " of \(printer.written($0))" } ?? ""
        return printer.written(page.name.rawValue) + context + owner
    }

    private func failure(_ expectation: TraceExpectation, _ got: String) -> String {
        var printer = WordLinePrinter(longestText: Self.longestText)
        printer.print(.expectation(expectation))
        return
            "expected \(Self.shortened(printer.writer.takeBytes().dropFirst("expect ".count).dropLast())), got \(got)"
    }
}

package struct VerificationFailure: Sendable, Hashable {
    package let line: Int
    /// A message of the form `expected …, got …`.
    package let message: String
}

extension TraceExpectation.Subject {
    /// Creates the kind of a record. Returns `nil` for a record that only queries check.
    init?(_ record: EngineRecord) {
        switch record {
        case .pageView: self = .pageView
        case .pageLeave: self = .pageLeave
        case .interaction: self = .interaction
        case .deepLink: self = .deepLink
        case .diagnostic: self = .diagnostic
        case .currentPage: return nil
        }
    }
}
