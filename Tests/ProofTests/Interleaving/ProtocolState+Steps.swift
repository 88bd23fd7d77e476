/// What threads do, a step at a time.
extension ProtocolState {
    /// Whether a thread can take its next step.
    func canStep(_ thread: Int) -> Bool {
        guard !threads[thread].isDone else { return false }
        let call = threads[thread].call
        guard call.stage != .insideReceiver else { return true }
        if let holder, holder != thread || call.due == .nothing { return false }
        guard call.due == .nothing, case .awaitDelivered(let engine) = call.program[call.at] else { return true }
        // A thread that waits for its own delivery waits for ever; only the faulty one does.
        return Lane.allCases.allSatisfy { lane in
            let drainer = engines[engine][lane].drainer
            return fault == .stopWaitsForItself ? drainer == nil : (drainer ?? thread) == thread
        }
    }

    /// Takes the next step of a thread.
    mutating func step(_ thread: Int) {
        defer { threads[thread].returnFromEnded() }
        guard threads[thread].call.due == .nothing else { return deliver(thread) }
        let deed = threads[thread].call.program[threads[thread].call.at]
        threads[thread].call.at += 1
        switch deed {
        case .report(let report):
            for engine in followers { engines[engine].apply(report) }
            threads[thread].call.due = startDelivering(thread)
        case .reportToOne(let report, let engine, let isLast):
            engines[engine].apply(report)
            if isLast { threads[thread].call.due = startDelivering(thread) }
        case .perform(let input, let engine): perform(input, engine, thread)
        case .putDown(let engine):
            engines[engine].putDown(threads[thread].call.decided)
            threads[thread].call.decided = []
            threads[thread].call.due = startDelivering(thread, first: engine)
        case .askWhetherDelivering: if deliverers.contains(thread) { threads[thread].call.at += 1 }
        case .awaitDelivered: threads[thread].call.hasWaited = true
        case .stopped(let engine): stopped(engine, thread)
        case .unfollow(let engine):
            followers.removeAll { $0 == engine }
            isAlone = followers.count == 1 && (deliverers.isEmpty || fault == .aloneWhileOneDelivers)
        case .abandon(let engine): engines[engine].abandon()
        default: talk(deed, thread)
        }
    }

    /// What a notifier does, and who speaks to it.
    private mutating func talk(_ deed: Deed, _ thread: Int) {
        switch deed {
        case .set(let isReady):
            change(to: isReady, thread)
            threads[thread].call.bound = notifier.bound
        case .setAlone(let isReady): change(to: isReady, thread)
        case .readListeners: threads[thread].call.bound = notifier.bound
        case .setWithoutCounting(let isReady):
            notifier.isReady = isReady
            threads[thread].call.isReady = isReady
        case .count:
            notifier.revision += 1
            threads[thread].call.revision = notifier.revision
            threads[thread].call.bound = notifier.bound
        case .bind(let engine):
            notifier.bound.insert(engine)
            read(thread)
        case .bindWithoutReading(let engine): notifier.bound.insert(engine)
        case .readState: read(thread)
        default: break
        }
    }

    private mutating func change(to isReady: Bool, _ thread: Int) {
        notifier.isReady = isReady
        notifier.revision += 1
        read(thread)
    }

    private mutating func read(_ thread: Int) {
        threads[thread].call.isReady = notifier.isReady
        threads[thread].call.revision = notifier.revision
    }

    private mutating func perform(_ input: Input, _ engine: Int, _ thread: Int) {
        let call = threads[thread].call
        if input == .hearIfBound, !call.bound.contains(engine) { return }
        let before = engines[engine]
        switch input {
        case .expect:
            if !engines[engine].isExpecting { engines[engine].heard = 0 }
            engines[engine].isExpecting = true
        case .hear, .hearIfBound:
            guard engines[engine].isExpecting else { break }
            if call.revision > engines[engine].heard || fault == .revisionIgnored {
                engines[engine].heard = call.revision
                engines[engine].isReady = call.isReady
                engines[engine].countIfReady()
                engines[engine].look()
            }
        case .stop:
            engines[engine].stop()
            threads[thread].call.starts = engines[engine].starts
        case .start: engines[engine].start()
        }
        guard fault == .putDownLater else {
            threads[thread].call.due = startDelivering(thread, first: engine)
            return
        }
        // Decided, but told to nobody yet.
        threads[thread].call.decided += Array(engines[engine].records.waiting[before.records.waiting.count...])
        engines[engine].records.waiting = before.records.waiting
    }

    private mutating func stopped(_ engine: Int, _ thread: Int) {
        guard engines[engine].starts == threads[thread].call.starts else { return }
        engines[engine].emittedAtStop = engines[engine].records.emitted.count
        if threads[thread].call.hasWaited || fault == .stopDoesNotWait { engines[engine].isDeliveredAtStop = true }
    }
}

extension ProtocolState.Engine {
    mutating func apply(_ report: ProtocolState.Report) {
        applied.append(report)
        switch report {
        case .didAppear:
            isShown = true
            begin()
        case .didDisappear:
            isShown = false
            end()
        }
        look()
    }

    private mutating func begin() {
        guard isRunning, !isLive else { return }
        appearances += 1
        isLive = true
        isCounted = false
        countIfReady()
    }

    mutating func countIfReady() {
        guard isLive, isReady, !isCounted else { return }
        isCounted = true
        sequence += 1
        emit(.pageView(appearance: appearances, sequence: sequence))
    }

    mutating func stop() {
        end()
        isRunning = false
        look()
    }

    mutating func start() {
        guard !isRunning, !isGone else { return }
        isRunning = true
        starts += 1
        // Whatever stopped it before has no say any more.
        emittedAtStop = nil
        isDeliveredAtStop = false
        if isShown { begin() }
        look()
    }

    private mutating func end() {
        guard isLive else { return }
        isLive = false
        emit(.leave(appearance: appearances, isCounted: isCounted))
    }

    private mutating func emit(_ record: ProtocolState.Record) {
        records.emitted.append(record)
        records.waiting.append(record)
    }

    /// What was decided earlier is put down.
    mutating func putDown(_ decided: [ProtocolState.Record]) { records.waiting += decided }

    /// Puts down what is news to those who follow the current page (`CurrentPageWatchers.look`).
    mutating func look() {
        let current = isLive ? appearances : nil
        guard isWatched, current != told else { return }
        told = current
        news.emitted.append(.news(current))
        news.waiting.append(.news(current))
    }

    /// Forgets everything; what waits is told to nobody.
    mutating func abandon() {
        (isGone, isRunning, isShown, isLive, isExpecting, isWatched) = (true, false, false, false, false, false)
        for lane in ProtocolState.Lane.allCases {
            self[lane].emitted.removeLast(self[lane].waiting.count)
            self[lane].waiting = []
        }
    }
}
