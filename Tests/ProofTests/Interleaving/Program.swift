/// What a call does, step by step, as the real code does it.
enum Program {
    /// A fault that the protocol must not have; each is one that a hurried hand could write.
    enum Fault: CaseIterable {
        /// The engine's lock is let go between deciding and putting down what is to be told.
        case lockReleasedBeforeHandOver
        /// A message of the notifier is used although a newer one has been heard.
        case revisionIgnored
        /// The drainer is discharged when it takes a batch, not when nothing is left.
        case drainerDischargedEarly
        /// The drainer sees that nothing is left and is discharged in two steps.
        case drainerDischargedLate
        /// A stop returns without waiting for a delivery on another thread.
        case stopDoesNotWait
        /// A declaration asks what the notifier says before it listens to it.
        case readBeforeBinding
        /// Reports to several engines are not applied under one lock.
        case reportsNotOrdered
        /// A notifier reads who listens, and lets go of its lock before it changes.
        case listenersReadEarly
        /// An engine's lock is held while a receiver runs.
        case lockHeldInReceiver
    }

    /// A framework reports (`LifecycleNotifier.report`).
    static func report(_ report: ProtocolState.Report, engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program: [Instruction] = fault == .reportsNotOrdered ? [] : [.lock(.reports)]
        for engine in 0..<engines { program += input(.apply(report, engine: engine), engine, fault) }
        if fault != .reportsNotOrdered { program.append(.unlock(.reports)) }
        for engine in 0..<engines { program += delivery(engine, at: program.count, fault) }
        return program
    }

    /// A page's state is set (`PageViewNotifier.state`).
    static func set(isReady: Bool, _ fault: Fault? = nil) -> [Instruction] {
        var program: [Instruction] =
            fault == .listenersReadEarly
            ? [.lock(.notifier), .readListeners, .unlock(.notifier), .lock(.notifier), .set(isReady: isReady)]
            : [.lock(.notifier), .set(isReady: isReady), .readListeners]
        program += [.readState, .unlock(.notifier)]
        program += input(fault == .revisionIgnored ? .hearWithoutRevision(engine: 0) : .hear(engine: 0), 0, fault)
        return program + delivery(0, at: program.count, fault)
    }

    /// A page is declared (`PageViewEngine.declare`).
    static func declare(_ fault: Fault? = nil) -> [Instruction] {
        var program = input(.expect(engine: 0), 0, fault) + [.lock(.notifier)]
        program +=
            fault == .readBeforeBinding
            ? [.readState, .unlock(.notifier), .lock(.notifier), .bind] : [.bind, .readState]
        program.append(.readListeners)
        program += [.unlock(.notifier)] + input(.hear(engine: 0), 0, fault)
        return program + delivery(0, at: program.count, fault)
    }

    /// An engine is stopped (`PageViewEngine.stop`).
    static func stop(_ fault: Fault? = nil) -> [Instruction] {
        var program = input(.stop(engine: 0), 0, fault)
        program += delivery(0, at: program.count, fault)
        if fault != .stopDoesNotWait { program.append(.awaitDelivered(engine: 0)) }
        return program + [.stopped(engine: 0)]
    }

    /// An input is applied whole, under the engine's lock (`EngineCore.apply`).
    private static func input(_ instruction: Instruction, _ engine: Int, _ fault: Fault?) -> [Instruction] {
        let lock = Lock.engine(engine)
        let handOver: [Instruction] =
            fault == .lockReleasedBeforeHandOver ? [.unlock(lock), .lock(lock)] : []
        return [.lock(lock), instruction] + handOver + [.putDown(engine: engine), .unlock(lock)]
    }

    /// What waits is delivered, unless another thread does so (`EngineCore.deliver`).
    private static func delivery(_ engine: Int, at start: Int, _ fault: Fault?) -> [Instruction] {
        let lock = Lock.engine(engine)
        switch fault {
        case .drainerDischargedLate:
            return [
                .lock(lock), .startDraining(engine: engine, orSkip: start + 12), .unlock(lock),
                .lock(lock), .takeBatchOrSkip(engine: engine, orSkip: start + 9), .unlock(lock),
                .enterReceiver(engine: engine, orSkip: start + 3), .leaveReceiver(engine: engine), .jump(start + 6),
                .unlock(lock), .lock(lock), .discharge(engine: engine), .unlock(lock),
            ]
        case .lockHeldInReceiver:
            return [
                .lock(lock), .startDraining(engine: engine, orSkip: start + 6),
                .takeBatch(engine: engine, orSkip: start + 6),
                .enterReceiver(engine: engine, orSkip: start + 2), .leaveReceiver(engine: engine), .jump(start + 3),
                .unlock(lock),
            ]
        default:
            let take: Instruction =
                fault == .drainerDischargedEarly
                ? .takeBatchAndDischarge(engine: engine, orSkip: start + 9)
                : .takeBatch(engine: engine, orSkip: start + 9)
            return [
                .lock(lock), .startDraining(engine: engine, orSkip: start + 9), .unlock(lock),
                .lock(lock), take, .unlock(lock),
                .enterReceiver(engine: engine, orSkip: start + 3), .leaveReceiver(engine: engine), .jump(start + 6),
                .unlock(lock),
            ]
        }
    }
}
