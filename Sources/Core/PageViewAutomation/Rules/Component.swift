/// A component: the facts that its framework has reported, and its live appearance.
package struct Component: Sendable {
    /// The use of the slot: by no component yet, by an existing one, or by a destroyed one (AP-010).
    enum Lifetime: UInt8 { case unused, alive, destroyed }

    /// The part of a container that the container shows (AP-014).
    enum Selection: Equatable {
        case none
        case part(Int)
        /// The selected part was removed, and the container hides all its parts.
        case empty
    }

    package let id: ComponentID
    var lifetime: Lifetime
    /// Whether the next decision looks at the component.
    var isChanged = false

    // MARK: Facts

    var machine = LifecycleMachine()
    package var isAttached = true
    /// Whether the component appeared at a decision. From then on it hides its content while it does not appear (AP-017).
    package var hasAppeared = false
    /// Whether a `will…` or `did…` of the component has been reported (AP-014).
    package var hasReported = false
    /// Whether the last `didAppear` is void. The rest of the disappearance may follow (AP-005).
    var isVoid = false
    var scene: Int
    var parent: Int?
    var parts: [Int] = []
    package var isExclusive = false
    /// Whether a container hid the component at the last decision about it. Here, it takes no memory.
    var isHidden = false
    var selection = Selection.none
    /// The declared level; `nil` for that of the container (QU-009).
    package var level: Int?
    package var page: PageContext?
    /// The payload of the page; `nil` while the page is pending or has none.
    var payload: Payload?
    package var isReady = true
    /// The only notifier that may change the page (RD-007).
    var notifier: ObjectIdentifier?

    // MARK: Appearances

    /// The order of the `didAppear`, the first of repeated ones.
    package var appearedOrder: UInt64 = 0
    /// Whether the `didAppear` has led to an appearance (PV-007).
    var hasBegun = false
    /// The number of the `show` whose list orders the component; 0 if no list does, or if its `didAppear` was withdrawn
    /// (AP-016).
    var listing: UInt32 = 0
    /// The scene in which the component was visible while the engine was stopped; otherwise `nil`. It waits for a new `didAppear`,
    /// or until a container has hidden it and shows it again (ORD-005).
    var mutedScene: Int?
    /// The number of appearances, which is the ordinal of the live or last one (AP-003).
    var appearanceCount: UInt32 = 0
    /// The scene of the live appearance, which never changes its scene; `nil` if the component is not live.
    var liveScene: Int?
    /// The live appearance, or the last one. It is not optional, because `appearance?.age` copies the component, 300 instructions.
    var appearance = Appearance()
    /// The page that the live appearance was counted as; `nil` if it has not been counted.
    package var countedAs: PageContext?

    /// What a decision does with the appearance of a component; ``moves`` ends it and begins another one in another scene.
    enum Decision { case stays, begins, mayCount, ends, moves }

    init(_ id: ComponentID, in scene: Int, lifetime: Lifetime = .alive) {
        (self.id, self.scene, self.lifetime) = (id, scene, lifetime)
    }

    var isLive: Bool { liveScene != nil }
    package var presence: ComponentStatus.Presence { isLive ? .live : isHeld ? .held : .hidden }
    var isMuted: Bool { mutedScene != nil }
    /// Whether the `didAppear` waits for what is missing (AP-002).
    var isHeld: Bool { machine.isAppeared && !isLive && !isMuted && lifetime == .alive }
    /// The page that the appearance was counted as, otherwise the page that the component declares.
    var shownPage: PageContext? { countedAs ?? page }
    var appearanceID: AppearanceID { AppearanceID(component: id, ordinal: appearanceCount) }

    mutating func appears(_ event: ComponentEvent) -> Bool {
        hasReported = true
        // In a new transition, the `didDisappear` of the old one can no longer follow.
        isVoid = false
        return machine.apply(event) != nil
    }

    // Several fields in one call, because each assignment to an element of an array checks the array.

    /// Makes the next decision look at the component. Returns `true` at the first call before that decision.
    mutating func setChanged() -> Bool {
        defer { isChanged = true }
        return !isChanged
    }

    mutating func decide(isInForeground: Bool, isRunning: Bool) -> Decision {
        isChanged = false
        if machine.isAppeared { hasAppeared = true }
        // In another scene, or shown again, it is another appearance.
        let isShown = machine.isAppeared && isAttached && lifetime == .alive && !isHidden
        if !isShown || mutedScene != scene { mutedScene = nil }
        guard isShown else {
            return isLive ? .ends : .stays
        }
        if liveScene == scene {
            // A new `didAppear` in an update belongs to the appearance that goes on.
            hasBegun = true
            return countedAs == nil ? .mayCount : .stays
        }
        // What is visible in a stopped engine waits for a new `didAppear`.
        if isInForeground, !isRunning { mutedScene = scene }
        let begins = isInForeground && !isMuted
        if isLive { return begins ? .moves : .ends }
        return begins ? .begins : .stays
    }

    mutating func begin(_ appearance: Appearance) {
        hasBegun = true
        appearanceCount &+= 1
        (self.appearance, liveScene) = (appearance, scene)
    }

    mutating func end() -> (page: PageContext?, isCounted: Bool) {
        liveScene = nil
        let counted = countedAs.take()
        return (counted ?? page, counted != nil)
    }

    mutating func count(as page: PageContext, sequence: UInt64) {
        countedAs = page
        appearance.countedSequence = sequence
    }

    mutating func disappears() {
        (hasReported, isVoid, mutedScene) = (true, false, nil)
        _ = machine.apply(.didDisappear)
    }

    /// Returns why the component hides a part, whatever hides the component itself; `nil` if it does not (AP-017).
    func reasonToHide(_ part: Int) -> HidingReason<Int>? {
        if !isAttached { return .isDetached }
        if hasAppeared, !machine.isAppeared { return .hasDisappeared }
        switch selection {
        case .none: return nil
        case .part(let selected): return selected == part ? nil : .shows(selected)
        case .empty: return .showsNone
        }
    }
}

/// Why a container hides a part (AP-014, AP-017).
package enum HidingReason<Part: Sendable & Hashable>: Sendable, Hashable {
    case isDetached
    case hasDisappeared
    /// Its selected part was removed.
    case showsNone
    /// It shows this part.
    case shows(Part)

    package func map<Other>(_ transform: (Part) -> Other) -> HidingReason<Other> {
        switch self {
        case .isDetached: .isDetached
        case .hasDisappeared: .hasDisappeared
        case .showsNone: .showsNone
        case .shows(let part): .shows(transform(part))
        }
    }
}

/// An appearance of a component (AP-002).
package struct Appearance: Sendable {
    package var beganAt = Timestamp.zero
    package var order: UInt64 = 0
    /// The order by which the newest page is current: that of the beginning, until `focus` or `show` renews it. The newest page
    /// has the largest number.
    package var age: UInt64 = 0
    /// The time that the scene had spent in the background when it began, in nanoseconds.
    var backgroundBefore: Int64 = 0
    /// Whether it began with a return to the foreground or with a reveal (PV-006).
    package var beganByReturn = false
    /// The time for which it was its scene's current page in the foreground, in nanoseconds.
    var currentNanoseconds: Int64 = 0
    package var countedSequence: UInt64 = 0
    /// Whether `renamedWhileCounted` has been emitted (AP-013).
    var wasRenamed = false
    /// Whether a `willDisappear` waits for a `didAppear` that answers it (POL-002).
    var sawWillDisappear = false

    mutating func addCurrentTime(_ nanoseconds: Int64) {
        currentNanoseconds = currentNanoseconds.saturatingAdding(nanoseconds)
    }
}

// Functions of the array, because a call of a function of `Rules` copies the whole value.
extension [Component] {
    func slot(of id: ComponentID) -> Int? {
        let slot = Int(id.index)
        guard slot < count, self[slot].lifetime == .alive, self[slot].id.generation == id.generation,
            self[slot].id.issuer == id.issuer
        else { return nil }
        return slot
    }

    /// Returns the slot of a component that exists, or that is live because an update that destroyed it goes on (AP-015).
    func decidedSlot(of id: ComponentID) -> Int? {
        let slot = Int(id.index)
        return slot < count && self[slot].id == id && (self[slot].lifetime == .alive || self[slot].isLive) ? slot : nil
    }

    func isShown(_ slot: Int) -> Bool {
        guard self[slot].machine.isAppeared, self[slot].isAttached, self[slot].lifetime == .alive else { return false }
        return hider(of: slot) == nil
    }

    /// Returns whether a container hides a component (AP-017). The walk ends at a container that has not changed since its own
    /// answer, because content in a long chain would make a decision quadratic.
    func isHidden(_ slot: Int) -> Bool {
        var part = slot
        while let container = self[part].parent {
            if self[container].reasonToHide(part) != nil { return true }
            if !self[container].isChanged { return self[container].isHidden }
            part = container
        }
        return false
    }

    /// Returns the nearest container that hides a component, and why it does.
    func hider(of slot: Int) -> (container: Int, reason: HidingReason<Int>)? {
        var part = slot
        while let container = self[part].parent {
            if let reason = self[container].reasonToHide(part) { return (container, reason) }
            part = container
        }
        return nil
    }

    /// Returns whether a component is another one, or inside it.
    func isInside(_ slot: Int, _ container: Int) -> Bool {
        slot == container || containers(of: slot).contains(container)
    }

    /// Returns the components that contain a component, from the innermost to the outermost one.
    func containers(of slot: Int) -> [Int] {
        var containers: [Int] = []
        while let container = self[containers.last ?? slot].parent { containers.append(container) }
        return containers
    }

    /// Returns the level of a component: its own or, without one, that of its container (QU-009).
    func level(of slot: Int) -> Int {
        var next: Int? = slot
        while let current = next {
            if let level = self[current].level { return level }
            next = self[current].parent
        }
        return 0
    }

    func sortedByAge(_ slots: [Int]) -> [Int] { slots.sorted { self[$0].appearance.age } }

    func sortedByBeginning(_ slots: [Int]) -> [Int] { slots.sorted { self[$0].appearance.order } }

    func sortedByAppearing(_ slots: [Int]) -> [Int] { slots.sorted { self[$0].appearedOrder } }

    /// Returns a component and all its content, each container before its parts.
    func content(of slot: Int) -> [Int] {
        var content = [slot]
        var next = 0
        while next < content.count {
            content += self[content[next]].parts
            next += 1
        }
        return content
    }
}

extension [Int] {
    /// Returns the elements, sorted by a number; a merge sort. The sort of the standard library takes 4 KB of the web module.
    @inline(never)
    func sorted(byNumber number: (Int) -> UInt64) -> [Int] {
        var (sorted, target, width) = (self, self, 1)
        while width < count {
            var start = 0
            while start < count {
                let (middle, end) = (Swift.min(start + width, count), Swift.min(start + 2 * width, count))
                var (left, right) = (start, middle)
                for index in start..<end {
                    if right == end || (left < middle && number(sorted[left]) <= number(sorted[right])) {
                        target[index] = sorted[left]
                        left += 1
                    } else {
                        target[index] = sorted[right]
                        right += 1
                    }
                }
                start = end
            }
            swap(&sorted, &target)
            width *= 2
        }
        return sorted
    }
}

/// The status of a component at one moment, for explanations (EX).
package struct ComponentStatus: Sendable, Hashable {
    /// A held `didAppear` waits for a window, a container, or the foreground (AP-002).
    package enum Presence: Sendable, Hashable { case hidden, held, live }

    package let presence: Presence
    /// The live appearance, or the last one.
    package let appearance: AppearanceID
    package let beganAt: Timestamp
    package let page: PageContext?
    package let isReady: Bool
    package let isCounted: Bool
    package let isAttached: Bool
    package let scene: SceneID
    package let isSceneForeground: Bool
    /// The nearest container that hides the component; `nil` if none does (AP-017).
    package let container: Container?

    package struct Container: Sendable, Hashable {
        package let component: ComponentID
        package let reason: HidingReason<ComponentID>
    }
}
