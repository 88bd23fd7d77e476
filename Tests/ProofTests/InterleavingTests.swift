import Foundation
import Testing

/// The concurrent protocol over every interleaving of two and three threads.
struct InterleavingTests {
    private typealias Way = (name: String, program: @Sendable (_ engines: Int, Program.Fault?) -> [Instruction])

    private static let ways: [Way] = [
        ("didAppear", { Program.report(.didAppear, engines: $0, $1) }),
        ("didDisappear", { Program.report(.didDisappear, engines: $0, $1) }),
        ("ready", { Program.set(isReady: true, engines: $0, $1) }),
        ("pending", { Program.set(isReady: false, engines: $0, $1) }),
        ("declare", { Program.declare(engines: $0, $1) }),
        ("stop", { Program.stop(engines: $0, $1) }),
        ("start", { Program.start(engines: $0, $1) }),
    ]

    /// Every choice of so many threads, with repetition.
    private static func choices(_ count: Int, from first: Int = 0) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return (first..<ways.count).flatMap { way in choices(count - 1, from: way).map { [way] + $0 } }
    }

    /// What there is before the threads begin: a page that is bound or not, live or not; or the first engine has been
    /// stopped while the page was live.
    private static func beginnings(_ engines: Int) -> [ProtocolState] {
        [false, true].flatMap { isBound in
            [(false, false), (true, false), (true, true)].map { isLive, isStopped in
                var state = ProtocolState()
                var engine = ProtocolState.Engine()
                engine.isExpecting = isBound
                engine.heard = isBound ? 1 : 0
                // What was told is as good as delivered, and is nobody's to check.
                if isLive { _ = engine.apply(.didAppear) }
                state.engines = Array(repeating: engine, count: engines)
                if isStopped { _ = state.engines[0].stop() }
                for number in 0..<engines {
                    state.engines[number].emitted = []
                    if isBound { state.notifier.bound.insert(number) }
                }
                return state
            }
        }
    }

    /// Explores all choices of so many threads from every beginning; what it found.
    private static func explore(
        _ count: Int, engines: Int = 1, fault: Program.Fault? = nil, answer: Answer? = nil
    ) -> Findings {
        var findings = Findings()
        for choice in choices(count) {
            for beginning in beginnings(engines) {
                var state = beginning
                state.threads = choice.map { ThreadState(ways[$0].program(engines, fault), answer: answer, fault) }
                findings.add(InterleavingExplorer(state), choice.map { ways[$0].name })
                if fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    /// Whatever receivers do, in whichever of the engines.
    private static func exploreAnswers(_ count: Int, engines: Int, fault: Program.Fault? = nil) -> Findings {
        var findings = Findings()
        for engine in 0..<engines {
            for deed in [.report(.didAppear), .report(.didDisappear), .stop] as [Answer.Deed] {
                findings.add(
                    explore(count, engines: engines, fault: fault, answer: Answer(deed: deed, engine: engine)))
                if fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    // How many states there are is known: with fewer something has not been tried.

    @Test("Whatever two threads do, in whatever interleaving")
    func twoThreads() {
        let findings = Self.explore(2)
        Proof.claim("all interleavings of 2 threads: \(findings)")
        #expect(findings.faults.isEmpty)
        #expect(findings.starts == 168)
        #expect(findings.states >= 32_208)
    }

    @Test("Whatever three threads do, in whatever interleaving", .enabled(if: Proof.isAsked))
    func threeThreads() {
        let findings = Self.explore(3)
        Proof.claim("all interleavings of 3 threads: \(findings)")
        #expect(findings.faults.isEmpty)
        #expect(findings.starts == 504)
        #expect(findings.states >= 2_348_544)
    }

    @Test("Receivers that report or stop, in whatever interleaving")
    func reentrantReceivers() {
        let findings = Self.exploreAnswers(2, engines: 1)
        Proof.claim("all interleavings of 2 threads whose receivers report or stop: \(findings)")
        #expect(findings.faults.isEmpty)
        #expect(findings.starts == 504)
        #expect(findings.states >= 115_280)
    }

    @Test("Two engines on one notifier, whose page changes for both")
    func twoEngines() {
        let findings = Self.explore(2, engines: 2)
        Proof.claim("all interleavings of 2 threads and 2 engines: \(findings)")
        #expect(findings.faults.isEmpty)
        #expect(findings.starts == 168)
        #expect(findings.states >= 118_082)
    }

    @Test("Two engines on one notifier whose receivers report or stop", .enabled(if: Proof.isAsked))
    func reentrantReceiversOfTwoEngines() {
        let findings = Self.exploreAnswers(2, engines: 2)
        Proof.claim("all interleavings of 2 threads and 2 engines whose receivers report or stop: \(findings)")
        #expect(findings.faults.isEmpty)
        #expect(findings.starts == 1_008)
        #expect(findings.states >= 1_038_028)
    }

    @Test("Every fault that is put in is found", arguments: Program.Fault.allCases)
    func seededFaults(fault: Program.Fault) {
        let findings =
            switch fault {
            case .reportsNotOrdered: Self.explore(2, engines: 2, fault: fault)
            case .lockHeldInReceiver, .stopWaitsForItself: Self.exploreAnswers(1, engines: 1, fault: fault)
            case .hasMoreLost, .deliveredInsideACall: Self.exploreAnswers(1, engines: 2, fault: fault)
            default: Self.explore(2, fault: fault)
            }
        #expect(!findings.faults.isEmpty)
        // By what it does, without the steps that lead there.
        let effect = findings.faults.first?.split(separator: " after [").first ?? ""
        Proof.claim("fault put into the protocol is found: \(fault), \(effect)")
    }
}

/// What explorations found, together.
private struct Findings: CustomStringConvertible {
    /// From how many beginnings, with how many choices of threads.
    var starts = 0
    var states = 0
    var transitions = 0
    var interleavings = 0.0
    var faults: [String] = []

    mutating func add(_ explorer: InterleavingExplorer, _ names: [String]) {
        starts += 1
        states += explorer.states
        transitions += explorer.transitions
        interleavings += explorer.interleavings
        faults += explorer.faults.map { "\(names): \($0)" }
    }

    mutating func add(_ other: Findings) {
        starts += other.starts
        states += other.states
        transitions += other.transitions
        interleavings += other.interleavings
        faults += other.faults
    }

    var description: String {
        "\(starts) starts, \(states) states, \(transitions) steps, \(String(format: "%.3g", interleavings)) interleavings"
    }
}
