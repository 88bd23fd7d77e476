package import PageViewLifecycle

/// An engine's state, and the delivery of its records. Notifiers, recorders and streams retain it, so it can outlive its engine.
///
/// Under the lock, the rules apply an input (ORD-001). Then the core delivers the emitted records outside the lock, one record to
/// one receiver at a time, on one thread at a time (ORD-003).
package final class EngineCore: LifecycleObserver {
    private final class Subscriber: Sendable {
        let receiver: any PageViewReceiver
        let interests: EngineRecord.Kinds
        let number: UInt64
        /// The number of records that were emitted before the receiver was added.
        let since: UInt64

        init(_ receiver: any PageViewReceiver, of interests: EngineRecord.Kinds, number: UInt64, since: UInt64) {
            (self.receiver, self.interests, self.number, self.since) = (receiver, interests, number, since)
        }
    }

    private struct State {
        var rules: Rules
        var subscribers: [Subscriber] = []
        var subscriberCount: UInt64 = 0
        var streams: [CurrentPageStream] = []
        /// The components that the last `show` of each scene listed, by their keys (AP-016).
        var shown: [SceneID: [ExactName: ComponentID]] = [:]
        var recorders: [any InputRecorder] = []
        /// The policies of all trackers so far, which recordings obey (RC-009).
        var policies: [any RecordingPolicy] = []
        /// Whether each tracker's consent is granted; `nil` while it is undecided.
        var consents: [ObjectIdentifier: @Sendable () -> Bool?] = [:]
        /// Whether recorders that obey trackers get no inputs.
        var isPaused = false
        /// The recorders that have inputs to write, once for each input.
        var writing: [any InputRecorder] = []
        var deliverer: ThreadIdentity?
        var takenCount: UInt64 = 0
        /// The empty list of the next deliverer, kept for its memory.
        var spare: [EngineRecord] = []
        var waiting: [Signal] = []
        var hasEnded = false

        /// Whether streams have a page to get, or recorders have inputs to write.
        var hasMore: Bool { !writing.isEmpty || (rules.hasNewCurrentPage && !streams.isEmpty) }

        // Mutating functions of the state, because each access of the locked value is a call.

        /// Returns the time of the input, which recorders and rules must agree on.
        mutating func passToRecorders(_ input: @autoclosure () -> Rules.Input, at time: Timestamp?) -> Timestamp? {
            if recorders.isEmpty { return time }
            let time = time ?? rules.timeOfNextInput()
            let input = input()
            let recorded = RecordedInput(input, at: time, destroying: rules.destroyed(by: input))
            for recorder in recorders where !isPaused || !recorder.obeysTrackers {
                recorder.willApply(recorded, rules)
                noteWriting(recorder)
            }
            return time
        }

        mutating func noteWriting(_ recorder: any InputRecorder) {
            if recorder.needsWriting { writing.append(recorder) }
        }

        mutating func begin(_ recorder: any InputRecorder) {
            recorder.begin(rules)
            noteWriting(recorder)
        }

        /// Returns the recorders that a denial ends.
        mutating func applyConsent(_ hasDenied: Bool) -> [any InputRecorder] {
            let answers = consents.values.map { $0() }
            let (wasPaused, obeying) = (isPaused, recorders.filter(\.obeysTrackers))
            if !answers.isEmpty { isPaused = answers.contains { $0 != true } }
            if hasDenied || answers.contains(false) {
                recorders.removeAll(where: \.obeysTrackers)
                return obeying
            }
            if wasPaused, !isPaused { for recorder in obeying { begin(recorder) } }
            return []
        }

        mutating func report(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp?) {
            let time = passToRecorders(.component(component, event, scene: nil), at: time)
            rules.apply(event, to: component, at: time)
        }

        mutating func beginDelivery(_ batch: inout [EngineRecord]) -> Bool {
            guard deliverer == nil, !rules.outbox.isEmpty || hasMore else { return false }
            deliverer = .current
            swap(&batch, &spare)
            return true
        }

        /// Moves the emitted records into an empty list, in reverse order. Returns how many records were taken before.
        mutating func take(_ batch: inout [EngineRecord]) -> UInt64 {
            swap(&batch, &rules.outbox)
            if batch.count > 1 { batch.reverse() }
            defer { takenCount &+= UInt64(batch.count) }
            return takenCount
        }

        mutating func endDelivery(_ batch: inout [EngineRecord]) -> [Signal] {
            swap(&batch, &spare)
            deliverer = nil
            if waiting.isEmpty { return [] }
            defer { waiting = [] }
            return waiting
        }

        /// Returns the next subscriber of a record after the number `last`, and advances `last` to it.
        mutating func nextSubscriber(
            of kind: EngineRecord.Kinds, _ record: UInt64, after last: inout UInt64
        ) -> Subscriber? {
            for index in subscribers.indices where subscribers[index].number > last {
                last = subscribers[index].number
                if subscribers[index].since < record, !subscribers[index].interests.isDisjoint(with: kind) {
                    return subscribers[index]
                }
            }
            return nil
        }
    }

    package let lifecycle: LifecycleNotifier
    package let clock: EngineClock
    // Beside the state, because the thread sanitizer takes a read of a part of `state` for a read of the whole.
    private let lock: Lock
    private let state: Locked<State>
    /// The lock of `show`, which takes the other lock several times. It precedes the locks of notifiers and engines.
    private let showLock = Lock()

    init(observing lifecycle: LifecycleNotifier, policy: EnginePolicy, clock: EngineClock) {
        self.lifecycle = lifecycle
        self.clock = clock
        var rules = Rules(policy: policy, mainScene: lifecycle.mainScene, clock: clock)
        rules.wanted = []
        lock = lifecycle.lock
        state = Locked(State(rules: rules), by: lock)
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state.value)
    }

    /// Returns the components at which decisions have looked since the last call. The first call begins to collect them.
    package func takeExamined() -> [ComponentID] {
        withState { state in
            defer { state.rules.examined = [] }
            return state.rules.examined ?? []
        }
    }

    func observe() { lifecycle.setObserver(self) }

    package func adopt(generations: [UInt32]) { state.value.rules.adopt(generations: generations) }

    // MARK: Inputs

    /// Applies an input at `time`, or now if that is `nil`, and delivers the resulting records.
    package func perform(_ input: Rules.Input, at time: Timestamp? = nil) {
        lock.lock()
        applyLocked(input, at: time)
        unlockAndDeliver()
    }

    /// Applies an input, and delivers the resulting records. `apply` applies the same input, and returns an answer.
    func perform<Answer>(
        _ input: @autoclosure () -> Rules.Input, about component: ComponentID? = nil, at time: Timestamp?,
        _ apply: (inout Rules) -> Answer
    ) -> Answer {
        lock.lock()
        let time = state.value.passToRecorders(input(), at: time)
        state.value.rules.begin(at: time, about: component)
        let answer = apply(&state.value.rules)
        state.value.rules.decide()
        unlockAndDeliver()
        return answer
    }

    /// Sets the page of a component to ready; see ``EngineInput/ready(component:scene:page:payload:)``.
    package func setReady(_ component: ComponentID, _ page: PageContext?, _ payload: Payload?, at time: Timestamp?) {
        perform(
            .ready(component: component, scene: nil, page: page, payload: payload), about: component, at: time
        ) { rules in
            guard let slot = rules.slot(of: component) else { return }
            rules.setPage(of: slot, page, isReady: true, payload: payload ?? Payload())
        }
    }

    /// Returns the number of stops so far, which stays valid until the next stop.
    package func beginUpdate() -> UInt64 {
        lock.lock()
        defer { lock.unlock() }
        applyLocked(.begin, at: nil)
        return state.value.rules.stopCount
    }

    /// Commits the last update that began, unless the engine has stopped since.
    package func commitUpdate(_ stopCount: UInt64) {
        lock.lock()
        if stopCount == state.value.rules.stopCount { applyLocked(.commit, at: nil) }
        unlockAndDeliver()
    }

    package func hasNotStopped(since stopCount: UInt64) -> Bool { withState { $0.rules.stopCount == stopCount } }

    package func didReport(_ event: ComponentEvent, of component: ComponentID, at time: Timestamp?) {
        state.value.report(event, of: component, at: time)
        unlockAndDeliver()
    }

    package func didReport(_ event: NavigationEvent, at time: Timestamp?) {
        applyLocked(Rules.Input(event), at: time)
        unlockAndDeliver()
    }

    /// Applies a statement of what exists in a scene (AP-016). The caller then calls ``deliver()``, outside every lock.
    ///
    /// The notifiers are declared without the engine's lock, because the lock of notifiers precedes it. Returns the components of
    /// new entries.
    @discardableResult
    package func applyShow(_ entries: [ShownEntry], in scene: SceneID, at time: Timestamp? = nil) -> [ComponentID] {
        showLock.lock()
        defer { showLock.unlock() }
        lock.lock()
        let old = (state.value.shown[scene] ?? [:]).filter { !state.value.rules.isDestroyed($0.value) }
        var components: [ExactName: ComponentID] = [:]
        var created: [ComponentID] = []
        for entry in entries where components[ExactName(entry.key)] == nil {
            if let known = entry.component ?? old[ExactName(entry.key)] {
                components[ExactName(entry.key)] = known
            } else {
                created.append(lifecycle.makeComponentLocked(tag: entry.tag))
                components[ExactName(entry.key)] = created.last
            }
        }
        let listed = entries.compactMap { entry in
            components[ExactName(entry.key)].map { id in
                Rules.Input.ShownEntry(
                    component: id, page: entry.declared.page, payload: entry.declared.payload,
                    isReady: entry.declared.isReady,
                    parent: entry.parent ?? entry.container.flatMap { components[ExactName($0)] },
                    isVisible: entry.isVisible,
                    level: entry.level)
            }
        }
        state.value.shown[scene] = components
        for entry in entries where entry.component != nil {
            // The caller has its handle, and ends it.
            state.value.shown[scene]?[ExactName(entry.key)] = nil
        }
        applyLocked(.begin, at: time)
        // The rules diagnose a time that went back once. From then on, theirs applies.
        let time = time.flatMap { _ in state.value.rules.latest }
        applyLocked(.show(scene: scene, listed), at: time)
        lock.unlock()
        for entry in entries {
            // The first entry of a key counts.
            if let component = components.removeValue(forKey: ExactName(entry.key)) {
                entry.notifier?.declare(for: component, of: self, isDelivering: false)
            }
        }
        apply(.commit, at: time)
        return created
    }

    /// Applies an input. The caller then calls ``deliver()``, outside every lock.
    func apply(_ input: Rules.Input, at time: Timestamp? = nil) {
        lock.lock()
        applyLocked(input, at: time)
        lock.unlock()
    }

    /// Applies an input. The calling thread holds the lock, and calls ``deliver()`` after it has released the lock.
    package func applyLocked(_ input: Rules.Input, at time: Timestamp?) {
        let time = state.value.passToRecorders(input, at: time)
        state.value.rules.apply(input, at: time)
        if case .scene(let scene, .close) = input {
            // `show` created these components, so no handle reports that they end.
            let components = state.value.shown.removeValue(forKey: scene ?? lifecycle.mainScene) ?? [:]
            for component in components.values.sorted(by: { $0.index < $1.index }) {
                applyLocked(.component(component, .destroy, scene: nil), at: time)
            }
        }
        releaseDestroyed()
    }

    private func releaseDestroyed() {
        if state.value.rules.hasFreed { lifecycle.release(state.value.rules.takeFreed()) }
    }

    // MARK: Notifiers

    /// Applies the state that a notifier declares, or sets as the last one declared. The caller then calls ``deliver()``.
    ///
    /// Returns whether the notifier may change the component's page from now on (RD-007).
    func set(
        _ page: PageContext, _ payload: Payload?, of component: ComponentID, by notifier: ObjectIdentifier,
        isDeclared: Bool, mistake: Diagnostic.Kind? = nil
    ) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard isDeclared || state.value.rules.hasNotifier(notifier, component) else {
            state.value.rules.diagnoseReplacedNotifier(of: component, isReady: payload != nil)
            return false
        }
        let time = state.value.passToRecorders(
            .declare(component: component, page: page, payload: payload, notifier: notifier, mistake: mistake), at: nil)
        state.value.rules.begin(at: time, about: component)
        state.value.rules.declare(component, page, payload, by: notifier, mistake: mistake)
        state.value.rules.decide()
        return true
    }

    func hasNotifier(_ notifier: ObjectIdentifier, _ component: ComponentID) -> Bool {
        withState { $0.rules.hasNotifier(notifier, component) }
    }

    // MARK: Queries

    /// Evaluates a query. It waits for inputs that are being applied, never for a receiver.
    package func query<Answer>(_ body: (borrowing Rules) -> Answer) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        return body(state.value.rules)
    }

    // MARK: Delivery

    package func deliver() {
        lock.lock()
        unlockAndDeliver()
    }

    /// Releases the lock. Delivers records, the current pages of streams, and the inputs of recorders, unless a thread does so.
    private func unlockAndDeliver() {
        releaseDestroyed()
        var batch: [EngineRecord] = []
        guard state.value.beginDelivery(&batch) else { return lock.unlock() }
        while true {
            var number = state.value.take(&batch)
            if batch.isEmpty {
                guard state.value.hasMore else { break }
                unlockAndServeStreamsAndRecorders()
                lock.lock()
            }
            while let record = batch.popLast() {
                number &+= 1
                callSubscribers(with: record, number)
            }
        }
        let waiting = state.value.endDelivery(&batch)
        lock.unlock()
        for signal in waiting { signal.send() }
    }

    /// Calls each subscriber of a record, without the lock. The list is read anew for each call, as a removed one gets no more.
    private func callSubscribers(with record: borrowing EngineRecord, _ number: UInt64) {
        let kind = record.kind
        var last: UInt64 = 0
        while unlockAndCallSubscriber(of: kind, number, after: &last, with: record) { lock.lock() }
    }

    /// Calls and releases the next subscriber without the lock. Returns whether there is one; if not, the caller holds the lock.
    private func unlockAndCallSubscriber(
        of kind: EngineRecord.Kinds, _ number: UInt64, after last: inout UInt64, with record: borrowing EngineRecord
    ) -> Bool {
        guard let next = state.value.nextSubscriber(of: kind, number, after: &last) else { return false }
        lock.unlock()
        next.receiver.receive(record)
        return true
    }

    private func unlockAndServeStreamsAndRecorders() {
        var pages: [(stream: CurrentPageStream, page: PageAppearance?)] = []
        for stream in state.value.streams {
            let page = stream.scene.map { state.value.rules.currentPage(in: $0) } ?? state.value.rules.currentPage
            pages.append((stream, page))
        }
        let recorders = state.value.writing
        state.value.writing = []
        state.value.rules.hasNewCurrentPage = false
        lock.unlock()
        for (stream, page) in pages { stream.receive(page) }
        for recorder in recorders { recorder.write() }
    }

    /// Stops the engine, and waits for a delivery on another thread (ORD-005).
    ///
    /// Inside a delivery of any engine it does not wait, because two deliveries could wait for each other.
    package func stop(at time: Timestamp? = nil) {
        perform(.stop, at: time)
        guard !EngineRegistry.isCurrentThreadDelivering else { return }
        let end = withState { state -> Signal? in
            guard state.deliverer != nil else { return nil }
            let signal = Signal()
            state.waiting.append(signal)
            return signal
        }
        end?.wait()
    }

    fileprivate var isCurrentThreadDelivering: Bool { withState { $0.deliverer == .current } }

    // MARK: Receivers

    func addReceiver(_ receiver: any PageViewReceiver) -> ReceiverSubscription {
        // A receiver's `interests` is foreign code, so it runs outside the lock.
        let interests = receiver.interests
        return withState { state in
            state.subscriberCount += 1
            let since = state.takenCount + UInt64(state.rules.outbox.count)
            state.subscribers.append(
                Subscriber(receiver, of: interests, number: state.subscriberCount, since: since))
            state.rules.wanted.formUnion(interests)
            return ReceiverSubscription(number: state.subscriberCount)
        }
    }

    package func removeReceiver(_ subscription: ReceiverSubscription) {
        let removed = withState { state -> Subscriber? in
            guard let index = state.subscribers.firstIndex(where: { $0.number == subscription.number }) else {
                return nil
            }
            let removed = state.subscribers.remove(at: index)
            state.rules.wanted = state.subscribers.reduce(into: []) { $0.formUnion($1.interests) }
            return removed
        }
        // Released outside the lock, because the deinitializer of a receiver is foreign code.
        withExtendedLifetime(removed) {}
    }

    /// Calls `yield` with each current page until the returned closure is called or the engine is deallocated, then `finish`.
    func followCurrentPage(
        in scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let stream = CurrentPageStream(scene: scene, yield: yield, finish: finish)
        lock.lock()
        if !state.value.hasEnded { state.value.streams.append(stream) }
        // The first value passes through the delivery like all others, so it cannot overtake one of them.
        state.value.rules.hasNewCurrentPage = true
        unlockAndDeliver()
        return { [weak stream] in
            guard let stream else { return }
            self.withState { $0.streams.removeAll { $0 === stream } }
        }
    }

    // MARK: Recorders

    package func add(_ recorder: some InputRecorder) {
        lock.lock()
        // A recording needs a time, even if nothing has happened yet.
        _ = state.value.rules.timeOfNextInput()
        if !state.value.policies.isEmpty { recorder.clear(state.value.policies) }
        state.value.recorders.append(recorder)
        if !state.value.isPaused || !recorder.obeysTrackers { state.value.begin(recorder) }
        unlockAndDeliver()
        if recorder.obeysTrackers { applyConsent() }
    }

    /// Removes a recorder. This call, or a delivery in progress, lets it write its remaining inputs.
    package func remove(_ recorder: some InputRecorder) {
        lock.lock()
        state.value.recorders.removeAll { $0 === recorder }
        recorder.end()
        state.value.noteWriting(recorder)
        unlockAndDeliver()
    }

    /// Makes the recordings obey a tracker (RC-009). They begin again if it has a policy or no consent.
    ///
    /// `consent` is called under the engine's lock, and returns `nil` while it is undecided. The result is why recordings could not
    /// be removed.
    package func addTracker(
        _ tracker: ObjectIdentifier, policy: (any RecordingPolicy)?, consent: @escaping @Sendable () -> Bool?
    ) -> [String] {
        withState { state in
            state.consents[tracker] = consent
            if let policy { state.policies.append(policy) }
            guard policy != nil || consent() != true else { return }
            state.isPaused = true
            for recorder in state.recorders where recorder.obeysTrackers {
                recorder.clear(state.policies)
                state.noteWriting(recorder)
            }
        }
        return applyConsent()
    }

    /// Removes the consent of an ended tracker. Its policy stays.
    package func removeTracker(_ tracker: ObjectIdentifier) { withState { $0.consents[tracker] = nil } }

    /// Applies the consent of all trackers to the recordings. Returns why recordings could not be removed.
    @discardableResult
    package func applyConsent(hasDenied: Bool = false) -> [String] {
        // Files are removed before foreign code can delay it.
        let failures = withState { $0.applyConsent(hasDenied) }.compactMap { $0.remove() }
        deliver()
        return failures
    }

    // MARK: The end

    func engineDidEnd() {
        lifecycle.setObserver(nil, after: self)
        lock.lock()
        let (subscribers, streams) = (state.value.subscribers, state.value.streams)
        (state.value.subscribers, state.value.streams) = ([], [])
        for recorder in state.value.recorders {
            recorder.end()
            state.value.noteWriting(recorder)
        }
        state.value.recorders = []
        (state.value.hasEnded, state.value.shown) = (true, [:])
        // Rules without components, and without records: what is reported from now on has no effect.
        state.value.rules = Rules(policy: state.value.rules.policy, mainScene: lifecycle.mainScene)
        state.value.rules.wanted = []
        unlockAndDeliver()
        // Released outside the lock, because the deinitializer of a receiver is foreign code.
        withExtendedLifetime((subscribers, streams)) {}
    }
}

/// A stream of current pages. It forwards each page that is another appearance or has another name than the last one (QU-006).
private final class CurrentPageStream: Sendable {
    let scene: SceneID?
    private let yield: @Sendable (PageAppearance?) -> Void
    private let finish: @Sendable () -> Void
    private let last = Locked<PageAppearance??>(nil)

    init(
        scene: SceneID?, yield: @escaping @Sendable (PageAppearance?) -> Void, finish: @escaping @Sendable () -> Void
    ) {
        self.scene = scene
        self.yield = yield
        self.finish = finish
    }

    deinit { finish() }

    func receive(_ page: PageAppearance?) {
        let isNew = last.withLock { last in
            if let last, last?.id == page?.id, page?.page.hasSameNames(as: last?.page) ?? (last == nil) { return false }
            last = .some(page)
            return true
        }
        if isNew { yield(page) }
    }
}

/// The set of all engines of the process that are not deallocated, for ``EngineCore/stop(at:)`` (ORD-005) and for tests.
package enum EngineRegistry {
    private static let cores = Locked<[ObjectIdentifier: EngineCore]>([:])

    package static var all: [EngineCore] { cores.withLock { Array($0.values) } }

    static func insert(_ core: EngineCore) { cores.withLock { $0[ObjectIdentifier(core)] = core } }

    static func remove(_ core: EngineCore) { _ = cores.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) } }

    static var isCurrentThreadDelivering: Bool { all.contains { $0.isCurrentThreadDelivering } }
}
