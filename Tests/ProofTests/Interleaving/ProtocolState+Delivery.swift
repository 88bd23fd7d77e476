/// Who delivers what.
extension ProtocolState {
    // MARK: Under the lock

    /// Takes a batch for a thread to deliver, where an engine is likely to have one (`startDelivering(first:)`).
    mutating func startDelivering(_ thread: Int, first own: Int) -> Due {
        if isAlone, !engines[own].hasWaiting { return .nothing }
        if deliverers.contains(thread), fault != .deliveredInsideACall { return .nothing }
        guard let lane = nextBatch(own, after: nil, thread) else { return .others }
        deliverers.insert(thread)
        return .own(own, lane)
    }

    /// The same where nobody is likelier than another (`startDelivering()`).
    mutating func startDelivering(_ thread: Int) -> Due {
        if deliverers.contains(thread), fault != .deliveredInsideACall { return .nothing }
        guard let due = waitingDelivery(thread) else { return .nothing }
        deliverers.insert(thread)
        return due
    }

    /// What a thread delivers after a batch (`nextDelivery`).
    private mutating func nextDelivery(after due: Due, _ thread: Int) -> Due {
        switch due {
        case .nothing: return .nothing
        case .others: return startDelivering(thread)
        case .own(let engine, let lane):
            if let lane = nextBatch(engine, after: lane, thread) { return .own(engine, lane) }
            deliverers.remove(thread)
            return isAlone || fault == .othersForgotten ? .nothing : .others
        case .batch(let engine, let lane):
            if let lane = nextBatch(engine, after: lane, thread) { return .batch(engine, lane) }
            if let next = waitingDelivery(thread) { return next }
            deliverers.remove(thread)
            return .nothing
        }
    }

    private mutating func waitingDelivery(_ thread: Int) -> Due? {
        for engine in followers {
            if let lane = nextBatch(engine, after: nil, thread) { return .batch(engine, lane) }
        }
        return nil
    }

    /// Takes a batch of an engine that waits and that nobody delivers (`EngineCore.nextBatch`).
    private mutating func nextBatch(_ engine: Int, after lane: Lane?, _ thread: Int) -> Lane? {
        // Who delivered news goes on with those, or is discharged, before it turns to the records.
        if lane == .news, fault != .newsLeftBehind, takeBatch(engine, .news, true, thread) { return .news }
        if takeBatch(engine, .records, lane == .records, thread) { return .records }
        if takeBatch(engine, .news, lane == .news && fault == .newsLeftBehind, thread) { return .news }
        return nil
    }

    private mutating func takeBatch(_ engine: Int, _ lane: Lane, _ isDrainer: Bool, _ thread: Int) -> Bool {
        guard isDrainer || engines[engine][lane].drainer == nil || fault == .batchTakenByAnother else { return false }
        guard !engines[engine][lane].waiting.isEmpty else {
            if isDrainer, fault != .drainerNotDischarged, fault != .drainerDischargedLate {
                engines[engine][lane].drainer = nil
            }
            return false
        }
        engines[engine][lane].drainer = fault == .drainerDischargedEarly ? nil : thread
        let batch = engines[engine][lane].batch
        engines[engine][lane].batch = engines[engine][lane].waiting
        engines[engine][lane].waiting = batch
        return true
    }

    // MARK: Under no lock

    /// The next step of a thread that has something to deliver (`LifecycleNotifier.deliver`).
    mutating func deliver(_ thread: Int) {
        let due = threads[thread].call.due
        guard let (engine, lane) = batch(of: due) else {
            threads[thread].call.due = nextDelivery(after: due, thread)
            return
        }
        switch threads[thread].call.stage {
        case .insideReceiver:
            engines[engine][lane].inReceiver.remove(thread)
            threads[thread].call.stage = .next
        case .discharging:
            if engines[engine][lane].drainer == thread { engines[engine][lane].drainer = nil }
            threads[thread].call.stage = .next
            deliverers.remove(thread)
            threads[thread].call.due = isAlone ? .nothing : .others
        case .next:
            guard !engines[engine][lane].batch.isEmpty else { return lookForMore(due, engine, lane, thread) }
            if fault == .lockHeldInReceiver { holder = thread }
            let record = engines[engine][lane].batch.removeFirst()
            engines[engine][lane].delivered.append(record)
            engines[engine][lane].inReceiver.insert(thread)
            threads[thread].call.stage = .insideReceiver
            answer(record, thread, engine)
        }
    }

    private func batch(of due: Due) -> (Int, Lane)? {
        switch due {
        case .own(let engine, let lane), .batch(let engine, let lane): (engine, lane)
        case .nothing, .others: nil
        }
    }

    private mutating func lookForMore(_ due: Due, _ engine: Int, _ lane: Lane, _ thread: Int) {
        if holder == thread { holder = nil }
        if fault == .drainerDischargedLate, engines[engine][lane].waiting.isEmpty {
            threads[thread].call.stage = .discharging
        } else {
            threads[thread].call.due = nextDelivery(after: due, thread)
        }
    }

    /// A receiver that reports, stops or lets go of its engine does so in the middle of its own call.
    private mutating func answer(_ record: Record, _ thread: Int, _ engine: Int) {
        guard let answer = threads[thread].answer, answer.engine == engine, case .pageView = record else { return }
        threads[thread].answer = nil
        let program = Program(engines: engines.count, fault)
        switch answer.kind {
        case .report(let report): threads[thread].calls.append(Call(program.report(report)))
        case .stop: threads[thread].calls.append(Call(program.stop()))
        case .reportAndLeave(let report):
            threads[thread].calls.append(Call(program.report(report) + program.leave(engine)))
        }
    }
}
