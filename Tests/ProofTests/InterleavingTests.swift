import Foundation
import TestWatch
import Testing

/// The delivery of records, over every interleaving of two and three threads (ORD-001, ORD-003, ORD-005).
@Suite(.watched)
struct InterleavingTests {
    /// What is walked: every choice of so many calls, and every call that a receiver of each engine can make.
    private struct Scope {
        var threads = 2
        var engines = 1
        var hasAnswers = false
        /// Whether the threads only report; then what their receivers do makes the difference.
        var onlyReports = false
        var fault: Fault?
    }

    /// Every choice of so many calls, with repetition.
    private static func choices(_ count: Int, from first: Int = 0) -> [[Program]] {
        guard count > 0 else { return [[]] }
        return (first..<Program.allCases.count).flatMap { number in
            choices(count - 1, from: number).map { [Program.allCases[number]] + $0 }
        }
    }

    /// What the receivers of the engines do: nothing; or those of one or of all engines make a call.
    private static func answers(_ scope: Scope) -> [[Program?]] {
        let silent = [Program?](repeating: nil, count: scope.engines)
        guard scope.hasAnswers else { return [silent] }
        var answers: [[Program?]] = []
        for first in [nil] + Program.allCases {
            guard scope.engines > 1 else {
                answers.append([first])
                continue
            }
            for second in [nil] + Program.allCases { answers.append([first, second]) }
        }
        return answers.filter { $0 != silent }
    }

    private static func explore(_ scope: Scope) -> Findings {
        var findings = Findings()
        for answers in answers(scope) {
            for programs in scope.onlyReports ? [[.report, .report]] : choices(scope.threads) {
                var state = DeliveryProtocol(engines: scope.engines, scope.fault)
                func deeds(_ program: Program?, _ value: Int) -> [Deed] {
                    program?.deeds(engines: scope.engines, value: value, scope.fault) ?? []
                }
                for (engine, answer) in answers.enumerated() {
                    state.engines[engine].answer = deeds(answer, 10 + engine)
                }
                state.threads = programs.enumerated().map { deeds($1, $0 + 1) }
                findings.add(InterleavingExplorer(state), "\(programs), receivers \(answers)")
                if !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    /// The number of states is known: with fewer something has not been tried.
    private func check(_ name: String, _ scope: Scope, starts: Int, states: Int) {
        let findings = Self.explore(scope)
        Proof.claim("all interleavings of \(name): \(findings)")
        #expect(findings.faults.first == nil)
        #expect(findings.starts == starts)
        #expect(findings.states == states)
    }

    @Test("Two threads make any two calls, in every interleaving")
    func twoThreads() {
        check("2 threads", Scope(), starts: 15, states: 850)
    }

    @Test("Three threads make any three calls, in every interleaving")
    func threeThreads() {
        check("3 threads", Scope(threads: 3), starts: 35, states: 11_692)
    }

    @Test("Receivers of two threads make calls too")
    func answeringReceivers() {
        check("2 threads whose receivers make calls", Scope(hasAnswers: true), starts: 75, states: 6_450)
    }

    @Test("Two engines on one notifier deliver each for itself")
    func twoEngines() {
        check("2 threads and 2 engines", Scope(engines: 2), starts: 15, states: 2_582)
    }

    @Test("Two engines on one notifier whose receivers make calls", .enabled(if: Proof.isAsked))
    func answeringReceiversOfTwoEngines() {
        check(
            "2 threads and 2 engines whose receivers make calls", Scope(engines: 2, hasAnswers: true), starts: 525,
            states: 301_684)
    }

    @Test("Three threads and two engines", .enabled(if: Proof.isAsked))
    func threeThreadsAndTwoEngines() {
        check("3 threads and 2 engines", Scope(threads: 3, engines: 2), starts: 35, states: 137_767)
    }

    @Test("Receivers of three threads make calls too", .enabled(if: Proof.isAsked))
    func answeringReceiversOfThreeThreads() {
        check(
            "3 threads whose receivers make calls", Scope(threads: 3, hasAnswers: true), starts: 175, states: 89_026)
    }

    @Test("Every fault that is put in is found", arguments: Fault.allCases)
    func seededFaults(fault: Fault) {
        var findings = Self.explore(Scope(fault: fault))
        // Some need two engines, and receivers that make calls.
        if findings.faults.isEmpty {
            findings = Self.explore(Scope(engines: 2, hasAnswers: true, onlyReports: true, fault: fault))
        }
        #expect(!findings.faults.isEmpty)
        // Its effect, without the steps that lead to it.
        let effect = findings.faults.first?.split(separator: " after [").first ?? ""
        Proof.claim("fault put into the protocol is found: \(fault), \(effect)")
    }
}

/// What explorations found, together.
private struct Findings: CustomStringConvertible {
    /// The number of beginnings.
    var starts = 0
    var states = 0
    var transitions = 0
    var interleavings = 0.0
    var faults: [String] = []

    mutating func add(_ explorer: InterleavingExplorer, _ name: String) {
        starts += 1
        states += explorer.states
        transitions += explorer.transitions
        interleavings += explorer.interleavings
        faults += explorer.faults.map { "\(name): \($0)" }
    }

    var description: String {
        "\(starts) starts, \(states) states, \(transitions) steps, \(String(format: "%.3g", interleavings)) interleavings"
    }
}
