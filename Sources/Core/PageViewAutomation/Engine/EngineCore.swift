@_spi(Engine) package import PageViewLifecycle

/// An engine's state, and the delivery of its records.
///
/// Every input takes two steps. Under the notifier's lock, ``applyLocked(_:at:)`` applies it to the model (ORD-001). Outside the
/// lock, ``deliver()`` delivers the emitted records, one at a time, on one thread at a time (ORD-003). Notifiers, recorders, and
/// streams retain the core, so it can outlive its engine. It keeps no page and no component alive.
package final class EngineCore: LifecycleFollower, @unchecked Sendable {
    // Proof of `@unchecked Sendable`: the properties are constants, and all of them are `Sendable`.

    private struct State: ~Copyable {
        var model: EngineModel
        var delivery = Delivery<EngineRecord, EngineListener>()
        /// The recorders, which get each input before it is applied.
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

    /// Applies an input at `time`, or now if that is `nil`, and delivers the resulting records.
    package func perform(_ input: EngineModel.Input, at time: Timestamp? = nil) {
        perform(input, at: time) { _ in }
    }

    /// Applies an input, evaluates a query of the state after it, and delivers the resulting records.
    func perform<Answer>(
        _ input: EngineModel.Input, at time: Timestamp? = nil, answer: (borrowing EngineModel) -> Answer
    ) -> Answer {
        lifecycle.lock.lock()
        applyLocked(input, at: time)
        let answer = answer(guarded.state.model)
        unlockAndDeliver()
        return answer
    }

    /// Sets the page of a component to ready; see ``EngineInput/ready(component:scene:page:payload:)``.
    ///
    /// As it names the case, no value of the large enum exists. That saves 250 instructions.
    package func setReady(
        _ component: ComponentID, _ page: PageContext?, _ payload: Payload?, at time: Timestamp?
    ) {
        lifecycle.lock.lock()
        applyLocked(.ready(component: component, scene: nil, page: page, payload: payload), at: time)
        unlockAndDeliver()
    }

    /// Applies an input. Under the lock.
    ///
    /// Inlined, together with ``EngineModel/apply(_:at:)``. A caller that names the case then creates no value of the large enum,
    /// which saves a quarter of an appearance's instructions.
    @inline(__always)
    private func applyLocked(_ input: @autoclosure () -> EngineModel.Input, at time: Timestamp?) {
        if guarded.state.recorders.isEmpty {
            guarded.state.model.apply(input(), at: time)
        } else {
            record(input(), at: time)
        }
    }

    /// Makes the calling thread the deliverer if records are pending and no thread delivers. Under the lock.
    // Inlined, which saves 20 instructions of an appearance.
    @inline(__always)
    private func startDelivering() -> Bool {
        guarded.state.delivery.start(from: &guarded.state.model.records, into: lent)
    }

    /// Releases the lock. If no thread is delivering, this call then delivers the emitted records.
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

    /// The outcome of a state that a notifier sets.
    enum NotifierOutcome {
        /// The component or the engine is destroyed, or another notifier has been declared for the component. The calling thread
        /// must call ``deliverPending()`` outside its locks.
        case rejected
        case applied
        /// Applied. The calling thread must call ``deliver()`` outside its locks.
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
        guard guarded.state.model.hasNotifier(notifier, component) else {
            guarded.state.model.diagnoseReplacedNotifier(of: component, isReady: payload != nil)
            return .rejected
        }
        applyLocked(
            .declare(component: component, page: page, payload: payload, notifier: notifier, mistake: nil), at: nil)
        return isDelivering && startDelivering() ? .mustDeliver : .applied
    }

    /// Declares a notifier for a component.
    ///
    /// - Returns: Whether the calling thread must call ``deliver()`` outside its locks.
    func declare(
        _ component: ComponentID, _ page: PageContext, _ payload: Payload?, by notifier: ObjectIdentifier,
        mistake: Diagnostic.Kind?
    ) -> Bool {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        applyLocked(
            .declare(component: component, page: page, payload: payload, notifier: notifier, mistake: mistake),
            at: nil)
        return startDelivering()
    }

    /// Returns whether a component exists and this notifier is the last one declared for it (RD-007).
    func hasNotifier(_ notifier: ObjectIdentifier, _ component: ComponentID) -> Bool {
        query { $0.hasNotifier(notifier, component) }
    }

    // MARK: Queries

    /// Evaluates a query. It waits for inputs that are being applied, never for a receiver.
    package func query<Answer>(_ body: (borrowing EngineModel) -> Answer) -> Answer {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return body(guarded.state.model)
    }

    /// Returns the current page of a scene or of the engine. The outer optional is `nil` once the engine is deallocated.
    fileprivate func currentPageUntilEnd(in scene: SceneID?) -> PageAppearance?? {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        if guarded.state.hasEnded { return nil }
        return .some(
            scene.map { guarded.state.model.currentPage(in: $0) } ?? guarded.state.model.currentPage())
    }

    // MARK: Delivery

    /// Calls the listeners with the lent record, and with all pending records, one call at a time.
    override package func deliver() {
        repeat { lent.withListener { $0.receive(lent, from: self) } } while lendNext()
    }

    /// Lends the deliverer the next record. If there is none, the thread is no longer the deliverer, and the core may be
    /// deallocated.
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
        // Released outside the lock, because the deinitializer of a receiver is foreign code.
        withExtendedLifetime(kept) {}
        return false
    }

    override package func deliverPending() {
        lifecycle.lock.lock()
        unlockAndDeliver()
    }

    /// Stops the engine, and waits for a delivery on another thread (ORD-005).
    ///
    /// Inside a delivery of any engine it does not wait, because two deliveries could wait for each other.
    package func stop(at time: Timestamp? = nil) {
        perform(.stop, at: time)
        guard !LiveEngines.isCurrentThreadDelivering else { return }
        lifecycle.lock.lock()
        let end = guarded.state.delivery.makeEndSignal()
        lifecycle.lock.unlock()
        end?.wait()
    }

    /// Whether the calling thread is delivering records of this engine.
    fileprivate var isCurrentThreadDelivering: Bool {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return guarded.state.delivery.deliverer == .current
    }

    // MARK: Listeners

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        // A receiver's `interests` is foreign code, so it runs outside the lock.
        let interests = receiver.interests
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        return ReceiverSubscription(number: add(ReceiverListener(receiver), interests.intersection(.records)))
    }

    package func removeReceiver(_ subscription: ReceiverSubscription) { remove(subscription.number) }

    /// Calls `yield` with the current page of a scene or of the engine, and with each change of it.
    ///
    /// The calls stop when the returned closure is called. `finish` is called when the listener is released: after that call, or
    /// when the engine is deallocated.
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let listener = CurrentPageListener(scene: scene, yield: yield, finish: finish)
        lifecycle.lock.lock()
        let number = add(listener, .currentPageMark)
        // The first value passes through the queue like all others, so it cannot overtake one of them.
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
        // Released outside the lock, because the deinitializer of a receiver is foreign code.
        withExtendedLifetime(removed) {}
    }

    private func updateWanted() {
        let wanted = EngineRecord.Kinds(rawValue: guarded.state.delivery.wanted)
        guarded.state.model.setWanted(wanted.intersection(.records))
        guarded.state.model.marksCurrentPages = wanted.contains(.currentPageMark)
    }

    // MARK: Recorders

    /// Adds a recorder, which gets all inputs from now on (RC-001).
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

    /// Removes a recorder. Before the call returns, the recorder writes its remaining inputs.
    ///
    /// If a delivery is already in progress, that delivery writes them instead.
    package func remove(_ recorder: some InputRecorder) {
        lifecycle.lock.lock()
        guarded.state.recorders.removeAll { $0 === recorder }
        recorder.end()
        if recorder.needsWriting {
            guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
        }
        unlockAndDeliver()
    }

    /// Removes the listener of a recorder that has ended and has written all its inputs.
    fileprivate func removeListener(of recorder: any InputRecorder) {
        lifecycle.lock.lock()
        defer { lifecycle.lock.unlock() }
        guard !guarded.state.recorders.contains(where: { $0 === recorder }) else { return }
        let number = guarded.state.delivery.number { ($0 as? RecorderListener)?.recorder === recorder }
        // The result may be dropped under the lock, because the delivery retains the listener until the deliverer ends.
        if let number { _ = guarded.state.delivery.remove(number) }
    }

    /// Passes an input to the recorders, and applies it. Under the lock.
    private func record(_ input: EngineModel.Input, at time: Timestamp?) {
        // The clock is read here, so that recorders get the time at which the input is applied.
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

    /// Releases the whole state, because the engine has ended. Notifiers, recorders, and streams may still retain the core.
    func engineDidEnd() {
        lifecycle.lock.lock()
        // Listeners of recorders stay, because each recorder first writes its inputs. Its listener then removes itself.
        let listeners = guarded.state.delivery.removeAll { !($0 is RecorderListener) }
        for recorder in guarded.state.recorders { recorder.end() }
        guarded.state.recorders = []
        guarded.state.hasEnded = true
        guarded.state.model = guarded.state.model.emptied()
        guarded.state.model.records.appendMark(EngineRecord.Kinds.inputMark.rawValue)
        guarded.state.delivery.keepForDeliverer(self)
        unlockAndDeliver()
        // Released outside the lock, because the deinitializer of a receiver is foreign code.
        withExtendedLifetime(listeners) {}
    }
}

/// A listener of an engine's delivery (ORD-003).
class EngineListener: @unchecked Sendable {
    // Proof of `@unchecked Sendable`: this class has no state. Each subclass proves its own conformance.

    /// Receives a record or a mark. The deliverer calls it, outside every lock.
    func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {}
}

/// The listener that passes records on to a receiver (ORD-003). It is immutable, and so `Sendable`.
private final class ReceiverListener: EngineListener, @unchecked Sendable {
    private let receiver: any PageViewReceiver

    init(_ receiver: any PageViewReceiver) { self.receiver = receiver }

    override func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {
        lent.withRecord { receiver.receive($0.record) }
    }
}

/// The listener that makes a recorder write its inputs (RC-001). It is immutable, and so `Sendable`.
private final class RecorderListener: EngineListener, @unchecked Sendable {
    let recorder: any InputRecorder

    init(_ recorder: any InputRecorder) { self.recorder = recorder }

    override func receive(_ lent: borrowing LentRecord<EngineRecord, EngineListener>, from core: EngineCore) {
        if recorder.write() { core.removeListener(of: recorder) }
    }
}

/// The listener of a stream of current pages. It forwards each value that differs from the previous one (QU-006).
private final class CurrentPageListener: EngineListener, @unchecked Sendable {
    private let scene: SceneID?
    private let yield: @Sendable (PageAppearance?) -> Void
    private let finish: @Sendable () -> Void
    // Proof: only the engine's deliverer reaches this variable, and there is one deliverer at a time.
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

/// The set of all engines of the process that are not deallocated, for ``EngineCore/stop()`` (ORD-005).
enum LiveEngines {
    private static let cores = Protected<[ObjectIdentifier: EngineCore]>([:])

    static func insert(_ core: EngineCore) { cores.withLock { $0[ObjectIdentifier(core)] = core } }

    static func remove(_ core: EngineCore) { _ = cores.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) } }

    /// Whether the calling thread is delivering records of any engine.
    static var isCurrentThreadDelivering: Bool {
        cores.withLock { Array($0.values) }.contains { $0.isCurrentThreadDelivering }
    }
}
