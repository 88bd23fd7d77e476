import Foundation
import Testing

/// The concurrent protocol over every interleaving of two and three threads.
struct InterleavingTests {
    private typealias Way = (name: String, program: @Sendable (Program) -> [Deed])

    private static let ways: [Way] = [
        ("didAppear", { $0.report(.didAppear) }), ("didDisappear", { $0.report(.didDisappear) }),
        ("ready", { $0.set(isReady: true) }), ("pending", { $0.set(isReady: false) }), ("declare", { $0.declare() }),
        ("stop", { $0.stop() }), ("start", { $0.start() }),
    ]
    /// Those in which nobody needs to hold an engine.
    private static let waysWithoutEngine = 4

    /// Every choice of so many threads, with repetition.
    private static func choices(_ count: Int, of ways: Int, from first: Int = 0) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return (first..<ways).flatMap { way in choices(count - 1, of: ways, from: way).map { [way] + $0 } }
    }

    /// What there is before the threads begin: a page that is bound or not, live or not; or the first engine has been
    /// stopped while the page was live.
    private static func beginnings(_ engines: Int, isWatched: Bool, _ fault: Fault?) -> [ProtocolState] {
        [false, true].flatMap { isBound in
            [(false, false), (true, false), (true, true)].map { isLive, isStopped in
                var engine = ProtocolState.Engine()
                engine.isExpecting = isBound
                engine.heard = isBound ? 1 : 0
                // Who follows the current page does so of the last engine, so that the first has something else to do.
                var engines = Array(repeating: engine, count: engines)
                engines[engines.count - 1].isWatched = isWatched
                // What was told is as good as delivered, and is nobody's to check.
                for number in engines.indices where isLive { engines[number].apply(.didAppear) }
                if isStopped { engines[0].stop() }
                for number in engines.indices {
                    engines[number].applied = []
                    for lane in ProtocolState.Lane.allCases { engines[number][lane] = ProtocolState.Outbox() }
                }
                var state = ProtocolState(engines: engines, fault: fault)
                if isBound { state.notifier.bound = Set(engines.indices) }
                return state
            }
        }
    }

    /// What is explored.
    private struct Scope: Sendable {
        var threads = 2
        var engines = 1
        /// Whether somebody follows the current page of the last engine.
        var isWatched = false
        var fault: Fault?
    }

    /// Explores all choices of threads from every beginning; what it found.
    private static func explore(_ scope: Scope, answer: Answer? = nil, ways: Int = ways.count) -> Findings {
        var findings = Findings()
        for choice in choices(scope.threads, of: ways) {
            for beginning in beginnings(scope.engines, isWatched: scope.isWatched, scope.fault) {
                var state = beginning
                let program = Program(engines: scope.engines, scope.fault)
                state.threads = choice.map { ThreadState(Self.ways[$0].program(program), answer: answer) }
                findings.add(InterleavingExplorer(state), choice.map { Self.ways[$0].name })
                if scope.fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    /// Whatever receivers do, in whichever of the engines.
    private static func exploreAnswers(_ scope: Scope) -> Findings {
        var findings = Findings()
        for engine in 0..<scope.engines {
            for kind in [.report(.didAppear), .report(.didDisappear), .stop] as [Answer.Kind] {
                findings.add(explore(scope, answer: Answer(kind: kind, engine: engine)))
                if scope.fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    /// Receivers that let go of their engine; nobody else holds it then.
    private static func exploreLeaving(_ scope: Scope) -> Findings {
        var findings = Findings()
        for engine in 0..<scope.engines {
            for report in [.didAppear, .didDisappear] as [ProtocolState.Report] {
                let answer = Answer(kind: .reportAndLeave(report), engine: engine)
                findings.add(explore(scope, answer: answer, ways: waysWithoutEngine))
                if scope.fault != nil, !findings.faults.isEmpty { return findings }
            }
        }
        return findings
    }

    // How many states there are is known: with fewer something has not been tried.

    private func check(_ name: String, _ findings: Findings, starts: Int, states: Int) {
        Proof.claim("all interleavings of \(name): \(findings)")
        #expect(findings.faults.first == nil)
        #expect(findings.starts == starts)
        #expect(findings.states == states)
    }

    @Test("Whatever two threads do, in whatever interleaving")
    func twoThreads() {
        check("2 threads", Self.explore(Scope()), starts: 168, states: 2_111)
    }

    @Test("Whatever three threads do, in whatever interleaving")
    func threeThreads() {
        check("3 threads", Self.explore(Scope(threads: 3)), starts: 504, states: 27_258)
    }

    @Test("Receivers that report or stop, in whatever interleaving")
    func reentrantReceivers() {
        check(
            "2 threads whose receivers report or stop", Self.exploreAnswers(Scope(isWatched: true)), starts: 504,
            states: 12_340)
    }

    @Test("Two engines on one notifier, whose page changes for both")
    func twoEngines() {
        check(
            "2 threads and 2 engines", Self.explore(Scope(engines: 2, isWatched: true)), starts: 168, states: 10_021)
    }

    @Test("Two engines on one notifier whose receivers report or stop", .enabled(if: Proof.isAsked))
    func reentrantReceiversOfTwoEngines() {
        check(
            "2 threads and 2 engines whose receivers report or stop",
            Self.exploreAnswers(Scope(engines: 2, isWatched: true)), starts: 1_008, states: 78_891)
    }

    @Test("Receivers that let go of their engine, in whatever interleaving")
    func leavingReceivers() {
        check(
            "2 threads and 2 engines whose receivers let go of theirs",
            Self.exploreLeaving(Scope(engines: 2, isWatched: true)), starts: 240, states: 20_259)
    }

    @Test("Receivers of three threads that report or stop, in whatever interleaving", .enabled(if: Proof.isAsked))
    func reentrantReceiversOfThreeThreads() {
        check(
            "3 threads whose receivers report or stop", Self.exploreAnswers(Scope(threads: 3, isWatched: true)),
            starts: 1_512, states: 312_018)
    }

    @Test("Three threads and two engines, in whatever interleaving", .enabled(if: Proof.isAsked))
    func threeThreadsAndTwoEngines() {
        check(
            "3 threads and 2 engines", Self.explore(Scope(threads: 3, engines: 2, isWatched: true)), starts: 504,
            states: 448_956)
    }

    @Test("Every fault that is put in is found", arguments: Fault.allCases)
    func seededFaults(fault: Fault) {
        let findings =
            switch fault {
            case .reportsNotOrdered: Self.explore(Scope(engines: 2, fault: fault))
            case .lockHeldInReceiver, .stopWaitsForItself: Self.exploreAnswers(Scope(threads: 1, fault: fault))
            case .othersForgotten, .deliveredInsideACall:
                Self.exploreAnswers(Scope(threads: 1, engines: 2, fault: fault))
            case .newsLeftBehind: Self.exploreAnswers(Scope(engines: 2, isWatched: true, fault: fault))
            case .aloneWhileOneDelivers: Self.exploreLeaving(Scope(engines: 2, fault: fault))
            default: Self.explore(Scope(fault: fault))
            }
        #expect(!findings.faults.isEmpty)
        // By what it does, without the steps that lead there.
        let effect = findings.faults.first?.split(separator: " after [").first ?? ""
        Proof.claim("fault put into the protocol is found: \(fault), \(effect)")
    }
}

/// What explorations found, together.
struct Findings: CustomStringConvertible {
    /// From how many beginnings, with how many choices of threads.
    var starts = 0
    var states = 0
    var transitions = 0
    var interleavings = 0.0
    var faults: [String] = []

    mutating func add(_ explorer: InterleavingExplorer<some Interleaved>, _ names: [String]) {
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
