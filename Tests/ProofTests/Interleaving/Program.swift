/// What a call does, step by step, as the real code does it.
struct Program {
    /// A fault that the protocol must not have; each is one that a hurried hand could write.
    enum Fault: CaseIterable {
        /// The engine's lock is let go between deciding and putting down what is to be told.
        case lockReleasedBeforeHandOver
        /// A message of the notifier is used although a newer one has been heard.
        case revisionIgnored
        /// A notifier changes under its lock, and counts the change under it once more.
        case revisionTakenApart
        /// The drainer is discharged when it takes a batch, not when nothing is left.
        case drainerDischargedEarly
        /// The drainer sees that nothing is left and is discharged in two steps.
        case drainerDischargedLate
        /// A stop returns without waiting for a delivery on another thread.
        case stopDoesNotWait
        /// A stop from inside a receiver waits like any other.
        case stopWaitsForItself
        /// A declaration asks what the notifier says before it listens to it.
        case readBeforeBinding
        /// Reports to several engines are not applied under one lock.
        case reportsNotOrdered
        /// A notifier reads who listens, and lets go of its lock before it changes.
        case listenersReadEarly
        /// An engine's lock is held while a receiver runs.
        case lockHeldInReceiver
        /// That a receiver has caused more, for whomever, is not remembered until its call has returned.
        case hasMoreLost
        /// What a receiver has caused is delivered to others in the middle of its call.
        case deliveredInsideACall
    }

    private let engines: Int
    private let fault: Fault?
    private var steps: [Instruction] = []

    private init(_ engines: Int, _ fault: Fault?) {
        self.engines = engines
        self.fault = fault
    }

    /// A framework reports (`LifecycleNotifier.report`).
    static func report(_ report: ProtocolState.Report, engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program = Program(engines, fault)
        if fault != .reportsNotOrdered { program.add(.lock(.reports)) }
        for engine in 0..<engines { program.input(.apply(report, engine: engine), engine) }
        if fault == .reportsNotOrdered { program.add(.lock(.reports)) }
        let isDue = program.reserve()
        program.deliverAll()
        // Where nothing is due the lock is let go, which is the last that a delivery does.
        program.steps[isDue] = .goOnIfDue(orSkip: program.steps.count - 1)
        return program.steps
    }

    /// A page's state is set (`PageViewNotifier.change`).
    static func set(isReady: Bool, engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program = Program(engines, fault)
        program.add(.lock(.notifier))
        switch fault {
        case .listenersReadEarly:
            program.add(.readListeners, .unlock(.notifier), .lock(.notifier), .set(isReady: isReady), .readState)
        case .revisionTakenApart:
            program.add(.setWithoutCounting(isReady: isReady), .readPage, .unlock(.notifier))
            program.add(.lock(.notifier), .countChange, .readRevision, .readListeners)
        default:
            program.add(.set(isReady: isReady), .readListeners, .readState)
        }
        program.add(.unlock(.notifier))
        for engine in 0..<engines {
            let isBound = program.reserve()
            program.apply(
                fault == .revisionIgnored ? .hearWithoutRevision(engine: engine) : .hear(engine: engine), engine)
            program.steps[isBound] = .goOnIfBound(engine: engine, orSkip: program.steps.count)
        }
        return program.steps
    }

    /// A page is declared to each engine (`PageViewEngine.declare`).
    static func declare(engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program = Program(engines, fault)
        for engine in 0..<engines {
            program.apply(.expect(engine: engine), engine)
            program.add(.lock(.notifier))
            if fault == .readBeforeBinding {
                program.add(.readState, .unlock(.notifier), .lock(.notifier), .bind(engine: engine))
            } else {
                program.add(.bind(engine: engine), .readState)
            }
            program.add(.readListeners, .unlock(.notifier))
            program.apply(.hear(engine: engine), engine)
        }
        return program.steps
    }

    /// An engine is stopped (`PageViewEngine.stop`).
    static func stop(engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program = Program(engines, fault)
        program.apply(.stop(engine: 0), 0)
        program.add(.lock(.reports))
        let isInside = program.reserve()
        program.add(.unlock(.reports))
        if fault != .stopDoesNotWait { program.add(.awaitDelivered(engine: 0)) }
        program.add(.stopped(engine: 0, hasWaited: true))
        let end = program.reserve()
        if fault != .stopWaitsForItself { program.steps[isInside] = .skipIfDelivering(to: program.steps.count) }
        program.add(.unlock(.reports), .stopped(engine: 0, hasWaited: false))
        program.steps[end] = .jump(program.steps.count)
        return program.steps
    }

    /// An engine is started again (`PageViewEngine.start`), counting what is visible.
    static func start(engines: Int = 1, _ fault: Fault? = nil) -> [Instruction] {
        var program = Program(engines, fault)
        program.apply(.start(engine: 0), 0)
        return program.steps
    }

    private mutating func add(_ more: Instruction...) { steps += more }

    /// A step that is known later, when it is known how far it leads; until then it leads to the next one.
    private mutating func reserve() -> Int {
        add(.jump(steps.count + 1))
        return steps.count - 1
    }

    /// An input is applied, and what waits is delivered if there is something (`EngineCore.apply`).
    private mutating func apply(_ instruction: Instruction, _ engine: Int) {
        input(instruction, engine)
        let isDue = reserve()
        add(.lock(.reports))
        deliverAll()
        steps[isDue] = .goOnIfDue(orSkip: steps.count)
    }

    /// An input is applied whole, under the engine's lock.
    private mutating func input(_ instruction: Instruction, _ engine: Int) {
        let lock = Lock.engine(engine)
        add(.lock(lock), instruction)
        if fault == .lockReleasedBeforeHandOver { add(.unlock(lock), .lock(lock)) }
        add(.putDown(engine: engine), .unlock(lock))
    }

    /// What waits for any engine is delivered, unless this thread is inside a delivery, which goes on with it later
    /// (`LifecycleNotifier.deliverAll`). Begins with the lock of reports held, and ends by letting it go.
    private mutating func deliverAll() {
        let start = reserve()
        let again = steps.count
        add(.unlock(.reports))
        for engine in 0..<engines { deliver(engine) }
        add(.lock(.reports), .stopDelivering(orRepeat: again))
        let end = steps.count
        add(.unlock(.reports))
        switch fault {
        case .hasMoreLost: steps[start] = .startDeliveringWithoutMore(orSkip: end)
        case .deliveredInsideACall: steps[start] = .startDeliveringAnyway
        default: steps[start] = .startDelivering(orSkip: end)
        }
    }

    /// What waits for an engine is delivered, unless another thread does so (`EngineCore.deliver`).
    private mutating func deliver(_ engine: Int) {
        let lock = Lock.engine(engine)
        let start = steps.count
        switch fault {
        case .drainerDischargedLate:
            add(.lock(lock), .startDraining(engine: engine, orSkip: start + 12), .unlock(lock))
            add(.lock(lock), .takeBatchOrSkip(engine: engine, orSkip: start + 9), .unlock(lock))
            add(.enterReceiver(engine: engine, orSkip: start + 3), .leaveReceiver(engine: engine), .jump(start + 6))
            add(.unlock(lock), .lock(lock), .discharge(engine: engine), .unlock(lock))
        case .lockHeldInReceiver:
            add(.lock(lock), .startDraining(engine: engine, orSkip: start + 6))
            add(.takeBatch(engine: engine, orSkip: start + 6))
            add(.enterReceiver(engine: engine, orSkip: start + 2), .leaveReceiver(engine: engine), .jump(start + 3))
            add(.unlock(lock))
        default:
            add(.lock(lock), .startDraining(engine: engine, orSkip: start + 9), .unlock(lock), .lock(lock))
            add(
                fault == .drainerDischargedEarly
                    ? .takeBatchAndDischarge(engine: engine, orSkip: start + 9)
                    : .takeBatch(engine: engine, orSkip: start + 9))
            add(.unlock(lock))
            add(.enterReceiver(engine: engine, orSkip: start + 3), .leaveReceiver(engine: engine), .jump(start + 6))
            add(.unlock(lock))
        }
    }
}
