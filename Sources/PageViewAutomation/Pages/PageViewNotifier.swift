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
@safe public final class PageViewNotifier: @unchecked Sendable {
    /// The state of a page: whether it is ready to be counted.
    public typealias PageState = PageViewAutomation.PageState

    /// A component that the notifier is declared for. It keeps the engine's core alive, not the engine.
    private struct Declaration {
        let core: EngineCore
        let component: ComponentID
    }

    // Proof of `@unchecked Sendable`: the variables are reached under `lock` alone. An engine's lock may be taken under it, never
    // the other way round; so a state reaches the engines in the order in which it is set.
    private var page: PageContext
    /// `nil` while the page is pending.
    private var payload: Payload?
    /// The newest declaration, and those before it that still hold: nearly always none.
    private var declaration: Declaration? { didSet { updateSoleCore() } }
    private var olderDeclarations: [Declaration] = [] { didSet { updateSoleCore() } }
    // Proof: `declaration` keeps it alive under the lock, and its own delivery keeps it alive until the deliverer ends.
    /// The core of the only declaration. Retaining it each time the state is set takes 100 instructions.
    private var soleCore: Unmanaged<EngineCore>?
    // Set once, before anything else can reach the notifier.
    private var lock = SharedLocks.any

    /// Creates a notifier in a state.
    public init(_ state: PageState) {
        page = state.pageContext
        payload = state.event?.payload
        lock = SharedLocks.lock(of: ObjectIdentifier(self))
    }

    /// Creates the notifier of a page that is ready.
    public convenience init(_ event: PageViewEvent) {
        self.init(.ready(event))
    }

    /// Creates the notifier of a page that is not ready yet.
    public convenience init(pending pageContext: PageContext) {
        self.init(.pending(pageContext))
    }

    /// The state of the page. Any thread. The engine has applied a new state when the call returns.
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

    /// Sets the page to ready, under this name. Any thread.
    public func markReady(_ event: PageViewEvent) {
        state = .ready(event)
    }

    /// Sets the page to ready, under the name that it has. Any thread.
    public func markReady(payload: Payload = [:]) {
        lock.lock()
        set(payload)
    }

    /// Sets the page to pending, under the name that it has. Any thread.
    public func markPending() {
        lock.lock()
        set(nil)
    }

    private func updateSoleCore() {
        unsafe soleCore = olderDeclarations.isEmpty ? declaration.map { unsafe .passUnretained($0.core) } : nil
    }

    /// Sets the payload, applies the state to each engine, unlocks, and delivers what follows from it.
    private func set(_ payload: Payload?) {
        guard let core = unsafe soleCore, let component = declaration?.component else { return setInSeveral(payload) }
        unsafe core._withUnsafeGuaranteedRef { core in
            let outcome = core.set(
                page, payload, of: component, by: ObjectIdentifier(self), andDeliver: true)
            self.payload = payload
            let ended = outcome == .rejected ? declaration : nil
            if outcome == .rejected { declaration = nil }
            lock.unlock()
            if outcome == .mustDeliver { core.deliver() }
            // Released here: the end of an engine may run foreign code.
            withExtendedLifetime(ended) {}
        }
    }

    /// Applies the state to several engines or to none, unlocks, and delivers what follows from it.
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

    /// Whether the component of a declaration follows this notifier.
    private func isValid(_ declaration: Declaration) -> Bool {
        declaration.core.hasNotifier(ObjectIdentifier(self), declaration.component)
    }

    /// The declarations, the newest last.
    private var declarations: [Declaration] {
        get { olderDeclarations + [declaration].compactMap { $0 } }
        set {
            declaration = newValue.last
            olderDeclarations = newValue.dropLast()
        }
    }

    /// Declares the notifier for a component, whose page it may change from now on.
    func declare(for component: ComponentID, of core: EngineCore) {
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
        let mustDeliver = core.declare(component, page, payload, by: ObjectIdentifier(self), isShared: isShared)
        lock.unlock()
        if mustDeliver { core.deliver() }
        // Released here: the end of an engine may run foreign code.
        withExtendedLifetime(ended) {}
    }
}

#if !hasFeature(Embedded)
extension PageViewNotifier {
    /// Sets the page to ready, under the name that it has, with an app's own variables: `["price": item.price]`. Any thread.
    @_disfavoredOverload
    public func markReady(payload: EventAttributes) {
        markReady(payload: payload.payload)
    }
}
#endif
