import Synchronization

/// A page's word on what it is called and whether it is ready; the page owns it, an engine hears it.
///
/// It can be set from any thread at any time, and belongs to one component at a time (rules RD-001, RD-007). It keeps
/// no page alive, and no engine.
public final class PageViewNotifier: Sendable {
    /// Whether a page is ready to be counted.
    public typealias PageState = PageViewAutomation.PageState

    private struct State {
        var page: PageState
        /// Grows with each change, so that an engine can tell a late message from a new one. The first is 1.
        var revision: UInt64 = 1
        var bindings: [NotifierBinding] = []
        var bindingCount: UInt64 = 0
    }

    private static let identities = Atomic<UInt64>(0)
    /// The notifier's own identity; its address would be used again.
    package let identity: UInt64
    private let protected: Protected<State>

    /// Creates a notifier in this state.
    public init(_ state: PageState) {
        identity = Self.identities.add(1, ordering: .relaxed).newValue
        protected = Protected(State(page: state))
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
        get { protected.withLock { $0.page } }
        set { change { _ in newValue } }
    }

    /// Says that the page is ready. Any thread.
    public func ready(_ event: PageViewEvent) {
        change { _ in .ready(event) }
    }

    /// Says that the page is ready under the name it has, with this payload. Any thread.
    public func ready(payload: Payload = [:]) {
        change { .ready(PageViewEvent(pageContext: $0.pageContext, payload: payload)) }
    }

    /// Says that the page is not ready, under the name it has. Any thread.
    public func pending() {
        change { .pending($0.pageContext) }
    }

    /// Makes a change and tells those who listen.
    private func change(_ next: (PageState) -> PageState) {
        let (page, revision, bindings) = protected.withLock { state in
            state.page = next(state.page)
            state.revision += 1
            return (state.page, state.revision, state.bindings)
        }
        // Outside the lock: the engine has one of its own, and delivers.
        for binding in bindings { binding.core.notify(binding.component, of: page, revision: revision, from: identity) }
    }

    /// Adds a listener. Tells the others, and what the listener has to know to begin with.
    func bind(
        _ component: ComponentID, of core: EngineCore
    ) -> (others: [NotifierBinding], page: PageState, revision: UInt64) {
        protected.withLock { state in
            state.bindingCount += 1
            let binding = NotifierBinding(core: core, component: component, number: state.bindingCount)
            let others = state.bindings.filter { $0.core !== core || $0.component != component }
            state.bindings = others + [binding]
            return (others, state.page, state.revision)
        }
    }

    func unbind(_ stale: [NotifierBinding]) {
        guard !stale.isEmpty else { return }
        let numbers = stale.map(\.number)
        // Carried out of the lock: a core that goes now takes foreign receivers with it.
        let removed = protected.withLock { state in
            defer { state.bindings.removeAll { numbers.contains($0.number) } }
            return state.bindings.filter { numbers.contains($0.number) }
        }
        withExtendedLifetime(removed) {}
    }
}

/// Where a notifier sends its changes: a component of an engine. It keeps the engine's core alive, not the engine.
struct NotifierBinding: Sendable {
    let core: EngineCore
    let component: ComponentID
    /// Its number among the notifier's bindings: an older one of the same component is another one.
    let number: UInt64
}
