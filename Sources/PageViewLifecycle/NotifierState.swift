/// What a notifier knows, inside its lock: the identities it has issued, who listens, and who delivers.
@usableFromInline
struct NotifierState {
    typealias Report = (event: NavigationEvent, time: Timestamp?)

    private let issuer: UInt32
    var identities = IdentityTable()
    var sceneCount: UInt32 = 1

    private(set) var followers: [any LifecycleFollower] = []
    /// Whether one follows, and nobody observes: the rule. Then there is nobody else to deliver to.
    @usableFromInline private(set) var isAlone = false
    /// Counts the changes of `followers`.
    private(set) var followersRevision: UInt64 = 0
    /// Whether a follower has a clock that is foreign code.
    private(set) var hasForeignClock = false

    var observers: [(number: UInt64, observer: any LifecycleObserver)] = [] { didSet { noteListeners() } }
    var subscriptionCount: UInt64 = 0
    private var outbox = Outbox<Report>()
    /// What the drainer of `outbox` has taken to deliver.
    private(set) var observersBatch: [Report] = []

    /// The threads that deliver, each on behalf of all who follow or observe.
    @usableFromInline var deliverers = Deliverers()

    init(issuer: UInt32) {
        self.issuer = issuer
    }

    // MARK: Reports

    /// Applies a report whole: to every follower, then for the observers.
    mutating func apply(_ event: NavigationEvent, at time: Timestamp) {
        for follower in followers { follower.apply(event, at: time, isReported: true) }
        conclude(event, at: time)
    }

    /// Applies a report that names no time, where all followers use the system's clock.
    mutating func applyNow(_ event: NavigationEvent) {
        if !followers.isEmpty {
            let now = SystemClock.now
            for follower in followers { follower.apply(event, at: now, isReported: false) }
        }
        conclude(event, at: nil)
    }

    /// Applies a report that names no time: to every follower that has a reading of its clock.
    mutating func apply(_ event: NavigationEvent, _ readings: ClockReadings) {
        for follower in followers {
            guard let now = readings.time(of: follower) else { continue }
            follower.apply(event, at: now, isReported: false)
        }
        conclude(event, at: nil)
    }

    /// What is left to do once all who follow have applied a report.
    @inlinable
    mutating func conclude(_ event: NavigationEvent, at time: Timestamp?) {
        if !isAlone || event.isEnd { concludeForOthers(event, at: time) }
    }

    @usableFromInline
    mutating func concludeForOthers(_ event: NavigationEvent, at time: Timestamp?) {
        // The place of a component that is gone is free for another one, now that every follower has seen its end.
        if case .component(let component, .destroy) = event, component.issuer == issuer {
            identities.release(component)
        }
        if !observers.isEmpty { outbox.waiting.append((event, time)) }
    }

    // MARK: Delivery

    /// Whether the calling thread is inside a delivery.
    var isDelivering: Bool { deliverers.containsCurrent }

    /// Takes a batch for the calling thread to deliver if one waits, unless the thread is inside a delivery: then it goes
    /// on with what waits when that has ended.
    mutating func startDelivering() -> Delivery? {
        guard !deliverers.containsCurrent else { return nil }
        let thread = ThreadIdentity.current
        guard let delivery = waitingDelivery(for: thread) else { return nil }
        deliverers.add(thread)
        return delivery
    }

    /// The same, where a follower is likely to have something and the others are not.
    @inlinable @inline(__always)
    mutating func startDelivering<Follower: LifecycleFollower>(first own: Follower) -> Due {
        if isAlone, !own.hasWaiting { return .nothing }
        guard !deliverers.containsCurrent else { return .nothing }
        let thread = ThreadIdentity.current
        guard let lane = own.nextBatch(after: nil, for: thread) else { return .others }
        deliverers.add(thread)
        return .own(lane)
    }

    /// Takes the next batch for the calling thread after the one it has delivered; without one it is discharged.
    mutating func nextDelivery(after delivery: Delivery) -> Delivery? {
        let thread = ThreadIdentity.current
        switch delivery {
        case .follower(let follower, let lane):
            if let lane = follower.nextBatch(after: lane, for: thread) { return .follower(follower, lane) }
        case .observers:
            if nextBatchOfObservers() { return .observers }
        }
        if let next = waitingDelivery(for: thread) { return next }
        deliverers.removeCurrent()
        return nil
    }

    /// The same after one of a follower's own.
    @inlinable @inline(__always)
    mutating func nextDelivery<Follower: LifecycleFollower>(after lane: DeliveryLane, of own: Follower) -> Due {
        if let lane = own.nextBatch(after: lane, for: nil) { return .own(lane) }
        deliverers.removeCurrent()
        return isAlone ? .nothing : .others
    }

    private mutating func waitingDelivery(for thread: ThreadIdentity) -> Delivery? {
        for follower in followers {
            if let lane = follower.nextBatch(after: nil, for: thread) { return .follower(follower, lane) }
        }
        guard outbox.startDraining(), nextBatchOfObservers() else { return nil }
        return .observers
    }

    private mutating func nextBatchOfObservers() -> Bool {
        var used: [Report] = []
        swap(&used, &observersBatch)
        used.removeAll(keepingCapacity: true)
        guard let batch = outbox.nextBatch(returning: used) else { return false }
        observersBatch = batch
        return true
    }

    // MARK: Followers

    mutating func add(_ follower: any LifecycleFollower) {
        follower.adopt(generations: identities.generations)
        followers.append(follower)
        noteListeners()
    }

    /// Removes a follower; it is returned to be let go outside the lock.
    mutating func remove(_ follower: any LifecycleFollower) -> [any LifecycleFollower] {
        let removed = followers.filter { $0 === follower }
        followers.removeAll { $0 === follower }
        noteListeners()
        return removed
    }

    private mutating func noteListeners() {
        followersRevision += 1
        hasForeignClock = followers.contains { $0.foreignClock != nil }
        // What was observed is delivered even if nobody observes any more; and whoever delivers for a follower that has gone
        // has to look after the one that is left.
        isAlone =
            followers.count == 1 && observers.isEmpty && outbox.waiting.isEmpty && outbox.drainer == nil
            && deliverers.count == 0
    }
}
