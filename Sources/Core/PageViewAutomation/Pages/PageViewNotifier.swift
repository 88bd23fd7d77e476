import PageViewLifecycle

/// A component that is a page. A feature team writes only this:
///
///     final class ScannerScreen: Screen, AnalyticsPage {
///         let pageViewNotifier = PageViewNotifier(.scanItem)
///     }
///
/// A page on the main actor that creates its notifier lazily needs an isolated conformance, `@MainActor AnalyticsPage`. With the
/// upcoming feature `InferIsolatedConformances` the compiler infers the isolation. A framework's base class evaluates
/// `self as? any AnalyticsPage` and passes the page to ``PageViewEngine/declare(_:for:)-(AnalyticsPage,_)``.
public protocol AnalyticsPage {
    /// The notifier that publishes the page's name and readiness. Read on the thread that passes the page to an engine.
    var pageViewNotifier: PageViewNotifier { get }
}

/// An object that publishes the state of one page (rule RD-001).
///
/// The page owns the notifier and sets its state, from any thread at any time. The engine observes it. A notifier belongs to one
/// component at a time (rule RD-007). The notifier keeps neither the page nor the engine alive.
@safe public final class PageViewNotifier: @unchecked Sendable {
    /// The state of a page: pending or ready.
    public typealias PageState = PageViewAutomation.PageState

    /// A component for which the notifier is declared. The declaration keeps the engine's core alive, not the engine.
    private struct Declaration {
        let core: EngineCore
        let component: ComponentID
    }

    // Proof of `@unchecked Sendable`: the variables are reached only under `lock`. Code under `lock` may acquire an engine's
    // lock, but code under an engine's lock never acquires `lock`. So the states reach the engines in the order in which they are
    // set.
    private var page: PageContext
    /// The payload of a ready page; `nil` while the page is pending.
    private var payload: Payload?
    /// The newest declaration.
    private var declaration: Declaration? { didSet { updateSoleCore() } }
    /// The older declarations that are still valid. Nearly always there are none.
    private var olderDeclarations: [Declaration] = [] { didSet { updateSoleCore() } }
    // Proof: under the lock, `declaration` keeps the core alive. Outside the lock, the core's own delivery keeps it alive until
    // the deliverer ends.
    /// The core of the only declaration. It is unmanaged, because a retain for each new state takes 100 instructions.
    private var soleCore: Unmanaged<EngineCore>?
    // Set once, before other code can reach the notifier.
    private var lock = SharedLocks.any

    /// Creates a notifier with an initial state.
    public init(_ state: PageState) {
        page = state.pageContext
        payload = state.event?.payload
        lock = SharedLocks.lock(of: ObjectIdentifier(self))
    }

    /// Creates the notifier of a page that is ready.
    public convenience init(_ event: PageViewEvent) {
        self.init(.ready(event))
    }

    /// Creates the notifier of a page that is ready and has no payload: `PageViewNotifier("home")`.
    @_disfavoredOverload
    public convenience init(_ pageContext: PageContext) {
        self.init(.ready(PageViewEvent(pageContext: pageContext)))
    }

    /// Creates the notifier of a page that is not ready yet.
    public convenience init(pending pageContext: PageContext) {
        self.init(.pending(pageContext))
    }

    /// The state of the page. Any thread. The engine has applied a new state when the setter returns.
    public var state: PageState {
        get {
            lock.lock()
            defer { lock.unlock() }
            return payload.map { .ready(PageViewEvent(pageContext: page, payload: $0)) } ?? .pending(page)
        }
        set {
            lock.lock()
            page = newValue.pageContext
            set(newValue.event?.payload)
        }
    }

    /// Marks the page ready, under the name of the event. Any thread.
    public func markReady(_ event: PageViewEvent) {
        state = .ready(event)
    }

    /// Marks the page ready, under its present name. Any thread.
    public func markReady(payload: Payload = [:]) {
        lock.lock()
        set(payload)
    }

    /// Marks the page pending, under its present name. Any thread.
    public func markPending() {
        lock.lock()
        set(nil)
    }

    private func updateSoleCore() {
        unsafe soleCore = olderDeclarations.isEmpty ? declaration.map { unsafe .passUnretained($0.core) } : nil
    }

    /// Sets the payload, applies the state to each engine, unlocks, and delivers the resulting records.
    private func set(_ payload: Payload?) {
        guard let core = unsafe soleCore, let component = declaration?.component else { return setInSeveral(payload) }
        unsafe core._withUnsafeGuaranteedRef { core in
            let outcome = core.set(
                page, payload, of: component, by: ObjectIdentifier(self), andDeliver: true)
            self.payload = payload
            let ended = outcome == .rejected ? declaration : nil
            if outcome == .rejected { declaration = nil }
            lock.unlock()
            switch outcome {
            case .applied: break
            case .mustDeliver: core.deliver()
            case .rejected: core.deliverPending()
            }
            // Released outside the lock, because the deinitializer of an engine may run foreign code.
            withExtendedLifetime(ended) {}
        }
    }

    /// Applies the state to several engines or to none, unlocks, and delivers the resulting records.
    @inline(never)
    private func setInSeveral(_ payload: Payload?) {
        self.payload = payload
        let (older, newest) = (olderDeclarations, declaration)
        var areValid = true
        func set(_ declaration: Declaration) {
            let outcome = declaration.core.set(
                page, payload, of: declaration.component, by: ObjectIdentifier(self), andDeliver: false)
            if outcome == .rejected { areValid = false }
        }
        for declaration in older { set(declaration) }
        if let newest { set(newest) }
        if !areValid { declarations = declarations.filter(isValid) }
        lock.unlock()
        for declaration in older { declaration.core.deliverPending() }
        newest?.core.deliverPending()
    }

    /// Returns whether the component of a declaration still follows this notifier.
    private func isValid(_ declaration: Declaration) -> Bool {
        declaration.core.hasNotifier(ObjectIdentifier(self), declaration.component)
    }

    /// All declarations, the newest last.
    private var declarations: [Declaration] {
        get { olderDeclarations + [declaration].compactMap { $0 } }
        set {
            declaration = newValue.last
            olderDeclarations = newValue.dropLast()
        }
    }

    /// The identities of the engines for which the notifier is declared, for compatibility tests.
    package var declaredEngines: [ObjectIdentifier] {
        lock.lock()
        defer { lock.unlock() }
        return declarations.map { ObjectIdentifier($0.core) }
    }

    /// Declares the notifier for a component. From now on the notifier may change the page of the component (RD-007).
    ///
    /// - Parameter isStored: Whether the page returns this notifier at each access.
    func declare(for component: ComponentID, of core: EngineCore, isStored: Bool = true) {
        lock.lock()
        let new = Declaration(core: core, component: component)
        let ended = declaration == nil ? [] : declarations
        var isShared = false
        if ended.isEmpty {
            declaration = new
        } else {
            let others = ended.filter {
                let isSame = $0.core === core && $0.component == component
                return !isSame && isValid($0)
            }
            isShared = others.contains { $0.core === core }
            declarations = others + [new]
        }
        let mustDeliver = core.declare(
            component, page, payload, by: ObjectIdentifier(self),
            mistake: isShared ? .sharedNotifier : isStored ? nil : .computedNotifier)
        lock.unlock()
        if mustDeliver { core.deliver() }
        // Released outside the lock, because the deinitializer of an engine may run foreign code.
        withExtendedLifetime(ended) {}
    }
}

#if !hasFeature(Embedded)
extension PageViewNotifier {
    /// Marks the page ready, under its present name, with the app's variables: `["price": item.price]`. Any thread.
    @_disfavoredOverload
    public func markReady(payload: EventAttributes) {
        markReady(payload: payload.payload)
    }
}
#endif
