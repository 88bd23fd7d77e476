/// The rules of the engine, as a value that turns inputs into records.
///
/// It has no lock and no callback, and it never traps. ``apply(_:at:)`` applies an input whole, with everything that follows from
/// it, before the next one (ORD-001). Besides inputs, only ``setWanted(_:)`` and ``adopt(generations:)`` change the model.
/// Emitted records are pending in `records`. Dense tables contain the components and scenes, and linked lists connect their
/// elements. So no step looks up a name. The model is copied only explicitly, by ``copy()``.
package struct EngineModel: ~Copyable, Sendable {
    package typealias Input = EngineInput<ComponentID, SceneID>

    let policy: EnginePolicy
    let mainScene: SceneID
    /// Whether inputs may omit their time. In a replay, all inputs carry it.
    private let hasClock: Bool
    #if !hasFeature(Embedded)
    // The existential makes the compiler pass the model by address. Without it, each query would copy the model's 300 bytes.
    private let clock: any TimeSource
    #elseif hasFeature(RawLayout)
    // So does a type with a raw layout, in the web module.
    private let addressOnly = AddressOnly()
    #endif

    /// The emitted records, in order. The owner of the model removes them.
    package var records = RecordBuffer<EngineRecord>()
    /// The kinds of records that have a subscriber. The model creates no records of other kinds (ORD-007).
    package var wanted = EngineRecord.Kinds.all
    /// Whether a stream follows the current page (QU-006). If so, each change of the current page appends a mark.
    var marksCurrentPages = false

    /// The time of the last input whose time was needed.
    private(set) var latest = Timestamp(nanoseconds: .min)
    /// Whether `latest` is the time of the present input.
    private var isTimeKnown = true
    var isRunning = true
    var sequence: UInt64 = 0
    /// The last number in the common order of `didAppear`s, beginnings of appearances, and deep links.
    private var orderCount: UInt64 = 0

    var states = SlotTable<ComponentState>()
    var components = SlotTable<ComponentRecord>()
    var containment = Containment()
    var scenes = SlotTable<SceneRecord>()
    /// The slot of each mentioned scene, by the scene's number.
    var sceneSlots: [Slot] = []
    private var freeSceneSlots: [Slot] = []

    /// All scenes, in the order in which they came to the front.
    var sceneOrder = LinkedList()
    /// The number of scenes in the foreground that have a current page.
    var foregroundPageCount = 0
    /// The number of scenes in the background that have a current page.
    var backgroundPageCount = 0
    var lastPage = LastOfAll<PageAppearance>()
    var lastCounted = LastOfAll<PageReference>()

    /// The scenes whose current page the present input may have changed.
    var scenesToUpdate = LinkedList()
    /// The scene whose current page the present input has ended (POL-003).
    ///
    /// Only `didDisappear`, `detach`, and `destroy` set it.
    var revealingScene = Slot.none

    package init(policy: EnginePolicy, mainScene: SceneID, clock: EngineClock? = nil) {
        self.policy = policy
        self.mainScene = mainScene
        hasClock = clock != nil
        #if !hasFeature(Embedded)
        self.clock = clock?.source ?? ZeroTimeSource()
        #endif
    }

    /// Returns an empty model with the same policy, which does not run.
    func emptied() -> EngineModel {
        var model = EngineModel(policy: policy, mainScene: mainScene)
        model.isRunning = false
        return model
    }

    /// Returns a copy without the pending records, for inputs that carry their time.
    func copy() -> EngineModel {
        var copy = EngineModel(policy: policy, mainScene: mainScene)
        copy.wanted = wanted
        (copy.latest, copy.isTimeKnown, copy.isRunning) = (latest, isTimeKnown, isRunning)
        (copy.sequence, copy.orderCount) = (sequence, orderCount)
        copy.states = states.copy()
        copy.components = components.copy { $0.copy() }
        copy.containment = containment.copy()
        copy.scenes = scenes.copy { $0.copy() }
        (copy.sceneSlots, copy.freeSceneSlots, copy.sceneOrder) = (sceneSlots, freeSceneSlots, sceneOrder)
        (copy.foregroundPageCount, copy.backgroundPageCount) = (foregroundPageCount, backgroundPageCount)
        (copy.lastPage, copy.lastCounted) = (lastPage, lastCounted)
        (copy.scenesToUpdate, copy.revealingScene) = (scenesToUpdate, revealingScene)
        return copy
    }

    // MARK: Inputs

    /// Applies one input.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - time: When it happened; by default, now. If the time is before the last time, the model emits a diagnostic and uses
    ///     the last time (ORD-006).
    @inline(__always)
    package mutating func apply(_ input: Input, at time: Timestamp? = nil) {
        if let time { advance(to: time, about: input.component) } else { isTimeKnown = !hasClock }
        switch input {
        case .component(let id, let event, let scene):
            apply(event, to: id, mentionedIn: scene)
        case .ready(let id, let scene, let page, let payload):
            if let slot = slot(of: id, mentionedIn: scene) {
                setPage(of: component(slot), page, isReady: true, payload: payload ?? Payload())
            }
        case .pending(let id, let scene, let page):
            if let slot = slot(of: id, mentionedIn: scene) {
                setPage(of: component(slot), page, isReady: false, payload: nil)
            }
        case .create(let id, let scene, let declaration):
            create(id, in: scene, declaration)
        case .declare(let id, let page, let payload, let notifier, let mistake):
            declare(id, page, payload, by: notifier, mistake: mistake)
        case .move(let id, let parent):
            if let slot = slot(of: id) { _ = move(id, at: slot, into: parent) }
        case .scene(let id, let event):
            if let scene = sceneSlot(of: id ?? mainScene) { apply(event, to: scene) }
        case .begin, .commit, .show: break
        case .interaction(let name, let scene, let properties, _):
            recordInteraction(name, properties ?? Payload(), in: scene)
        case .deepLink(let url, let scene, let source, _, _):
            handle(DeepLink(url: url, source: source), in: scene)
        case .discardDeepLink(let scene):
            discardDeepLink(in: scene)
        case .record(let id, let scene, let page, let payload):
            recordPageView(id, page: page, payload: payload, in: scene)
        case .start(let isCountingVisible):
            start(isCountingVisible: isCountingVisible)
        case .stop:
            stop()
        case .note(_, let number):
            if let number { sequence = number &- 1 }
        }
        finishInput()
    }

    /// Applies a report about a component, which is the most frequent input, without the cost of a whole `Input`.
    package mutating func apply(_ event: ComponentEvent, to id: ComponentID, at time: Timestamp?) {
        if let time { advance(to: time, about: id) } else { isTimeKnown = !hasClock }
        apply(event, to: id, mentionedIn: nil)
        finishInput()
    }

    @inline(__always)
    private mutating func apply(_ event: ComponentEvent, to id: ComponentID, mentionedIn scene: SceneID?) {
        if event == .attach, let scene {
            attach(id, to: scene)
        } else if let slot = slot(of: id, mentionedIn: scene) {
            apply(event, to: component(slot))
        }
    }

    /// Ends an input: updates the current pages once, after all effects of the input.
    // Inlined, which saves 15 instructions of a duplicate `didAppear`.
    @inline(__always)
    mutating func finishInput() {
        if !revealingScene.isNone { reveal() }
        if !scenesToUpdate.first.isNone { updateCurrentPages() }
    }

    mutating func nextOrder() -> UInt64 {
        orderCount += 1
        return orderCount
    }

    // MARK: Time

    /// The time of the present input. The clock is read at the first use.
    var now: Timestamp {
        mutating get {
            if !isTimeKnown { readClock() }
            return latest
        }
    }

    private mutating func readClock() {
        isTimeKnown = true
        #if !hasFeature(Embedded)
        // An earlier report may carry a time ahead of the clock, and time never decreases (ORD-006).
        if hasClock { latest = max(latest, clock.now) }
        #endif
    }

    /// Sets the time of the present input. An earlier time than the last one is a diagnostic (ORD-006).
    mutating func advance(to time: Timestamp, about component: @autoclosure () -> ComponentID?) {
        isTimeKnown = true
        if time >= latest {
            latest = time
        } else {
            diagnose(.timeWentBack, component().flatMap { hasExisted($0) ? $0 : nil })
        }
    }

    // MARK: Records

    /// Returns whether records of a kind are created: they have a subscriber, and the engine runs.
    func emits(_ kind: EngineRecord.Kinds) -> Bool { isRunning && !wanted.isDisjoint(with: kind) }

    // Inlined, which avoids a copy of the record and so saves 70 instructions of an appearance.
    @inline(__always)
    mutating func emit(_ record: consuming EngineRecord, _ kind: EngineRecord.Kinds) {
        records.append(record, kind: kind.rawValue)
    }

    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID? = nil) {
        guard emits(.diagnostics) else { return }
        emit(.diagnostic(Diagnostic(kind: kind, component: component, time: now)), .diagnostics)
    }

    /// Emits a diagnostic that no input causes, with the current time.
    mutating func diagnoseNow(_ kind: Diagnostic.Kind, _ component: ComponentID) {
        isTimeKnown = !hasClock
        diagnose(kind, component)
    }

    mutating func diagnose(_ kind: Diagnostic.Kind, of component: ComponentRef) {
        if emits(.diagnostics) { diagnose(kind, id(of: component)) }
    }

    // MARK: Components

    func component(_ slot: Slot) -> ComponentRef { ComponentRef(slot, states, components) }

    /// Returns the identity of a component.
    func id(of component: ComponentRef) -> ComponentID {
        ComponentID(
            index: UInt32(truncatingIfNeeded: component.slot), generation: component.state.generation,
            issuer: mainScene.issuer, tag: component.record.tag)
    }

    func id(of slot: Slot) -> ComponentID { id(of: component(slot)) }

    /// Returns the slot of a component. The first mention of a component creates it in `scene` (AP-001).
    // Inlined, which saves 30 instructions of an appearance.
    @inline(__always)
    mutating func slot(of id: ComponentID, mentionedIn scene: SceneID? = nil) -> Slot? {
        knownSlot(of: id) ?? newSlot(of: id, mentionedIn: scene)
    }

    /// Returns the slot of an existing component. It never creates a component.
    func knownSlot(of id: ComponentID) -> Slot? {
        guard id.issuer == mainScene.issuer, Int(id.index) < states.count else { return nil }
        let slot = Slot(truncatingIfNeeded: id.index)
        return states[slot].generation == id.generation && states[slot].lifetime == .alive ? slot : nil
    }

    private mutating func newSlot(of id: ComponentID, mentionedIn scene: SceneID?) -> Slot? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity, id)
            return nil
        }
        extendComponents(to: Int(id.index))
        let slot = Slot(id.index)
        switch states[slot].lifetime {
        case .alive where states[slot].generation < id.generation:
            // The notifier gave the slot to a newer component, so the older one ended without a report.
            end(component(slot), by: .destroyed)
            forget(slot)
        case .destroyed where states[slot].generation < id.generation, .unused:
            break
        case .alive, .destroyed:
            diagnose(.eventAfterDestroy, id)
            return nil
        }
        states[slot] = ComponentState(generation: id.generation)
        components[slot] = ComponentRecord(tag: id.tag)
        join(slot, to: scene.flatMap { sceneSlot(of: $0) } ?? openScene(mainScene))
        return slot
    }

    /// Records which components are already destroyed: in each slot, those of earlier generations (AP-010).
    mutating func adopt(generations: [UInt32]) {
        for (index, generation) in generations.enumerated() where generation > 0 {
            extendComponents(to: index)
            states[Slot(index)] = ComponentState(generation: generation - 1, lifetime: .destroyed)
        }
    }

    private mutating func extendComponents(to index: Int) {
        while components.count <= index {
            states.append(ComponentState(generation: 0, lifetime: .unused))
            components.append(ComponentRecord(tag: 0))
        }
    }

    /// Returns whether a component exists or has existed.
    private func hasExisted(_ id: ComponentID) -> Bool { knownSlot(of: id) != nil || isDestroyed(id) }

    /// Returns whether a component has existed and is destroyed.
    func isDestroyed(_ id: ComponentID) -> Bool {
        guard id.issuer == mainScene.issuer, Int(id.index) < states.count else { return false }
        let state = states[Slot(id.index)]
        switch state.lifetime {
        case .unused: return false
        case .alive: return state.generation > id.generation
        case .destroyed: return state.generation >= id.generation
        }
    }

    /// Frees the slot of a destroyed component, after the end of its appearance (AP-010).
    mutating func forget(_ slot: Slot) {
        if !components[slot].node.isNone { containment.end(components[slot].node) }
        leaveScene(slot)
        states[slot] = ComponentState(generation: states[slot].generation, lifetime: .destroyed)
        components[slot] = ComponentRecord(tag: components[slot].tag)
    }

    // MARK: Scenes

    func scene(_ slot: Slot) -> SceneRef { SceneRef(slot, scenes) }

    func scene(of component: ComponentRef) -> SceneRef { scene(component.record.scene) }

    /// Returns the slot of a scene. The first mention of a scene creates it (AP-001, AP-009).
    mutating func sceneSlot(of id: SceneID) -> Slot? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity)
            return nil
        }
        return openScene(id)
    }

    /// Returns the slot of a scene of this engine, and opens the scene.
    mutating func openScene(_ id: SceneID) -> Slot {
        let index = Int(id.index)
        while sceneSlots.count <= index { sceneSlots.append(.none) }
        let known = sceneSlots[index]
        if !known.isNone {
            scenes[known].isOpen = true
            return known
        }
        let slot: Slot
        if let free = freeSceneSlots.popLast() {
            scenes[free] = SceneRecord(id: id)
            slot = free
        } else {
            scenes.append(SceneRecord(id: id))
            slot = Slot(scenes.count - 1)
        }
        sceneSlots[index] = slot
        putBehind(slot)
        return slot
    }

    /// Returns the slot of an open scene. It neither creates nor opens a scene.
    func knownSceneSlot(of id: SceneID) -> Slot? {
        guard id.issuer == mainScene.issuer, Int(id.index) < sceneSlots.count else { return nil }
        let slot = sceneSlots[Int(id.index)]
        return slot.isNone || !scenes[slot].isOpen ? nil : slot
    }

    /// Returns whether a scene was never mentioned, or is closed and empty (AP-009).
    package func isClosedAndEmpty(_ id: SceneID) -> Bool {
        Int(id.index) >= sceneSlots.count || sceneSlots[Int(id.index)].isNone
    }

    /// Frees the slot of a scene that is closed and has no component (AP-009).
    mutating func freeSceneIfUnused(_ slot: Slot) {
        guard !scenes[slot].isOpen, scenes[slot].firstMember.isNone else { return }
        sceneSlots[Int(scenes[slot].id.index)] = .none
        removeFromOrder(slot)
        freeSceneSlots.append(slot)
    }
}

#if hasFeature(RawLayout)
/// A value that the compiler passes by address, and with it each type that contains it.
// Proof of `@unchecked Sendable`: no code reads or writes its one byte.
@_rawLayout(size: 1, alignment: 1)
struct AddressOnly: ~Copyable, @unchecked Sendable {}
#endif
