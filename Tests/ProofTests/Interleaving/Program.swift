/// What calls do, step by step, as the real code does it.
struct Program {
    private let engines: Int
    private let fault: Fault?

    init(engines: Int, _ fault: Fault? = nil) {
        self.engines = engines
        self.fault = fault
    }

    /// A framework reports (`LifecycleNotifier.report`).
    func report(_ report: ProtocolState.Report) -> [Deed] {
        guard fault == .reportsNotOrdered else { return [.report(report)] }
        return (0..<engines).map { .reportToOne(report, engine: $0, isLast: $0 == engines - 1) }
    }

    /// A page's state is set (`PageViewNotifier.change`).
    func set(isReady: Bool) -> [Deed] {
        let change: [Deed] =
            switch fault {
            case .listenersReadEarly: [.readListeners, .setAlone(isReady: isReady)]
            case .revisionTakenApart: [.setWithoutCounting(isReady: isReady), .count]
            default: [.set(isReady: isReady)]
            }
        return change + (0..<engines).flatMap { perform(.hearIfBound, $0) }
    }

    /// A page is declared to each engine (`PageViewEngine.declare`).
    func declare() -> [Deed] {
        (0..<engines).flatMap { engine in
            perform(.expect, engine)
                + (fault == .readBeforeBinding
                    ? [.readState, .bindWithoutReading(engine: engine)] : [.bind(engine: engine)])
                + perform(.hear, engine)
        }
    }

    /// An engine is stopped (`PageViewEngine.stop`).
    func stop() -> [Deed] {
        let wait: [Deed] =
            switch fault {
            case .stopDoesNotWait: [.askWhetherDelivering]
            case .stopWaitsForItself: [.awaitDelivered(engine: 0)]
            default: [.askWhetherDelivering, .awaitDelivered(engine: 0)]
            }
        return perform(.stop, 0) + wait + [.stopped(engine: 0)]
    }

    /// An engine is started again (`PageViewEngine.start`), counting what is visible.
    func start() -> [Deed] { perform(.start, 0) }

    /// The last reference to an engine goes (`PageViewEngine.deinit`).
    func leave(_ engine: Int) -> [Deed] { [.unfollow(engine: engine), .abandon(engine: engine)] }

    private func perform(_ input: Input, _ engine: Int) -> [Deed] {
        [.perform(input, engine: engine)] + (fault == .putDownLater ? [.putDown(engine: engine)] : [])
    }
}
