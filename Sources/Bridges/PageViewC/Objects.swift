import CPageView
import PageViewAutomation
import PageViewLifecycle

/// The tables of all handles (CI-001).
enum Handles {
    /// The lock of all tables, so that a call with several handles acquires it once. No foreign code runs under it.
    static let lock = Lock()
    static let engines = HandleTable<EngineObject>(kind: 1, lock: lock)
    static let pages = HandleTable<ValueObject<PageContext>>(kind: 2, lock: lock)
    static let payloads = HandleTable<ValueObject<Payload>>(kind: 3, lock: lock)
    static let receivers = HandleTable<ReceiverObject>(kind: 4, lock: lock)
    static let turns = HandleTable<TurnObject>(kind: 6, lock: lock)
    #if !os(Windows) && !os(WASI)
    static let recordings = HandleTable<RecordingObject>(kind: 5, lock: lock)
    #endif

    /// Adds an object that ends with its engine.
    ///
    /// If the engine has ended meanwhile, the handle has ended too.
    static func insert<Object>(
        _ object: Object, into table: HandleTable<Object>, of engine: pv_engine
    ) throws(Failure) -> UInt64 {
        let handle = try table.insert(object, owner: engine)
        // An engine that ends removes its own handle first, and then those of its objects. So either it or this call removes it.
        if !engines.contains(engine) { _ = try? table.remove(handle) }
        return handle
    }
}

final class ValueObject<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// An engine that C refers to, and the identities that it issued.
///
/// A call retains the object, so the engine exists until the calls in progress on other threads have returned.
@safe final class EngineObject: Sendable {
    let engine: PageViewEngine
    // Proof: `engine` retains both. They are unmanaged, because a retain for each report takes 40 instructions.
    private let lifecycle: Unmanaged<LifecycleNotifier>
    private let core: Unmanaged<EngineCore>
    /// Guarded by ``Handles/lock``. A lock of its own would make each report slower.
    let identities = Locked(IssuedIdentities())

    let issuer: UInt32

    init(_ engine: PageViewEngine) {
        self.engine = engine
        unsafe lifecycle = .passUnretained(engine.lifecycle)
        unsafe core = .passUnretained(engine.core)
        issuer = engine.mainScene.issuer
    }

    @inline(__always)
    func report(_ event: ComponentEvent, of component: ComponentID, at time: pv_time) {
        withExtendedLifetime(self) {
            unsafe lifecycle._withUnsafeGuaranteedRef { $0.report(event, of: component, at: Timestamp(time)) }
        }
    }

    @inline(__always)
    func setReady(_ component: ComponentID, _ page: PageContext?, _ payload: Payload?, at time: pv_time) {
        withExtendedLifetime(self) {
            unsafe core._withUnsafeGuaranteedRef { $0.setReady(component, page, payload, at: Timestamp(time)) }
        }
    }
}

/// The identities that an engine issued, by their numbers in C (CI-001).
struct IssuedIdentities: ~Copyable {
    private struct Component {
        var generation: UInt32
        var hasNoDestroyReport: Bool
        /// Whether a `show` listed the component, so that the engine may have destroyed it.
        var isShown = false
        var tag: UInt64
    }

    static var maximumCount: Int { 1 << 27 }

    private var components: [Component] = []
    private var aliveCount = 0
    /// The tags of the scenes. The main scene has the index 0.
    private var sceneTags: [UInt64] = [0]

    func hasSpace(for count: Int) -> Bool { count <= Self.maximumCount - aliveCount }
    var hasSpaceForScene: Bool { sceneTags.count < Self.maximumCount }

    mutating func insert(_ component: ComponentID) {
        let entry = Component(generation: component.generation, hasNoDestroyReport: true, tag: component.tag)
        let index = Int(component.index)
        while components.count <= index {
            components.append(Component(generation: 0, hasNoDestroyReport: false, tag: 0))
        }
        // A `show` may have destroyed the component, without a report.
        if !components[index].hasNoDestroyReport { aliveCount += 1 }
        components[index] = entry
    }

    mutating func insert(_ scene: SceneID) {
        let index = Int(scene.index)
        while sceneTags.count <= index { sceneTags.append(0) }
        sceneTags[index] = scene.tag
    }

    mutating func setShown(_ component: ComponentID) {
        let index = Int(component.index)
        if components[index].generation == component.generation { components[index].isShown = true }
    }

    mutating func destroy(_ component: ComponentID) {
        let index = Int(component.index)
        guard components[index].generation == component.generation, components[index].hasNoDestroyReport else { return }
        components[index].hasNoDestroyReport = false
        aliveCount -= 1
    }

    /// Returns the component with a number, whether no report has destroyed it, and whether a `show` listed it; `nil`
    /// if no component had the number.
    @inline(__always)
    func component(_ number: UInt64, issuer: UInt32) -> (id: ComponentID, hasNoDestroyReport: Bool, isShown: Bool)? {
        let position = UInt32(truncatingIfNeeded: number)
        let generation = UInt32(truncatingIfNeeded: number &>> 32)
        guard position > 0, Int(position) <= components.count else { return nil }
        let entry = components[Int(position) &- 1]
        guard generation <= entry.generation else { return nil }
        let isLast = generation == entry.generation
        // The slot no longer contains the tag of an earlier component.
        let id = ComponentID(
            index: position &- 1, generation: generation, issuer: issuer, tag: isLast ? entry.tag : 0)
        return (id, isLast && entry.hasNoDestroyReport, entry.isShown)
    }

    func scene(_ number: UInt64, issuer: UInt32) -> SceneID? {
        guard number > 0, number <= UInt64(sceneTags.count) else { return nil }
        let index = UInt32(number - 1)
        return SceneID(index: index, issuer: issuer, tag: sceneTags[Int(index)])
    }
}

extension pv_component {
    init(_ component: ComponentID, of engine: pv_engine) {
        self.init(
            engine: engine, number: UInt64(component.generation) &<< 32 | (UInt64(component.index) &+ 1))
    }

    var isNone: Bool { engine == 0 && number == 0 }
}

extension pv_scene {
    init(_ scene: SceneID, of engine: pv_engine) {
        self.init(engine: engine, number: UInt64(scene.index) &+ 1)
    }

    var isNone: Bool { engine == 0 && number == 0 }
}
