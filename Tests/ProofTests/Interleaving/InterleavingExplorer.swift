/// Walks every interleaving of some threads: from each state, each thread that can take a step takes it.
struct InterleavingExplorer {
    private(set) var states = 0
    private(set) var transitions = 0
    /// How many ways there are through it, from the beginning to an end.
    private(set) var interleavings = 0.0
    /// What went wrong, each with the order of the threads' steps that leads there; none if nothing can.
    private(set) var faults: [String] = []

    private var ways: [ProtocolState: Double] = [:]

    init(_ start: ProtocolState) {
        interleavings = walk(start, [])
        states = ways.count
    }

    /// How many ways lead on from a state.
    private mutating func walk(_ state: ProtocolState, _ steps: [Int]) -> Double {
        if let known = ways[state] { return known }
        for fault in state.faults { faults.append("\(fault) after \(steps)") }
        let ready = state.threads.indices.filter { state.canStep($0) }
        var count = 0.0
        if ready.isEmpty {
            count = 1
            for fault in state.faultsAtTheEnd { faults.append("\(fault) after \(steps)") }
        }
        for thread in ready where faults.isEmpty {
            var next = state
            next.step(thread)
            transitions += 1
            count += walk(next, steps + [thread])
        }
        ways[state] = count
        return count
    }
}

extension ProtocolState {
    /// What is wrong in this state, whatever comes.
    var faults: [String] {
        var faults: [String] = []
        for (number, engine) in engines.enumerated() {
            // A receiver that reports is inside its own call; two threads never are.
            if engine.inReceiver.count > 1 { faults.append("engine \(number): two deliveries at a time") }
            if !engine.emitted.starts(with: engine.delivered) { faults.append("engine \(number): order of delivery") }
            if let emitted = engine.emittedAtStop {
                if engine.emitted.count != emitted { faults.append("engine \(number): speaks after its stop") }
                if engine.isDeliveredAtStop, engine.delivered.count != emitted {
                    faults.append("engine \(number): delivers after its stop")
                }
            }
            let pageViews = engine.emitted.compactMap { if case .pageView(let id, _) = $0 { id } else { nil } }
            if Set(pageViews).count != pageViews.count { faults.append("engine \(number): counted twice") }
            if engine.isLive, engine.isReady, !engine.isCounted { faults.append("engine \(number): not counted") }
        }
        let insiders = engines.flatMap(\.inReceiver)
        if Set(insiders).count != insiders.count { faults.append("a receiver is called inside a call to another") }
        // Engines that follow one notifier have seen the same reports, but for the one that is being applied.
        if holders[.reports] == nil, Set(engines.map(\.applied)).count > 1 { faults.append("engines disagree") }
        return faults
    }

    /// What is wrong when no thread can go on.
    var faultsAtTheEnd: [String] {
        guard threads.allSatisfy(\.isDone) else { return ["deadlock"] }
        var faults: [String] = []
        for (number, engine) in engines.enumerated() {
            if engine.delivered != engine.emitted { faults.append("engine \(number): something is left undelivered") }
            if engine.drainer != nil { faults.append("engine \(number): somebody still delivers") }
        }
        for engine in notifier.bound where engines[engine].isReady != notifier.isReady {
            faults.append("engine \(engine): the last word was not heard")
        }
        if !deliverers.isEmpty { faults.append("somebody still delivers for all") }
        return faults
    }
}
