/// One step of a thread, during which no other thread does anything.
enum Instruction: Hashable {
    case lock(Lock)
    case unlock(Lock)
    /// The page's state changes, and the change is counted (`PageViewNotifier.change`).
    case set(isReady: Bool)
    /// What the notifier says now is taken along.
    case readState
    /// Who listens is taken along.
    case readListeners
    /// The engine listens from now on (`PageViewNotifier.bind`).
    case bind(engine: Int)
    /// Goes on if the engine listened, or else elsewhere.
    case goOnIfBound(engine: Int, orSkip: Int)
    /// The engine knows who speaks for the page, and has heard nothing (`EngineModel.bind`).
    case expect(engine: Int)
    /// The engine hears what was taken along (`EngineModel.hear`).
    case hear(engine: Int)
    /// The engine follows a report (`EngineModel.apply`).
    case apply(ProtocolState.Report, engine: Int)
    /// The engine ends everything (`EngineModel.stop`).
    case stop(engine: Int)
    /// The engine begins again what is visible (`EngineModel.start`).
    case start(engine: Int)
    /// What there is to tell goes to the outbox (`EngineCore.State.collect`).
    case putDown(engine: Int)
    /// Goes on if something waited in an outbox, or else elsewhere.
    case goOnIfDue(orSkip: Int)
    /// Delivers for all from now on, or leaves it to the delivery that it is inside (`startDelivering`).
    case startDelivering(orSkip: Int)
    /// Has delivered for all, unless there is more by now (`stopDelivering`).
    case stopDelivering(orRepeat: Int)
    /// Becomes the drainer (`Outbox.startDraining`), or goes on behind the delivery.
    case startDraining(engine: Int, orSkip: Int)
    /// Takes what waits (`Outbox.nextBatch`), or is discharged and goes on behind the delivery.
    case takeBatch(engine: Int, orSkip: Int)
    /// A receiver is called with the next record of the batch, or none is left.
    case enterReceiver(engine: Int, orSkip: Int)
    case leaveReceiver(engine: Int)
    case jump(Int)
    /// Goes elsewhere if it is inside a delivery (`LifecycleNotifier.isDelivering`).
    case skipIfDelivering(to: Int)
    /// Waits until nobody else delivers (`EngineCore.stop`).
    case awaitDelivered(engine: Int)
    /// The stop returns.
    case stopped(engine: Int, hasWaited: Bool)

    // What only faulty programs do.

    /// Hears whatever comes, however old it is.
    case hearWithoutRevision(engine: Int)
    /// Changes the page's state, and counts it in a later step.
    case setWithoutCounting(isReady: Bool)
    case countChange
    case readPage
    case readRevision
    /// Leaves it to the delivery that it is inside, and tells it nothing.
    case startDeliveringWithoutMore(orSkip: Int)
    /// Delivers, inside a delivery or not.
    case startDeliveringAnyway
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
            // A thread that waits for its own delivery waits for ever; only the faulty one does.
            guard threads[thread].fault != .stopWaitsForItself else { return engines[engine].drainer == nil }
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
        case .set, .setWithoutCounting, .countChange, .readState, .readPage, .readRevision, .readListeners, .bind,
            .goOnIfBound:
            talk(instruction, thread)
        case .expect, .hear, .hearWithoutRevision, .apply, .stop, .start, .putDown: input(instruction, thread)
        case .startDraining, .takeBatch, .takeBatchAndDischarge, .takeBatchOrSkip, .discharge, .enterReceiver,
            .leaveReceiver:
            deliver(instruction, thread)
        case .goOnIfDue, .startDelivering, .startDeliveringWithoutMore, .startDeliveringAnyway, .stopDelivering,
            .skipIfDelivering:
            deliverForAll(instruction, thread)
        case .jump(let target): threads[thread].call.at = target
        case .awaitDelivered: break
        case .stopped(let engine, let hasWaited):
            guard engines[engine].starts == threads[thread].call.starts else { return }
            engines[engine].emittedAtStop = engines[engine].emitted.count
            if hasWaited { engines[engine].isDeliveredAtStop = true }
        }
    }

    /// What a notifier does, and who speaks to it.
    private mutating func talk(_ instruction: Instruction, _ thread: Int) {
        switch instruction {
        case .set(let isReady):
            notifier.isReady = isReady
            notifier.revision += 1
        case .setWithoutCounting(let isReady): notifier.isReady = isReady
        case .countChange: notifier.revision += 1
        case .readState:
            threads[thread].call.isReady = notifier.isReady
            threads[thread].call.revision = notifier.revision
        case .readPage: threads[thread].call.isReady = notifier.isReady
        case .readRevision: threads[thread].call.revision = notifier.revision
        case .readListeners: threads[thread].call.bound = notifier.bound
        case .bind(let engine): notifier.bound.insert(engine)
        case .goOnIfBound(let engine, let skip):
            if !threads[thread].call.bound.contains(engine) { threads[thread].call.at = skip }
        default: break
        }
    }

    private mutating func input(_ instruction: Instruction, _ thread: Int) {
        switch instruction {
        case .expect(let engine):
            if !engines[engine].isExpecting { engines[engine].heard = 0 }
            engines[engine].isExpecting = true
        case .hear(let engine):
            if threads[thread].call.revision > engines[engine].heard { hear(thread, engine) }
        case .hearWithoutRevision(let engine):
            if engines[engine].isExpecting { hear(thread, engine) }
        case .apply(let report, let engine): threads[thread].call.told += engines[engine].apply(report)
        case .stop(let engine):
            threads[thread].call.told += engines[engine].stop()
            threads[thread].call.starts = engines[engine].starts
        case .start(let engine): threads[thread].call.told += engines[engine].start()
        case .putDown(let engine):
            engines[engine].waiting += threads[thread].call.told
            threads[thread].call.told = []
            if !engines[engine].waiting.isEmpty { threads[thread].call.isDue = true }
        default: break
        }
    }

    private mutating func hear(_ thread: Int, _ engine: Int) {
        engines[engine].heard = threads[thread].call.revision
        engines[engine].isReady = threads[thread].call.isReady
        threads[thread].call.told += engines[engine].countIfReady()
    }

    private mutating func deliverForAll(_ instruction: Instruction, _ thread: Int) {
        switch instruction {
        case .goOnIfDue(let skip):
            if !threads[thread].call.isDue { threads[thread].call.at = skip }
            threads[thread].call.isDue = false
        case .startDelivering(let skip), .startDeliveringWithoutMore(let skip):
            if deliverers[thread] == nil {
                deliverers[thread] = false
            } else {
                if case .startDelivering = instruction { deliverers[thread] = true }
                threads[thread].call.at = skip
            }
        case .startDeliveringAnyway: deliverers[thread] = false
        case .stopDelivering(let target):
            if deliverers[thread] == true {
                deliverers[thread] = false
                threads[thread].call.at = target
            } else {
                deliverers[thread] = nil
            }
        case .skipIfDelivering(let target): if deliverers[thread] != nil { threads[thread].call.at = target }
        default: break
        }
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
        default: break
        }
    }

    private mutating func takeBatch(_ engine: Int, _ thread: Int) -> Bool {
        guard !engines[engine].waiting.isEmpty else { return false }
        swap(&threads[thread].call.batch, &engines[engine].waiting)
        return true
    }

    /// A receiver that reports or stops does so in the middle of its own call.
    private mutating func answer(_ thread: Int, _ engine: Int) {
        guard let answer = threads[thread].answer, answer.engine == engine,
            case .pageView = engines[engine].delivered.last
        else { return }
        threads[thread].answer = nil
        let fault = threads[thread].fault
        let program =
            switch answer.deed {
            case .report(let report): Program.report(report, engines: engines.count, fault)
            case .stop: Program.stop(engines: engines.count, fault)
            }
        threads[thread].calls.append(Call(program))
    }
}

extension ProtocolState.Engine {
    mutating func apply(_ report: ProtocolState.Report) -> [ProtocolState.Record] {
        applied.append(report)
        switch report {
        case .didAppear:
            isShown = true
            return begin()
        case .didDisappear:
            isShown = false
            return end()
        }
    }

    private mutating func begin() -> [ProtocolState.Record] {
        guard isRunning, !isLive else { return [] }
        appearances += 1
        isLive = true
        isCounted = false
        return countIfReady()
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

    mutating func start() -> [ProtocolState.Record] {
        guard !isRunning else { return [] }
        isRunning = true
        starts += 1
        // Whatever stopped it before has no say any more.
        emittedAtStop = nil
        isDeliveredAtStop = false
        return isShown ? begin() : []
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
