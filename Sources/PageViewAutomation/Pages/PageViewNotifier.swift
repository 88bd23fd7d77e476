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
        /// Grows with each change, so that an engine can tell a late message from a new one.
        var revision: UInt64 = 0
        var bindings: [NotifierBinding] = []
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
        set {
            let (bindings, revision) = protected.withLock { state in
                state.page = newValue
                state.revision += 1
                return (state.bindings, state.revision)
            }
            // Outside the lock: the engine has one of its own, and delivers.
            for binding in bindings { binding.send(newValue, revision: revision, from: self) }
        }
    }

    /// Says that the page is ready. Any thread.
    public func ready(_ event: PageViewEvent) {
        state = .ready(event)
    }

    /// Says that the page is ready under the name it has, with this payload. Any thread.
    public func ready(payload: Payload = [:]) {
        state = .ready(PageViewEvent(pageContext: state.pageContext, payload: payload))
    }

    /// Says that the page is not ready, under the name it has. Any thread.
    public func pending() {
        state = .pending(state.pageContext)
    }

    /// Adds a listener; returns the others.
    func bind(_ binding: NotifierBinding) -> [NotifierBinding] {
        protected.withLock { state in
            let others = state.bindings.filter { $0 != binding }
            state.bindings = others + [binding]
            return others
        }
    }

    func unbind(_ stale: [NotifierBinding]) {
        guard !stale.isEmpty else { return }
        protected.withLock { $0.bindings.removeAll(where: stale.contains) }
    }

    var revised: (state: PageState, revision: UInt64) {
        protected.withLock { ($0.page, $0.revision) }
    }
}

/// Where a notifier sends its changes: a component of an engine. It keeps the engine's core alive, not the engine.
struct NotifierBinding: Sendable, Equatable {
    let core: EngineCore
    let component: ComponentID

    func send(_ state: PageState, revision: UInt64, from notifier: PageViewNotifier) {
        core.notify(component, of: state, revision: revision, from: notifier.identity)
    }

    static func == (left: NotifierBinding, right: NotifierBinding) -> Bool {
        left.core === right.core && left.component == right.component
    }
}
