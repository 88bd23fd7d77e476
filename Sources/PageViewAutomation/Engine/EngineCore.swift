@_spi(Engine) package import PageViewLifecycle

/// An engine's state, and the delivery of what it emits.
///
/// Every input takes the same way: under the notifier's lock it is applied to the model (``applyLocked(_:at:)``); outside the
/// lock the emitted records are delivered, one at a time, by one thread at a time (``deliver()``; ORD-001, ORD-003). Notifiers,
/// recorders and streams hold the core, so it can outlive its engine. It keeps no page and no component alive.
package final class EngineCore: LifecycleFollower, @unchecked Sendable {
    // Proof of `@unchecked Sendable`: its properties are constants, and all of them are `Sendable`.

    private struct State: ~Copyable {
        var model: EngineModel
        var delivery = Delivery<EngineRecord, EngineListener>()
        /// Recorders see each input before it is applied.
        var recorders: [any InputRecorder] = []
        /// Whether the engine has ended.
        var hasEnded = false
    }

    package let lifecycle: LifecycleNotifier
    package let clock: EngineClock
    private let lent = LentRecord<EngineRecord, EngineListener>()

    private let guarded: Guarded<State>

    init(observing lifecycle: LifecycleNotifier, policy: EnginePolicy, clock: EngineClock) {
        self.lifecycle = lifecycle
        self.clock = clock
        var model = EngineModel(policy: policy, mainScene: lifecycle.mainScene, clock: clock)
        model.wanted = []
        guarded = Guarded(State(model: model))
    }

    // MARK: Inputs

    /// Applies an input at its time, or now, and delivers what follows from it.
    package func perform(_ input: EngineModel.Input, at time: Timestamp? = nil) {
        perform(input, at: time) { _ in }
    }

    /// Applies an input, answers a question about the state after it, and delivers what follows from it.
    func perform<Answer>(
        _ input: EngineModel.Input, at time: Timestamp? = nil, answer: (borrowing EngineModel) -> Answer
    ) -> Answer {
        lifecycle.lock.lock()
        applyLocked(input, at: time)
        let answer = answer(guarded.state.model)
        unlockAndDeliver()
        return answer
    }

    /// Applies an input. Under the lock.
    ///
    /// Inlined, with ``EngineModel/apply(_:at:)``: a caller that names the case builds no value of the large enum, which saves a
    /// quarter of an appearance's instructions.
    @inline(__always)
    private func applyLocked(_ input: @autoclosure () -> EngineModel.Input, at time: Timestamp?) {
        if guarded.state.recorders.isEmpty {
            guarded.state.model.apply(input(), at: time)
        } else {
            record(input(), at: time)
        }
    }

    /// Makes the calling thread the deliverer if something waits and nobody delivers. Under the lock.
    // Inlined: 20 instructions of an appearance.
    @inline(__always)
    private func startDelivering() -> Bool {
        guarded.state.delivery.start(from: &guarded.state.model.records, into: lent)
    }

    /// Releases the lock and, if nobody delivers, delivers what has been emitted.
    private func unlockAndDeliver() {
        let mustDeliver = startDelivering()
        lifecycle.lock.unlock()
        if mustDeliver { deliver() }
    }

    override package func apply(
        _ event: ComponentEvent, of component: ComponentID, at time: Timestamp?, andDeliver isDelivering: Bool
    ) -> Bool {
        applyLocked(.component(component, event, scene: nil), at: time)
        return isDelivering && startDelivering()
    }

    override package func apply(_ event: NavigationEvent, at time: Timestamp?, andDeliver isDelivering: Bool) -> Bool {
        applyLocked(EngineModel.Input(event), at: time)
        return isDelivering && startDelivering()
    }

    override package func adopt(generations: [UInt32]) { guarded.state.model.adopt(generations: generations) }

    // MARK: Notifiers

    enum NotifierOutcome {
        /// The component or the engine has ended, or another notifier has been declared for the component.
        case rejected
        case applied
        /// Applied; the calling thread has to call ``deliver()`` outside its locks.
        case mustDeliver
    }

    /// Applies the state that a notifier sets.
    ///
    /// - Parameter isDelivering: Whether the calling thread delivers at once. Otherwise it calls ``deliverPending()`` later.
    func set(
        _ page: PageContext, _ payload: Payload?, of component: ComponentID, by notifier: ObjectIdentifier,
        andDeliver isDelivering: Bool
    ) -> NotifierOutcome {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        guard guarded.state.model.hasNotifier(notifier, component) else { return .rejected }
        applyLocked(
            .declare(component: component, page: page, payload: payload, notifier: notifier, isShared: false), at: nil)
        return isDelivering && startDelivering() ? .mustDeliver : .applied
    }

    /// Declares a notifier for a component.
    ///
    /// - Returns: Whether the calling thread has to call ``deliver()`` outside its locks.
    func declare(
        _ component: ComponentID, _ page: PageContext, _ payload: Payload?, by notifier: ObjectIdentifier,
        isShared: Bool
    ) -> Bool {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        applyLocked(
            .declare(component: component, page: page, payload: payload, notifier: notifier, isShared: isShared),
            at: nil)
        return startDelivering()
    }

    /// Whether a notifier was the last to be declared for a component that exists.
    func hasNotifier(_ notifier: ObjectIdentifier, _ component: ComponentID) -> Bool {
        query { $0.hasNotifier(notifier, component) }
    }

    // MARK: Queries

    /// Answers a question. Waits for inputs that are being applied, never for a receiver.
    package func query<Answer>(_ question: (borrowing EngineModel) -> Answer) -> Answer {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return question(guarded.state.model)
    }

    /// The current page of a scene or of the engine; `nil` once the engine has ended.
    fileprivate func currentPageUntilEnd(in scene: SceneID?) -> PageAppearance?? {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        if guarded.state.hasEnded { return nil }
        return .some(
            scene.map { guarded.state.model.currentPage(in: $0) } ?? guarded.state.model.currentPage())
    }

    // MARK: Delivery

    /// Calls the listeners with what is lent to the calling thread, one call at a time, until nothing waits.
    override package func deliver() {
        repeat { lent.withListener { $0.receive(lent, from: self) } } while lendNext()
    }

    /// Lends the deliverer the next record; if there is none, it is the deliverer no more, and this core may be deallocated.
    private func lendNext() -> Bool {
        let lock = lifecycle.lock
        lock.lock()
        let isLent = guarded.state.delivery.next(from: &guarded.state.model.records, into: lent)
        guard !isLent, guarded.state.delivery.hasKept else {
            lock.unlock()
            return isLent
        }
        let kept = guarded.state.delivery.takeKept()
        lock.unlock()
        // Released here: the end of a receiver is foreign code.
        withExtendedLifetime(kept) {}
        return false
    }

    override package func deliverPending() {
        lifecycle.lock.lock()
        unlockAndDeliver()
    }

    /// Stops, and waits for a delivery that another thread runs; not from inside a delivery of any engine, where two could wait for
    /// each other (ORD-005).
    func stop() {
        perform(.stop)
        guard !LiveEngines.isCurrentThreadDelivering else { return }
        lifecycle.lock.lock()
        let end = guarded.state.delivery.makeEndSignal()
        lifecycle.lock.unlock()
        end?.wait()
    }

    /// Whether the calling thread is inside a delivery of this engine.
    fileprivate var isCurrentThreadDelivering: Bool {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return guarded.state.delivery.deliverer == .current
    }

    // MARK: Listeners

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        // Foreign code, so it runs outside the lock.
        let interests = receiver.interests
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return ReceiverSubscription(number: add(ReceiverListener(receiver), interests.intersection(.records)))
    }

    package func removeReceiver(_ subscription: ReceiverSubscription) { remove(subscription.number) }

    /// Calls `yield` with the current page and each change of it, of a scene or of the engine, until the returned closure is
    /// called. Calls `finish` when the listener is released: at the end of the engine, or after that closure.
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let listener = CurrentPageListener(scene: scene, yield: yield, finish: finish)
        lifecycle.lock.lock()
        let number = add(listener, .currentPageMark)
        // The first value takes the same way as all others, so it cannot overtake one of them.
        guarded.state.model.records.appendMark(EngineRecord.Kinds.currentPageMark.rawValue)
        unlockAndDeliver()
        return { self.remove(number) }
    }

    /// Adds a listener. Under the lock.
    private func add(_ listener: EngineListener, _ interests: EngineRecord.Kinds) -> UInt64 {
        let number = guarded.state.delivery.add(
            listener, interests: interests.rawValue, after: guarded.state.model.records)
        updateWanted()
        return number
    }

    private func remove(_ number: UInt64) {
        lifecycle.lock.lock()
        let removed = guarded.state.delivery.remove(number)
        updateWanted()
        lifecycle.lock.unlock()
        // Released here: the end of a receiver is foreign code.
        withExtendedLifetime(removed) {}
    }

    private func updateWanted() {
        let wanted = EngineRecord.Kinds(rawValue: guarded.state.delivery.wanted)
        guarded.state.model.setWanted(wanted.intersection(.records))
        guarded.state.model.marksCurrentPages = wanted.contains(.currentPageMark)
    }

    // MARK: Recorders

    /// Adds a recorder, which sees all inputs from now on (RC-001).
    package func add(_ recorder: some InputRecorder) {
        lifecycle.lock.lock()
        recorder.begin(guarded.state.model)
        guarded.state.recorders.append(recorder)
        if recorder.needsWriting {
            _ = add(RecorderListener(recorder), .inputMark)
            guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
        }
        unlockAndDeliver()
    }

    /// Removes a recorder. It has written all that it has seen when the call returns, unless a delivery is running: then the
    /// deliverer writes it.
    package func remove(_ recorder: some InputRecorder) {
        lifecycle.lock.lock()
        guarded.state.recorders.removeAll { $0 === recorder }
        recorder.end()
        if recorder.needsWriting {
            guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
        }
        unlockAndDeliver()
    }

    /// Removes the listener of a recorder that has ended and written all.
    fileprivate func removeListener(of recorder: any InputRecorder) {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        guard !guarded.state.recorders.contains(where: { $0 === recorder }) else { return }
        let number = guarded.state.delivery.number { ($0 as? RecorderListener)?.recorder === recorder }
        // The delivery keeps it until the deliverer ends.
        if let number { _ = guarded.state.delivery.remove(number) }
    }

    /// Shows an input to the recorders and applies it. Under the lock.
    private func record(_ input: EngineModel.Input, at time: Timestamp?) {
        // Read here, so that recorders get the time at which the input is applied.
        let time = time ?? max(guarded.state.model.latest, clock.now)
        for recorder in guarded.state.recorders {
            recorder.willApply(RecordedInput(input, at: time), guarded.state.model)
            if recorder.needsWriting {
                guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
            }
        }
        guarded.state.model.apply(input, at: time)
    }

    // MARK: The end

    /// Forgets everything: the engine has ended. Notifiers, recorders and streams can outlive it and hold the core.
    func abandon() {
        lifecycle.lock.lock()
        // Recorders write what they have, and remove themselves then.
        let listeners = guarded.state.delivery.removeAll { !($0 is RecorderListener) }
        for recorder in guarded.state.recorders { recorder.end() }
        guarded.state.recorders = []
        guarded.state.hasEnded = true
        guarded.state.model = guarded.state.model.emptied()
        guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
        guarded.state.delivery.keepForDeliverer(self)
        unlockAndDeliver()
        // Released here: the end of a receiver is foreign code.
        withExtendedLifetime(listeners) {}
    }
}

/// A listener of an engine's delivery.
class EngineListener: @unchecked Sendable {
    // Proof of `@unchecked Sendable`: a class cannot state that all its subclasses are; each of them says why it is.

    /// Gets a record, or a mark. Called by the deliverer, outside every lock.
    func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {}
}

/// A receiver. Immutable.
private final class ReceiverListener: EngineListener, @unchecked Sendable {
    private let receiver: any PageViewReceiver

    init(_ receiver: any PageViewReceiver) { self.receiver = receiver }

    override func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {
        lent.withRecord { receiver.receive($0.record) }
    }
}

/// A recorder. Immutable.
private final class RecorderListener: EngineListener, @unchecked Sendable {
    let recorder: any InputRecorder

    init(_ recorder: any InputRecorder) { self.recorder = recorder }

    override func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {
        if recorder.write() { core.removeListener(of: recorder) }
    }
}

/// A follower of the current page: it passes on each value that differs from the one before (QU-006).
private final class CurrentPageListener: EngineListener, @unchecked Sendable {
    private let scene: SceneID?
    private let yield: @Sendable (PageAppearance?) -> Void
    private let finish: @Sendable () -> Void
    // Only the engine's deliverer reaches it, of which there is one at a time.
    private var last: PageAppearance??

    init(
        scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) {
        self.scene = scene
        self.yield = yield
        self.finish = finish
    }

    deinit { finish() }

    override func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {
        guard let page = core.currentPageUntilEnd(in: scene) else { return }
        if let last, last?.id == page?.id, page?.page.hasSameNames(as: last?.page) ?? (last == nil) { return }
        last = .some(page)
        yield(page)
    }
}

/// All engines of the process that have not ended.
enum LiveEngines {
    private static let cores = Protected<[ObjectIdentifier: EngineCore]>([:])

    static func insert(_ core: EngineCore) { cores.withLock { $0[ObjectIdentifier(core)] = core } }

    static func remove(_ core: EngineCore) { _ = cores.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) } }

    /// Whether the calling thread is inside a delivery of any of them.
    static var isCurrentThreadDelivering: Bool {
        cores.withLock { Array($0.values) }.contains { $0.isCurrentThreadDelivering }
    }
}
