/// Walks every interleaving of some threads: from each state, each thread that can take a step takes it.
struct InterleavingExplorer<State: Interleaved> {
    private(set) var states = 0
    private(set) var transitions = 0
    /// How many ways there are through it, from the beginning to an end.
    private(set) var interleavings = 0.0
    /// What went wrong, each with the order of the threads' steps that leads there; none if nothing can.
    private(set) var faults: [String] = []

    private var ways: [State: Double] = [:]

    init(_ start: State) {
        interleavings = walk(start, [])
        states = ways.count
    }

    /// How many ways lead on from a state.
    private mutating func walk(_ state: State, _ steps: [Int]) -> Double {
        if let known = ways[state] { return known }
        for fault in state.faults { faults.append("\(fault) after \(steps)") }
        let choices = state.choices
        var count = 0.0
        if choices.isEmpty {
            count = 1
            for fault in state.faultsAtTheEnd { faults.append("\(fault) after \(steps)") }
        }
        for choice in choices where faults.isEmpty {
            var next = state
            next.take(choice)
            transitions += 1
            count += walk(next, steps + [choice])
        }
        ways[state] = count
        return count
    }
}

extension ProtocolState: Interleaved {
    var choices: [Int] { threads.indices.filter { canStep($0) } }

    mutating func take(_ choice: Int) { step(choice) }

    /// What is wrong in this state, whatever comes.
    var faults: [String] {
        var faults: [String] = []
        for (number, engine) in engines.enumerated() {
            for lane in Lane.allCases {
                // A receiver that reports is inside its own call; two threads never are.
                if engine[lane].inReceiver.count > 1 { faults.append("engine \(number): two deliveries at a time") }
                if !engine[lane].emitted.starts(with: engine[lane].delivered) {
                    faults.append("engine \(number): order of delivery")
                }
            }
            if let emitted = engine.emittedAtStop {
                if engine.records.emitted.count != emitted { faults.append("engine \(number): speaks after its stop") }
                if engine.isDeliveredAtStop, engine.records.delivered.count != emitted {
                    faults.append("engine \(number): delivers after its stop")
                }
            }
            let pageViews = engine.records.emitted.compactMap {
                if case .pageView(let id, _) = $0 { id } else { nil }
            }
            if Set(pageViews).count != pageViews.count { faults.append("engine \(number): counted twice") }
            if engine.isLive, engine.isReady, !engine.isCounted { faults.append("engine \(number): not counted") }
        }
        let insiders = engines.flatMap { engine in Lane.allCases.flatMap { engine[$0].inReceiver } }
        if Set(insiders).count != insiders.count { faults.append("a receiver is called inside a call to another") }
        return faults
    }

    /// What is wrong when no thread can go on.
    var faultsAtTheEnd: [String] {
        guard threads.allSatisfy(\.isDone) else { return ["deadlock"] }
        var faults: [String] = []
        for (number, engine) in engines.enumerated() {
            for lane in Lane.allCases {
                if engine[lane].delivered != engine[lane].emitted {
                    faults.append("engine \(number): something is left undelivered")
                }
                if engine[lane].drainer != nil { faults.append("engine \(number): somebody still delivers") }
            }
        }
        for engine in notifier.bound where !engines[engine].isGone && engines[engine].isReady != notifier.isReady {
            faults.append("engine \(engine): the last word was not heard")
        }
        if !deliverers.isEmpty { faults.append("somebody still delivers for others") }
        // Engines that follow one notifier have seen the same reports, in one order.
        if Set(followers.map { engines[$0].applied }).count > 1 { faults.append("engines disagree") }
        return faults
    }
}
