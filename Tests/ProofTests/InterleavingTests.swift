import Foundation
import Testing

/// The concurrent protocol over every interleaving of two and three threads.
struct InterleavingTests {
    private typealias Way = (name: String, program: @Sendable (Program.Fault?) -> [Instruction])

    private static let ways: [Way] = [
        ("didAppear", { Program.report(.didAppear, $0) }),
        ("didDisappear", { Program.report(.didDisappear, $0) }),
        ("ready", { Program.set(isReady: true, $0) }),
        ("pending", { Program.set(isReady: false, $0) }),
        ("declare", { Program.declare($0) }),
        ("stop", { Program.stop($0) }),
    ]

    /// Every choice of so many threads, with repetition.
    private static func choices(_ count: Int, from first: Int = 0) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return (first..<ways.count).flatMap { way in choices(count - 1, from: way).map { [way] + $0 } }
    }

    /// What there is before the threads begin: a page that is bound or not, live or not.
    private static let beginnings: [ProtocolState] = [false, true].flatMap { isBound in
        [false, true].map { isLive in
            var state = ProtocolState()
            state.notifier.isBound = isBound
            state.engines[0].isExpecting = isBound
            state.engines[0].heard = isBound ? 1 : 0
            if isLive { _ = state.engines[0].apply(.didAppear) }
            return state
        }
    }

    /// Explores all choices of so many threads from every beginning; what it found.
    private static func explore(_ count: Int, fault: Program.Fault? = nil, answer: ProtocolState.Report? = nil)
        -> Findings
    {
        var findings = Findings()
        for choice in choices(count) {
            for beginning in beginnings {
                var state = beginning
                state.threads = choice.map { ThreadState(ways[$0].program(fault), answer: answer) }
                findings.add(InterleavingExplorer(state), choice.map { ways[$0].name })
                if fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    @Test("Whatever two threads do, in whatever interleaving")
    func twoThreads() {
        let findings = Self.explore(2)
        Proof.claim("all interleavings of 2 threads: \(findings)")
        #expect(findings.faults.isEmpty)
    }

    @Test("Whatever three threads do, in whatever interleaving", .enabled(if: Proof.isAsked))
    func threeThreads() {
        let findings = Self.explore(3)
        Proof.claim("all interleavings of 3 threads: \(findings)")
        #expect(findings.faults.isEmpty)
    }

    @Test("Receivers that report, in whatever interleaving")
    func reentrantReceivers() {
        let findings = Self.explore(2, answer: .didDisappear)
        Proof.claim("all interleavings of 2 threads whose receivers report: \(findings)")
        #expect(findings.faults.isEmpty)
    }

    @Test("Two engines on one notifier agree")
    func twoEngines() {
        let findings = Self.exploreTwoEngines(nil)
        #expect(findings.faults.isEmpty)
        #expect(findings.states > 1_000)
    }

    private static func exploreTwoEngines(_ fault: Program.Fault?) -> Findings {
        var state = ProtocolState()
        state.engines = [ProtocolState.Engine(isReady: true), ProtocolState.Engine(isReady: true)]
        state.threads = [.didAppear, .didDisappear].map {
            ThreadState(Program.report($0, engines: 2, fault), answer: .didAppear)
        }
        var findings = Findings()
        findings.add(InterleavingExplorer(state), ["didAppear", "didDisappear"])
        return findings
    }

    @Test("Every fault that is put in is found", arguments: Program.Fault.allCases)
    func seededFaults(fault: Program.Fault) {
        let findings =
            switch fault {
            case .reportsNotOrdered: Self.exploreTwoEngines(fault)
            case .lockHeldInReceiver: Self.explore(1, fault: fault, answer: .didDisappear)
            default: Self.explore(2, fault: fault)
            }
        #expect(!findings.faults.isEmpty)
        Proof.claim("fault put into the protocol is found: \(fault)")
    }
}

/// What explorations found, together.
private struct Findings: CustomStringConvertible {
    var states = 0
    var transitions = 0
    var interleavings = 0.0
    var faults: [String] = []

    mutating func add(_ explorer: InterleavingExplorer, _ names: [String]) {
        states += explorer.states
        transitions += explorer.transitions
        interleavings += explorer.interleavings
        faults += explorer.faults.map { "\(names): \($0)" }
    }

    var description: String {
        "\(states) states, \(transitions) steps, \(String(format: "%.3g", interleavings)) interleavings"
    }
}
