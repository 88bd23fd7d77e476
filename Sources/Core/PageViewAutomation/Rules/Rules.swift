/// The rules of the engine, as a value that turns inputs into records.
///
/// A report only changes facts, such as that a component appeared. Then ``evaluate(begins:counts:)`` decides which appearances end,
/// begin and count. An update postpones that call until its commit. A few inputs act at once: links, interactions, page views by
/// hand, and the close of a scene or the stop of the engine. The rules have no lock and no callback, and they never trap.
///
/// Frequent code calls only mutating functions of `Rules`, and others of the arrays, because any other call copies the whole value.
/// Functions outside of the path of a frequent report are not inlined, which saves 4 KB of the web module.
package struct Rules: Sendable {
    package typealias Input = EngineInput<ComponentID, SceneID>

    /// A report that acts at the end of a decision, after what begins (AP-015, AP-016, QU-008).
    enum Act: Equatable {
        case focus(ComponentID)
        case active(scene: Int)
        case order(scene: Int)
    }

    package var policy: EnginePolicy
    package let mainScene: SceneID
    private let clock: EngineClock?

    package var outbox: [EngineRecord] = []
    /// The kinds of records that have a subscriber. The rules create no records of other kinds (ORD-007).
    package var wanted = EngineRecord.Kinds.all { didSet { didSetWanted(oldValue) } }
    /// Whether another page or scene may be in front since the owner cleared the flag (QU-006).
    var hasNewCurrentPage = false

    private(set) package var latest: Timestamp?
    /// Whether `latest` is the time of the present input.
    private var isTimeKnown = true
    private(set) package var isRunning = true
    package var sequence: UInt64 = 0
    /// The last number of the common order of `didAppear`s, appearances, scenes, and deep links.
    private(set) var orderCount: UInt64 = 0

    /// The number of updates that have begun and not ended (AP-015).
    private(set) var updateDepth = 0
    /// The number of stops, each of which has ended all updates.
    private(set) var stopCount: UInt64 = 0
    /// The last page view and the last order before the present decision or update. Policies judge what was before (POL-001).
    var before: (sequence: UInt64, order: UInt64) = (0, 0)

    var components: [Component] = []
    var scenes: [Scene] = []
    /// The index in `scenes` of each mentioned scene, by the scene's number.
    var sceneIndices: [Int?] = []
    private var freeScenes: [Int] = []
    /// The scene that came to the front last is last (QU-004).
    var sceneOrder: [Int] = []
    var hadLink = false
    /// The page that was the engine's current page last, and its scene if that is still open (QU-003).
    var lastPage: PageAppearance?
    var lastScene: Int?
    package internal(set) var lastCounted: PageReference?
    var hasLevels = false

    /// The components at which decisions have looked, for explanations (EX-001); `nil` without them.
    var examined: [ComponentID]?

    // The work of the next decision.
    var changed: [Int] = []
    /// Whether a component has another container or level, so that another page may be current.
    var hasMoved = false
    var changedScenes: [Int] = []
    var acts: [Act] = []
    var showCount: UInt32 = 0
    var hasBegunShown = false
    /// Live components that were detached, without a `didAppear` since.
    var detached: [Int] = []
    /// Held components whose `didAppear` was withdrawn.
    var withdrawn: [Int] = []
    /// The component whose cancelled transition may count (POL-002).
    var cancelled: Int?
    /// Destroyed components whose slots become free after the decision.
    var destroyed: [Int] = []
    private var freed: [ComponentID] = []
    // Lists of a decision, kept for their memory.
    var ending: [Int] = []
    var counting: [Int] = []
    var beginning: [Int] = []

    package init(policy: EnginePolicy, mainScene: SceneID, clock: EngineClock? = nil) {
        (self.policy, self.mainScene, self.clock) = (policy, mainScene, clock)
    }

    // MARK: Inputs

    /// Applies one input with everything that follows from it (ORD-001).
    @inline(__always)
    package mutating func apply(_ input: Input, at time: Timestamp? = nil) {
        begin(at: time, about: input.component)
        switch input {
        case .component(let id, let event, let scene):
            report(event, of: id, mentionedIn: scene)
            if event == .attach { return decide(begins: .attached) }
        case .ready(let id, let scene, let page, let payload):
            if let slot = slot(of: id, mentionedIn: scene) {
                setPage(of: slot, page, isReady: true, payload: payload ?? Payload())
            }
        case .pending(let id, let scene, let page):
            if let slot = slot(of: id, mentionedIn: scene) { setPage(of: slot, page, isReady: false, payload: nil) }
        case .create(let id, let scene, let declaration):
            create(id, in: scene, declaration)
        case .declare(let id, let page, let payload, let notifier, let mistake):
            declare(id, page, payload, by: notifier, mistake: mistake)
        case .move(let id, let parent):
            if let slot = slot(of: id) { _ = move(id, at: slot, into: parent, mentionedIn: nil) }
        case .scene(let id, let event):
            if let scene = sceneIndex(of: id ?? mainScene) { report(event, of: scene) }
            if event == .foreground { return decide(begins: .foregrounded, counts: .foregrounded) }
        case .begin:
            beginUpdate()
        case .commit:
            commit()
        case .show(let scene, let entries):
            show(entries, in: scene ?? mainScene)
        case .interaction(let name, let scene, let properties, let component):
            recordInteraction(name, properties ?? Payload(), in: scene, of: component)
        case .deepLink(let url, let scene, let source, let target, let expires):
            handle(DeepLink(url: url, source: source), in: scene, target: target, expires: expires)
        case .discardDeepLink(let scene):
            discardDeepLink(in: scene)
        case .record(let id, let scene, let page, let payload):
            recordPageView(id, page: page, payload: payload, in: scene)
        case .start(let isCountingVisible):
            start(isCountingVisible: isCountingVisible)
        case .stop:
            stop()
        case .note(_, let number):
            if let number, Input.nextPageViews.contains(number) { sequence = number - 1 }
        }
        decide()
    }

    /// Applies the most frequent input without the cost of a whole `Input`.
    // Inlining saves 28 of the 470 instructions of a repeated report.
    @inline(__always)
    package mutating func apply(_ event: ComponentEvent, to id: ComponentID, at time: Timestamp?) {
        begin(at: time, about: id)
        report(event, of: id, mentionedIn: nil)
        decide(begins: event == .attach ? .attached : .appeared)
    }

    /// Sets the time of an input. An earlier time than the last one is a diagnostic (ORD-006).
    package mutating func begin(at time: Timestamp?, about component: @autoclosure () -> ComponentID?) {
        guard let time else {
            isTimeKnown = clock == nil
            return
        }
        isTimeKnown = true
        if let latest, time < latest {
            diagnose(.timeWentBack, component().flatMap { hasExisted($0) ? $0 : nil })
        } else {
            latest = time
        }
    }

    /// Decides what follows from the facts, unless an update is in progress.
    // Inlining saves 9 of the 470 instructions of a repeated report.
    #if !hasFeature(Embedded)
    @inline(__always)
    #endif
    package mutating func decide(begins: PageView.Cause = .appeared, counts: PageView.Cause = .ready) {
        guard updateDepth == 0, !changed.isEmpty || !changedScenes.isEmpty || !acts.isEmpty else { return }
        before = (sequence, orderCount)
        evaluate(begins: begins, counts: counts)
    }

    // MARK: Updates (AP-015)

    package var isInUpdate: Bool { updateDepth > 0 }

    @inline(never) mutating func beginUpdate() {
        if updateDepth == 0 { before = (sequence, orderCount) }
        updateDepth += 1
    }

    @inline(never) mutating func commit() {
        guard updateDepth > 0 else { return diagnose(.commitWithoutBegin) }
        updateDepth -= 1
        if updateDepth == 0 { evaluate(begins: .appeared, counts: .ready) }
    }

    @inline(never) mutating func decideInUpdate() {
        guard updateDepth > 0 else { return }
        evaluate(begins: .appeared, counts: .ready)
        before = (sequence, orderCount)
    }

    // MARK: Time and order

    /// The time of the present input. The clock is read at the first use.
    var now: Timestamp {
        mutating get {
            if !isTimeKnown, let clock {
                isTimeKnown = true
                // An earlier report may carry a time ahead of the clock, and time never decreases (ORD-006).
                latest = latest.map { max($0, clock.now) } ?? clock.now
            }
            return latest ?? .zero
        }
    }

    mutating func timeOfNextInput() -> Timestamp {
        isTimeKnown = false
        return now
    }

    mutating func nextOrder() -> UInt64 {
        orderCount &+= 1
        return orderCount
    }

    // MARK: Records

    mutating func emits(_ kind: EngineRecord.Kinds) -> Bool { isRunning && !wanted.isDisjoint(with: kind) }

    mutating func diagnose(_ kind: Diagnostic.Kind, _ component: ComponentID? = nil) {
        guard emits(.diagnostics) else { return }
        outbox.append(.diagnostic(Diagnostic(kind: kind, component: component, time: now)))
    }

    /// Emits a diagnostic that no input causes, with the current time.
    mutating func diagnoseNow(_ kind: Diagnostic.Kind, _ component: ComponentID) {
        isTimeKnown = clock == nil
        diagnose(kind, component)
    }

    // MARK: Components

    /// Returns the slot of a component. The first mention of a component creates it in `scene` (AP-001).
    mutating func slot(of id: ComponentID, mentionedIn scene: SceneID? = nil) -> Int? {
        components.slot(of: id) ?? newSlot(of: id, mentionedIn: scene)
    }

    @inline(never) private mutating func newSlot(of id: ComponentID, mentionedIn scene: SceneID?) -> Int? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity, id)
            return nil
        }
        extendComponents(to: Int(id.index))
        let slot = Int(id.index)
        switch components[slot].lifetime {
        case .alive where components[slot].id.generation < id.generation:
            // The notifier gave the slot to a newer component, so the older one ended without a report.
            destroy(slot)
            evaluate(begins: .appeared, counts: .ready)
        case .destroyed where components[slot].id.generation < id.generation, .unused:
            break
        case .alive, .destroyed:
            diagnose(.eventAfterDestroy, id)
            return nil
        }
        let scene = scene.flatMap { sceneIndex(of: $0) } ?? openScene(mainScene)
        components[slot] = Component(id, in: scene)
        scenes[scene].memberCount += 1
        return slot
    }

    /// Records which components are already destroyed: in each slot, those of earlier generations (AP-010).
    package mutating func adopt(generations: [UInt32]) {
        for (index, generation) in generations.enumerated() where generation > 0 {
            extendComponents(to: index)
            let id = ComponentID(
                index: UInt32(index), generation: generation - 1, issuer: mainScene.issuer, tag: 0)
            components[index] = Component(id, in: 0, lifetime: .destroyed)
        }
    }

    private mutating func extendComponents(to index: Int) {
        while components.count <= index {
            let id = ComponentID(index: UInt32(components.count), generation: 0, issuer: mainScene.issuer, tag: 0)
            components.append(Component(id, in: 0, lifetime: .unused))
        }
    }

    private func hasExisted(_ id: ComponentID) -> Bool { components.slot(of: id) != nil || isDestroyed(id) }

    package func isDestroyed(_ id: ComponentID) -> Bool {
        guard id.issuer == mainScene.issuer, Int(id.index) < components.count else { return false }
        let component = components[Int(id.index)]
        switch component.lifetime {
        case .unused: return false
        case .alive: return component.id.generation > id.generation
        case .destroyed: return component.id.generation >= id.generation
        }
    }

    /// Frees the slots of destroyed components (AP-010).
    @inline(never) mutating func releaseDestroyed() {
        for slot in destroyed {
            let (id, scene) = (components[slot].id, components[slot].scene)
            leaveScene(scene)
            components[slot] = Component(id, in: 0, lifetime: .destroyed)
            freed.append(id)
        }
        destroyed.removeAll(keepingCapacity: true)
    }

    package var hasFreed: Bool { !freed.isEmpty }

    package mutating func takeFreed() -> [ComponentID] {
        defer { freed = [] }
        return freed
    }

    // MARK: Scenes

    /// Returns the index of a scene. The first mention of a scene creates it (AP-001, AP-009).
    @inline(never) mutating func sceneIndex(of id: SceneID) -> Int? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity)
            return nil
        }
        return openScene(id)
    }

    @inline(never) mutating func openScene(_ id: SceneID) -> Int {
        while sceneIndices.count <= Int(id.index) { sceneIndices.append(nil) }
        let known = sceneIndices[Int(id.index)]
        if let known, scenes[known].isOpen { return known }
        let index = known ?? freeScenes.popLast() ?? scenes.count
        var scene = Scene(id, mention: nextOrder())
        if known != nil {
            (scene.memberCount, scene.isChanged) = (scenes[index].memberCount, scenes[index].isChanged)
        } else {
            sceneIndices[Int(id.index)] = index
            // A new scene comes to the front when an appearance begins in it.
            sceneOrder.insert(index, at: 0)
        }
        if index == scenes.count { scenes.append(scene) } else { scenes[index] = scene }
        return index
    }

    func knownScene(_ id: SceneID) -> Int? {
        guard id.issuer == mainScene.issuer, Int(id.index) < sceneIndices.count,
            let index = sceneIndices[Int(id.index)],
            scenes[index].isOpen
        else { return nil }
        return index
    }

    /// Returns whether a scene was never mentioned, or is closed and empty (AP-009).
    package func isClosedAndEmpty(_ id: SceneID) -> Bool {
        Int(id.index) >= sceneIndices.count || sceneIndices[Int(id.index)] == nil
    }

    @inline(never) mutating func leaveScene(_ scene: Int) {
        scenes[scene].memberCount -= 1
        freeSceneIfUnused(scene)
    }

    /// Frees a scene that is closed and has no component (AP-009).
    @inline(never) mutating func freeSceneIfUnused(_ scene: Int) {
        guard !scenes[scene].isOpen, scenes[scene].memberCount == 0, let number = sceneOrder.firstIndex(of: scene)
        else { return }
        sceneIndices[Int(scenes[scene].id.index)] = nil
        sceneOrder.remove(at: number)
        freeScenes.append(scene)
    }

    // MARK: Start and stop (ORD-005)

    mutating func stop() {
        (updateDepth, stopCount) = (0, stopCount &+ 1)
        guard isRunning else { return }
        let live = components.indices.filter { components[$0].isLive }
        voidDetached(live)
        let visible = live.filter { components[$0].liveScene == components[$0].scene && components.isShown($0) }
        endAll(live, withdrawing: components.indices.filter { components[$0].isHeld && !components[$0].hasBegun })
        updateCurrentPages()
        isRunning = false
        detached = []
        for scene in scenes.indices { scenes[scene].link = nil }
        for slot in visible { components[slot].mutedScene = components[slot].scene }
    }

    /// If `isCountingVisible`, the appearances of visible components begin now. Otherwise each begins at its next `didAppear`.
    mutating func start(isCountingVisible: Bool) {
        guard !isRunning else { return }
        isRunning = true
        guard isCountingVisible else { return }
        for slot in components.indices where components[slot].isMuted {
            components[slot].mutedScene = nil
            setChanged(slot)
        }
    }
}
