import PageViewLifecycle
import Synchronization

/// An engine's state, which its notifier's lock guards, and the delivery of what follows outside it.
///
/// Decisions are made inside the lock, one input at a time. What there is to tell is delivered afterwards by one thread
/// at a time, in order (ORD-001, ORD-003). Pages hold on to the core through their notifiers, so it can outlive its
/// engine; it keeps no page and no component alive.
@safe package final class EngineCore: Sendable {
    package let lifecycle: LifecycleNotifier
    package let clock: EngineClock

    // Proof: it is made to be read by anybody while one thread writes, which is inside the notifier's lock.
    nonisolated(unsafe) let board: UnsafeMutablePointer<CurrentPageBoard>
    // Proof: reached inside the notifier's lock alone, apart from `init` and `deinit`, which nobody shares; and but for the
    // revision of who receives, which is made to be read without.
    nonisolated(unsafe) let state: UnsafeMutablePointer<EngineState>
    // Proof: reached by the drainer alone, of which there is one at a time, or inside the lock while there is none; a thread
    // becomes the drainer, and ceases to be it, inside the lock.
    nonisolated(unsafe) let drain: UnsafeMutablePointer<DrainerState>

    init(observing lifecycle: LifecycleNotifier, policy: EnginePolicy, clock: EngineClock) {
        self.lifecycle = lifecycle
        self.clock = clock
        unsafe board = .allocateApart()
        unsafe board.initialize(to: CurrentPageBoard(issuer: lifecycle.mainScene.issuer))
        unsafe drain = .allocateApart()
        unsafe drain.initialize(to: DrainerState())
        unsafe state = .allocateApart()
        unsafe state.initialize(
            to: EngineState(EngineModel(policy: policy, mainScene: lifecycle.mainScene), drain, UnsafePointer(board)))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe drain.deinitialize(count: 1)
        unsafe drain.deallocate()
        unsafe board.deinitialize(count: 1)
        unsafe board.deallocate()
    }

    /// Does something with the state, inside the lock.
    @inline(__always)
    func withState<Answer>(_ body: (inout EngineState) -> sending Answer) -> sending Answer {
        lifecycle.withLock { unsafe body(&state.pointee) }
    }

    /// Applies an input at its time, or now, and delivers what follows from it.
    func apply<Answer: Sendable>(
        at time: Timestamp? = nil, about component: ComponentID? = nil,
        heard: (borrowing EngineModel) -> EngineInput? = { _ in nil }, _ input: (inout EngineModel) -> Answer
    ) -> Answer {
        // A clock that is foreign code is asked before the lock is taken.
        let moment = time ?? clock.foreign?()
        return lifecycle.perform(for: self) {
            unsafe state.pointee.apply(
                at: moment ?? SystemClock.now, isReported: time != nil, about: component, heard: heard, input)
        }
    }

    /// Passes a report on to all who follow the notifier. Inlined, so that each kind of report has a way of its own.
    @inline(__always)
    func report(_ event: NavigationEvent, at time: Timestamp?) { lifecycle.report(event, at: time, by: self) }

    /// Looks something up. Never waits for a receiver.
    func look<Answer: Sendable>(_ question: (borrowing EngineModel) -> Answer) -> Answer {
        withState { question($0.model) }
    }

    /// The engine's current page. Waits for nobody.
    package var currentPage: PageAppearance? { unsafe board.pointee.page() }

    /// A scene's current page. Waits for nobody.
    package func currentPage(in scene: SceneID) -> PageAppearance? { unsafe board.pointee.page(in: scene) }

    /// A page has changed.
    func notify(
        _ index: UInt32, _ generation: UInt32, of page: PageContext, _ payload: Payload?, revision: UInt32,
        from notifier: UInt32
    ) {
        let component = ComponentID(index: index, generation: generation, issuer: lifecycle.mainScene.issuer, tag: 0)
        apply { model in
            model.hears(component, revision: revision, from: notifier)
                ? .update(component, PageUpdate(heard: page, payload)) : nil
        } _: { model in
            model.hear(component, page, payload, revision: revision, from: notifier)
        }
    }

    /// Ends everything, and returns when all of it has been delivered; from inside a receiver, without waiting.
    func stop() {
        apply(heard: { _ in .stop }) { $0.stop() }
        guard !lifecycle.isDelivering else { return }
        // Another thread delivers what was emitted before the stop, and after it nothing is.
        StopWait.wait { withState { $0.otherDeliverer } }
    }

    /// Tells the current page and each change of it, of a scene or of the engine as a whole, until what it returns is called.
    func follow(_ scene: SceneID?, with continuation: CurrentPageWatchers.Continuation) -> @Sendable () -> Void {
        let number = lifecycle.perform(for: self) { unsafe state.pointee.add(continuation, scene: scene) }
        return { [weak self] in self?.withState { $0.removeWatcher(number) } }
    }

    /// Ends all of it without a word: the engine is gone, and only pages still hold on to the core.
    func abandon() {
        let left = withState { $0.abandon() }
        for continuation in left.continuations { continuation.finish() }
        // The receivers go here, outside the lock: what happens then is foreign code.
        withExtendedLifetime(left) {}
    }

    /// Whether the engine is gone.
    var isAbandoned: Bool { withState { $0.isAbandoned } }

    /// Lets a tap hear all that the engine hears from now on.
    package func add(_ tap: some EngineTap) {
        lifecycle.perform(for: self) { unsafe state.pointee.add(tap) }
    }

    /// A tap hears nothing any more. What it has heard is written first, unless another thread is at it.
    package func remove(_ tap: some EngineTap) {
        let removed = lifecycle.perform(for: self) { unsafe state.pointee.remove(tap) }
        withExtendedLifetime(removed) {}
    }

    /// Makes a remark for those who hear all that the engine hears.
    package func note(_ text: String) {
        apply { _ in
            .note(text)
        } _: { _ in
        }
    }

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        // Foreign code, asked outside the lock.
        let interests = receiver.interests
        return withState { $0.add(receiver, of: interests) }
    }

    package func removeReceiver(_ subscription: ReceiverSubscription) {
        // Carried out of the lock: if it goes now, what happens then is foreign code.
        let removed = withState { $0.remove(subscription) }
        withExtendedLifetime(removed) {}
    }
}

extension EngineCore: LifecycleFollower {
    package var foreignClock: (@Sendable () -> Timestamp)? { clock.foreign }

    @inline(__always)
    package func apply(_ event: NavigationEvent, at time: Timestamp, isReported: Bool) {
        unsafe state.pointee.apply(
            at: time, isReported: isReported, about: event.component, heard: { _ in .report(event) }
        ) { $0.apply(event) }
    }

    package func adopt(generations: [UInt32]) {
        unsafe state.pointee.model.adopt(generations: generations)
    }
}
