import Foundation
import TestSupport
import Testing

/// The delivery of records under every interleaving of threads (ORD-001, ORD-003, ORD-005).
@Suite(.watched)
struct InterleavingTests {
    /// The explored programs: calls of the threads, and calls of a receiver of each engine.
    private struct Scope {
        var threads = 2
        var engines = 1
        var hasAnswers = false
        /// Whether the threads only report, so that only the calls of their receivers vary.
        var onlyReports = false
        var fault: Fault?
    }

    /// Returns every choice of `count` calls, with repetition.
    private static func choices(_ count: Int, from first: Int = 0) -> [[Program]] {
        guard count > 0 else { return [[]] }
        return (first..<Program.allCases.count).flatMap { number in
            choices(count - 1, from: number).map { [Program.allCases[number]] + $0 }
        }
    }

    /// Returns the calls of the receivers: none, or a call by those of one or of all engines.
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

    /// Checks the known number of states; a smaller number means that something was not tried.
    private func check(_ name: String, _ scope: Scope, starts: Int, states: Int) {
        let findings = Self.explore(scope)
        Proof.claim("all interleavings of \(name): \(findings)")
        #expect(findings.faults.first == nil)
        #expect(findings.starts == starts)
        #expect(findings.states == states)
    }

    @Test("Two threads that make any two calls have no fault in any interleaving")
    func twoThreads() {
        check("2 threads", Scope(), starts: 15, states: 850)
    }

    @Test("Three threads that make any three calls have no fault in any interleaving")
    func threeThreads() {
        check("3 threads", Scope(threads: 3), starts: 35, states: 11_692)
    }

    @Test("Two threads whose receivers make calls have no fault in any interleaving")
    func answeringReceivers() {
        check("2 threads whose receivers make calls", Scope(hasAnswers: true), starts: 75, states: 6_450)
    }

    @Test("Two threads that share two engines have no fault in any interleaving")
    func twoEngines() {
        check("2 threads and 2 engines", Scope(engines: 2), starts: 15, states: 2_582)
    }

    @Test("Two threads and two engines whose receivers make calls have no fault", .enabled(if: Proof.isAsked))
    func answeringReceiversOfTwoEngines() {
        check(
            "2 threads and 2 engines whose receivers make calls", Scope(engines: 2, hasAnswers: true), starts: 525,
            states: 301_684)
    }

    @Test("Three threads that share two engines have no fault in any interleaving", .enabled(if: Proof.isAsked))
    func threeThreadsAndTwoEngines() {
        check("3 threads and 2 engines", Scope(threads: 3, engines: 2), starts: 35, states: 137_767)
    }

    @Test("Three threads whose receivers make calls have no fault in any interleaving", .enabled(if: Proof.isAsked))
    func answeringReceiversOfThreeThreads() {
        check(
            "3 threads whose receivers make calls", Scope(threads: 3, hasAnswers: true), starts: 175, states: 89_026)
    }

    @Test(
        "The exploration finds every fault that is put into the protocol",
        arguments: TestDepth.sample(3, of: Fault.allCases))
    func seededFaults(fault: Fault) {
        var findings = Self.explore(Scope(fault: fault))
        // Some faults need two engines and receivers that make calls.
        if findings.faults.isEmpty {
            findings = Self.explore(Scope(engines: 2, hasAnswers: true, onlyReports: true, fault: fault))
        }
        #expect(!findings.faults.isEmpty)
        // The effect of the fault, without the steps that lead to it.
        let effect = findings.faults.first?.split(separator: " after [").first ?? ""
        Proof.claim("fault in the protocol is found: \(fault), \(effect)")
    }
}

/// The combined results of explorations.
private struct Findings: CustomStringConvertible {
    /// The number of initial states.
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
