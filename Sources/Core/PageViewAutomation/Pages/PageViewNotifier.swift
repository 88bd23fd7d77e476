import PageViewLifecycle

/// A component that is a page. A feature team writes only this:
///
///     final class ScannerScreen: Screen, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// A page on the main actor that creates its notifier lazily needs an isolated conformance, `@MainActor AnalyticsPage`. With the
/// upcoming feature `InferIsolatedConformances` the compiler infers the isolation. A framework's base class evaluates
/// `self as? any AnalyticsPage` and passes the page to ``PageViewEngine/declare(_:for:)``.
public protocol AnalyticsPage {
    /// The notifier that publishes the page's name and readiness. Read on the thread that passes the page to an engine.
    var pageViewNotifier: PageViewNotifier { get }
}

/// An object that publishes the state of one page (rule RD-001).
///
/// The page owns the notifier and sets its state, from any thread at any time. The engine observes it. A notifier belongs to one
/// component at a time (rule RD-007). The notifier keeps neither the page nor the engine alive.
public final class PageViewNotifier: AnalyticsPage, Sendable {
    /// The state of a page: pending or ready.
    public typealias PageState = PageViewAutomation.PageState

    // Keeps the engine's core alive, not the engine.
    private struct Declaration {
        let core: EngineCore
        let component: ComponentID
    }

    private struct State {
        var page: PageContext
        // `nil` while the page is pending.
        var payload: Payload?
        // The valid ones, the newest last. Nearly always there is at most one.
        var declarations: [Declaration] = []
    }

    // One lock of all notifiers, so that none needs memory for a lock. Code under it may take an engine's lock, and code under
    // an engine's lock never takes it. So the states reach an engine in the order in which they are set.
    private static let lock = Lock()
    private let locked: Locked<State>

    /// The notifier itself.
    public var pageViewNotifier: PageViewNotifier { self }

    /// Creates a notifier with an initial state.
    public init(_ state: PageState) {
        locked = Locked(State(page: state.pageContext, payload: state.event?.payload), by: Self.lock)
    }

    /// Creates the notifier of a page that is ready.
    public convenience init(_ event: PageViewEvent) { self.init(.ready(event)) }

    /// Creates the notifier of a page that is ready and has no payload: `PageViewNotifier("home")`.
    @_disfavoredOverload
    public convenience init(_ pageContext: PageContext) {
        self.init(.ready(PageViewEvent(pageContext: pageContext)))
    }

    /// Creates the notifier of a page that is not ready yet.
    public convenience init(pending pageContext: PageContext) { self.init(.pending(pageContext)) }

    /// The state of the page. Any thread. The engine has applied a new state when the setter returns.
    public var state: PageState {
        get {
            let (page, payload) = withState { ($0.page, $0.payload) }
            return payload.map { .ready(PageViewEvent(pageContext: page, payload: $0)) } ?? .pending(page)
        }
        set { set(newValue.pageContext, newValue.event?.payload) }
    }

    /// Marks the page ready, under the name of the event. Any thread.
    public func markReady(_ event: PageViewEvent) { set(event.pageContext, event.payload) }

    /// Marks the page ready, under its present name. Any thread.
    public func markReady(payload: Payload = [:]) { set(nil, payload) }

    /// Marks the page pending, under its present name. Any thread.
    public func markPending() { set(nil, nil) }

    // The lock is taken by its own property, because the thread sanitizer takes a read of a part of `locked` for one of the whole.
    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        return body(&locked.value)
    }

    // A `nil` page keeps the name.
    private func set(_ page: PageContext?, _ payload: Payload?) {
        Self.lock.lock()
        if let page { locked.value.page = page }
        locked.value.payload = payload
        let declarations = locked.value.declarations
        for index in declarations.indices {
            let (core, component) = (declarations[index].core, declarations[index].component)
            if !core.set(locked.value.page, payload, of: component, by: ObjectIdentifier(self), isDeclared: false) {
                locked.value.declarations.removeAll { $0.core === core && $0.component == component }
            }
        }
        Self.lock.unlock()
        for declaration in declarations { declaration.core.deliver() }
    }

    package var declaredEngines: [ObjectIdentifier] {
        withState { $0.declarations.map { ObjectIdentifier($0.core) } }
    }

    /// Declares the notifier for a component. From now on the notifier may change the page of the component (RD-007).
    ///
    /// `isStored` means that the page returns this notifier at each access. Without `isDelivering`, the caller delivers later.
    func declare(for component: ComponentID, of core: EngineCore, isStored: Bool = true, isDelivering: Bool = true) {
        let old = withState { state in
            let old = state.declarations
            let others = old.filter {
                ($0.core !== core || $0.component != component)
                    && $0.core.hasNotifier(ObjectIdentifier(self), $0.component)
            }
            state.declarations = others + [Declaration(core: core, component: component)]
            let isShared = others.contains { $0.core === core }
            _ = core.set(
                state.page, state.payload, of: component, by: ObjectIdentifier(self), isDeclared: true,
                mistake: isShared ? .sharedNotifier : isStored ? nil : .computedNotifier)
            return old
        }
        if isDelivering { core.deliver() }
        // Released outside the lock, because the deinitializer of an engine may run foreign code.
        withExtendedLifetime(old) {}
    }
}

extension PageViewNotifier {
    /// Marks the page ready, under its present name, with the app's variables: `["price": item.price]`. Any thread.
    @_disfavoredOverload
    public func markReady(payload: EventAttributes) { markReady(payload: payload.payload) }
}
