/// One step of a thread, during which no other thread does anything.
enum Instruction: Hashable {
    case lock(Lock)
    case unlock(Lock)
    /// The page's state changes (`PageViewNotifier.change`).
    case set(isReady: Bool)
    /// What the notifier says now is taken along.
    case readState
    /// Whether anybody listens is taken along.
    case readListeners
    /// The engine listens from now on (`PageViewNotifier.bind`).
    case bind
    /// The engine knows who speaks for the page, and has heard nothing (`EngineModel.bind`).
    case expect(engine: Int)
    /// The engine hears what was taken along (`EngineModel.hear`).
    case hear(engine: Int)
    /// The engine follows a report (`EngineModel.apply`).
    case apply(ProtocolState.Report, engine: Int)
    /// The engine ends everything (`EngineModel.stop`).
    case stop(engine: Int)
    /// What there is to tell goes to the outbox (`EngineCore.State.collect`).
    case putDown(engine: Int)
    /// Becomes the drainer (`Outbox.startDraining`), or goes on behind the delivery.
    case startDraining(engine: Int, orSkip: Int)
    /// Takes what waits (`Outbox.nextBatch`), or is discharged and goes on behind the delivery.
    case takeBatch(engine: Int, orSkip: Int)
    /// A receiver is called with the next record of the batch, or none is left.
    case enterReceiver(engine: Int, orSkip: Int)
    case leaveReceiver(engine: Int)
    case jump(Int)
    /// Waits until nobody else delivers (`EngineCore.stop`).
    case awaitDelivered(engine: Int)
    /// The stop returns.
    case stopped(engine: Int)

    // What only faulty programs do.

    /// Hears whatever comes, however old it is.
    case hearWithoutRevision(engine: Int)
    /// Takes a batch and is discharged although it has not delivered it.
    case takeBatchAndDischarge(engine: Int, orSkip: Int)
    /// Looks whether something waits, to be discharged in a later step.
    case takeBatchOrSkip(engine: Int, orSkip: Int)
    case discharge(engine: Int)
}

extension ProtocolState {
    /// Whether a thread can take its next step.
    func canStep(_ thread: Int) -> Bool {
        guard !threads[thread].isDone else { return false }
        let call = threads[thread].call
        switch call.program[call.at] {
        case .lock(let lock): return holders[lock] == nil
        case .awaitDelivered(let engine):
            return holders[.engine(engine)] == nil && (engines[engine].drainer ?? thread) == thread
        default: return true
        }
    }

    /// Takes the next step of a thread.
    mutating func step(_ thread: Int) {
        let instruction = threads[thread].call.program[threads[thread].call.at]
        threads[thread].call.at += 1
        defer { threads[thread].returnFromEnded() }
        switch instruction {
        case .lock(let lock): holders[lock] = thread
        case .unlock(let lock): holders[lock] = nil
        case .set(let isReady):
            notifier.isReady = isReady
            notifier.revision += 1
        case .readState:
            threads[thread].call.isReady = notifier.isReady
            threads[thread].call.revision = notifier.revision
        case .readListeners: threads[thread].call.isBound = notifier.isBound
        case .bind: notifier.isBound = true
        case .expect(let engine):
            if !engines[engine].isExpecting { engines[engine].heard = 0 }
            engines[engine].isExpecting = true
        case .hear(let engine):
            if threads[thread].call.isBound, threads[thread].call.revision > engines[engine].heard {
                hear(thread, engine)
            }
        case .hearWithoutRevision(let engine):
            if hears(thread, engine) { hear(thread, engine) }
        case .apply(let report, let engine): threads[thread].call.told += engines[engine].apply(report)
        case .stop(let engine): threads[thread].call.told += engines[engine].stop()
        case .putDown(let engine):
            engines[engine].waiting += threads[thread].call.told
            threads[thread].call.told = []
        default: deliver(instruction, thread)
        }
    }

    private func hears(_ thread: Int, _ engine: Int) -> Bool {
        threads[thread].call.isBound && engines[engine].isExpecting
    }

    private mutating func hear(_ thread: Int, _ engine: Int) {
        engines[engine].heard = threads[thread].call.revision
        engines[engine].isReady = threads[thread].call.isReady
        threads[thread].call.told += engines[engine].countIfReady()
    }

    private mutating func deliver(_ instruction: Instruction, _ thread: Int) {
        switch instruction {
        case .startDraining(let engine, let skip):
            if engines[engine].drainer == nil, !engines[engine].waiting.isEmpty {
                engines[engine].drainer = thread
            } else {
                threads[thread].call.at = skip
            }
        case .takeBatch(let engine, let skip):
            if !takeBatch(engine, thread) {
                engines[engine].drainer = nil
                threads[thread].call.at = skip
            }
        case .takeBatchAndDischarge(let engine, let skip):
            engines[engine].drainer = nil
            if !takeBatch(engine, thread) { threads[thread].call.at = skip }
        case .takeBatchOrSkip(let engine, let skip):
            if !takeBatch(engine, thread) { threads[thread].call.at = skip }
        case .discharge(let engine): engines[engine].drainer = nil
        case .enterReceiver(let engine, let skip):
            if threads[thread].call.batch.isEmpty {
                threads[thread].call.at = skip
            } else {
                engines[engine].delivered.append(threads[thread].call.batch.removeFirst())
                engines[engine].inReceiver.insert(thread)
                answer(thread, engine)
            }
        case .leaveReceiver(let engine): engines[engine].inReceiver.remove(thread)
        case .jump(let target): threads[thread].call.at = target
        case .stopped(let engine): engines[engine].emittedAtStop = engines[engine].emitted.count
        default: break
        }
    }

    private mutating func takeBatch(_ engine: Int, _ thread: Int) -> Bool {
        guard !engines[engine].waiting.isEmpty else { return false }
        swap(&threads[thread].call.batch, &engines[engine].waiting)
        return true
    }

    /// A receiver that reports does so in the middle of its own call.
    private mutating func answer(_ thread: Int, _ engine: Int) {
        guard let report = threads[thread].answer, case .pageView = engines[engine].delivered.last else { return }
        threads[thread].answer = nil
        threads[thread].calls.append(Call(Program.report(report, engines: engines.count)))
    }
}

extension ProtocolState.Engine {
    mutating func apply(_ report: ProtocolState.Report) -> [ProtocolState.Record] {
        applied.append(report)
        switch report {
        case .didAppear:
            guard isRunning, !isLive else { return [] }
            appearances += 1
            isLive = true
            isCounted = false
            return countIfReady()
        case .didDisappear:
            return end()
        }
    }

    mutating func countIfReady() -> [ProtocolState.Record] {
        guard isLive, isReady, !isCounted else { return [] }
        isCounted = true
        sequence += 1
        return emit(.pageView(appearance: appearances, sequence: sequence))
    }

    mutating func stop() -> [ProtocolState.Record] {
        let records = end()
        isRunning = false
        return records
    }

    private mutating func end() -> [ProtocolState.Record] {
        guard isLive else { return [] }
        isLive = false
        return emit(.leave(appearance: appearances, isCounted: isCounted))
    }

    private mutating func emit(_ record: ProtocolState.Record) -> [ProtocolState.Record] {
        emitted.append(record)
        return [record]
    }
}
