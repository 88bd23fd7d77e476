import PageViewLifecycle

/// A component that is an analytics page. This is all that a feature team writes:
///
///     final class ScannerScreen: Screen, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// A page of the main actor that creates its notifier lazily conforms in isolation, `@MainActor AnalyticsPage`; with the
/// upcoming feature `InferIsolatedConformances` the compiler adds that by itself. A framework's base class asks
/// `self as? any AnalyticsPage` and hands the page to ``PageViewEngine/declare(_:for:)-(AnalyticsPage,_)``.
public protocol AnalyticsPage {
    /// The notifier that publishes the page's name and readiness. Read on the thread that hands the page to an engine.
    var pageViewNotifier: PageViewNotifier { get }
}

/// The state of one page, which its page sets and its engine observes.
///
/// Set it from any thread at any time. It belongs to one component at a time (rules RD-001, RD-007). It keeps no page alive,
/// and no engine.
public final class PageViewNotifier: @unchecked Sendable {
    /// The state of a page: whether it is ready to be counted.
    public typealias PageState = PageViewAutomation.PageState

    /// A component that the notifier is declared for. It keeps the engine's core alive, not the engine.
    private struct Declaration {
        let core: EngineCore
        let component: ComponentID
    }

    // Proof of `@unchecked Sendable`: the variables are reached under `lock` alone. An engine's lock may be taken under it, never
    // the other way round; so a state reaches the engines in the order in which it is set.
    private var current: PageState
    /// The declarations, the newest last: nearly always one.
    private var declarations: [Declaration] = []
    private var lock: Lock { SharedLocks.lock(of: ObjectIdentifier(self)) }

    /// Creates a notifier in a state.
    public init(_ state: PageState) {
        current = state
    }

    /// Creates the notifier of a page that is ready.
    public convenience init(_ event: PageViewEvent) {
        self.init(.ready(event))
    }

    /// Creates the notifier of a page that is not ready yet.
    public convenience init(pending pageContext: PageContext) {
        self.init(.pending(pageContext))
    }

    /// The state of the page. Any thread. What follows from setting it has happened when the call returns.
    public var state: PageState {
        get {
            lock.lock()
            defer { lock.unlock() }
            return current
        }
        set {
            lock.lock()
            set(newValue)
        }
    }

    /// Sets the page to ready, under this name. Any thread.
    public func ready(_ event: PageViewEvent) {
        state = .ready(event)
    }

    /// Sets the page to ready, under the name that it has. Any thread.
    public func ready(payload: Payload = [:]) {
        lock.lock()
        set(.ready(PageViewEvent(pageContext: current.pageContext, payload: payload)))
    }

    /// Sets the page to pending, under the name that it has. Any thread.
    public func pending() {
        lock.lock()
        set(.pending(current.pageContext))
    }

    /// Sets the state, applies it to each engine, unlocks, and delivers what follows from it.
    private func set(_ state: consuming PageState) {
        guard declarations.count == 1 else { return setInSeveral(state) }
        let declaration = declarations[0]
        let outcome = declaration.core.set(state, of: declaration.component, by: ObjectIdentifier(self))
        current = state
        if outcome == .rejected { declarations = [] }
        lock.unlock()
        if outcome == .mustDeliver { declaration.core.deliver() }
    }

    private func setInSeveral(_ state: PageState) {
        current = state
        let outcomes = declarations.map { declaration in
            (declaration, declaration.core.set(state, of: declaration.component, by: ObjectIdentifier(self)))
        }
        declarations = outcomes.filter { $0.1 != .rejected }.map(\.0)
        lock.unlock()
        for (declaration, outcome) in outcomes where outcome == .mustDeliver { declaration.core.deliver() }
    }

    /// Declares the notifier for a component, whose page it may change from now on.
    func declare(for component: ComponentID, of core: EngineCore) {
        lock.lock()
        let others = declarations.filter { declaration in
            let isSame = declaration.core === core && declaration.component == component
            return !isSame && declaration.core.hasNotifier(ObjectIdentifier(self), declaration.component)
        }
        let isShared = others.contains { $0.core === core }
        let mustDeliver = core.declare(component, current, by: ObjectIdentifier(self), isShared: isShared)
        declarations = others + [Declaration(core: core, component: component)]
        lock.unlock()
        if mustDeliver { core.deliver() }
    }
}

#if !hasFeature(Embedded)
extension PageViewNotifier {
    /// Sets the page to ready, under the name that it has, with an app's own variables: `["price": item.price]`. Any thread.
    @_disfavoredOverload
    public func ready(payload: EventAttributes) {
        ready(payload: payload.payload)
    }
}
#endif
