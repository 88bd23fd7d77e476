import Synchronization

/// A page's word on what it is called and whether it is ready; the page owns it, an engine hears it.
///
/// It can be set from any thread at any time, and belongs to one component at a time (rules RD-001, RD-007). It keeps
/// no page alive, and no engine.
public final class PageViewNotifier: Sendable {
    /// Whether a page is ready to be counted.
    public typealias PageState = PageViewAutomation.PageState

    private static let identities = Atomic<UInt32>(0)
    /// The notifier's own identity; its address would be used again.
    package let identity: UInt32
    private let lock = Lock()

    // Proof: what follows is reached inside `lock` alone, apart from `init`. Each access is over before the next begins,
    // so that nothing has to watch that none overlap.

    /// Grows with each change, so that an engine can tell a late message from a new one. The first is 1.
    @exclusivity(unchecked) nonisolated(unsafe) private var revision: UInt32 = 1
    @exclusivity(unchecked) nonisolated(unsafe) private var page: PageContext
    /// The payload of a page that is ready; `nil` while it is pending.
    @exclusivity(unchecked) nonisolated(unsafe) private var payload: Payload?
    @exclusivity(unchecked) nonisolated(unsafe) private var bindings = NotifierBindings()

    /// Creates a notifier in this state.
    public init(_ state: PageState) {
        identity = Self.identities.add(1, ordering: .relaxed).newValue
        unsafe page = state.pageContext
        unsafe payload = state.event?.payload
    }

    /// Creates the notifier of a page that is ready.
    public convenience init(_ event: PageViewEvent) {
        self.init(.ready(event))
    }

    /// Creates the notifier of a page that is not ready yet.
    public convenience init(pending pageContext: PageContext) {
        self.init(.pending(pageContext))
    }

    /// Whether the page is ready. Set it from any thread; what follows from it has happened when the call returns.
    public var state: PageState {
        get {
            lock.withLock {
                unsafe payload.map { unsafe .ready(PageViewEvent(pageContext: page, payload: $0)) } ?? .pending(page)
            }
        }
        set { change(to: newValue.pageContext, newValue.event?.payload) }
    }

    /// Says that the page is ready. Any thread.
    public func ready(_ event: PageViewEvent) {
        change(to: event.pageContext, event.payload)
    }

    /// Says that the page is ready under the name it has, with this payload. Any thread.
    public func ready(payload: Payload = [:]) {
        change(to: nil, payload)
    }

    /// Says that the page is not ready, under the name it has. Any thread.
    public func pending() {
        change(to: nil, nil)
    }

    /// Makes a change and tells those who listen. A page that is not named keeps its name; one without a payload is pending.
    private func change(to page: PageContext?, _ payload: Payload?) {
        let (page, revision, first, hasOthers) = unsafe lock.withLock {
            unsafe self.revision &+= 1
            if let page { unsafe self.page = page }
            unsafe self.payload = payload
            return unsafe (self.page, self.revision, bindings.first?.retained, !bindings.others.isEmpty)
        }
        // Outside the lock: the engine has one of its own, and delivers.
        guard let first = unsafe first else { return }
        unsafe first.core._withUnsafeGuaranteedRef {
            unsafe $0.notify(
                first.index, first.generation, of: page, payload, revision: revision, from: identity)
        }
        unsafe first.core.release()
        if hasOthers { tellOthers(page, payload, revision) }
    }

    @inline(never)
    private func tellOthers(_ page: PageContext, _ payload: Payload?, _ revision: UInt32) {
        for other in lock.withLock({ unsafe bindings.others }) {
            other.core.notify(
                other.index, other.generation, of: page, payload, revision: revision, from: identity)
        }
    }

    /// Adds a listener. Tells the others, and what the listener has to know to begin with.
    func bind(
        _ component: ComponentID, of core: EngineCore
    ) -> (others: [NotifierBinding], page: PageContext, payload: Payload?, revision: UInt32) {
        lock.withLock { unsafe (bindings.add(component, of: core), page, payload, revision) }
    }

    func unbind(_ stale: [NotifierBinding]) {
        guard !stale.isEmpty else { return }
        // Carried out of the lock: a core that goes now takes foreign receivers with it.
        withExtendedLifetime(lock.withLock { unsafe bindings.remove(stale) }) {}
    }
}

#if !hasFeature(Embedded)
extension PageViewNotifier {
    /// Says that the page is ready under the name it has, with an app's own variables: `["price": item.price]`. Any thread.
    @_disfavoredOverload
    public func ready(payload: EventAttributes) {
        ready(payload: payload.payload)
    }
}
#endif
